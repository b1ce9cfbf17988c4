"""NeMo Automodel 0.5.0: what its maintainers' proposal names moves to its models, or is refused with a reason; old dotted names stay."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from afterwards import asked, laid

from namebranch.analyzer.reading.source import Source
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.codemods.editing.document import Document
from namebranch.codemods.moving.modules import Imported, Module, Own
from namebranch.codemods.moving.previewing import Wanted, previewed
from namebranch.codemods.preview import Preview
from namebranch.codemods.previewing import chosen
from published import Published

COLLATES = "nemo_automodel/components/datasets/vlm/collate_fns.py"
PLANS = "nemo_automodel/components/distributed/optimized_tp_plans.py"
STRATEGIES = "nemo_automodel/components/distributed/parallelizer.py"
MODELS = "nemo_automodel.components.models."


@pytest.fixture(scope="module")
def automodel(published: Published) -> Source:
    """Return the published package."""
    return open_target(str(published("nemo-automodel", "0.5.0")), revision=None, cwd=Path())


@pytest.fixture(scope="module")
def found(automodel: Source) -> Preview:
    """Return what moving all definitions comes to."""
    dialect, base = chosen("automodel", automodel)
    return previewed(automodel, program(automodel, load(automodel), jobs=2), dialect, base, Wanted())


def homes(found: Preview, path: str) -> dict[str, str]:
    """Return where the definitions of a file go, by their names."""
    plans = (plan for plan in found.migration.plans if plan.path == path)
    return {plan.guard.key.subject: plan.point.name.removeprefix(MODELS).rpartition(".")[0] for plan in plans}


def test_the_collate_functions_of_one_model_move_to_its_preprocessing(found: Preview) -> None:
    assert homes(found, COLLATES) == {
        "phi4_mm_collate_fn": "phi4_mm.preprocessing",
        "qwen2_5_collate_fn": "qwen2_5_vl.preprocessing",
        "qwen3_omni_collate_fn": "qwen3_omni_moe.preprocessing",
        "kimi_vl_collate_fn": "kimivl.preprocessing",
        "kimi_k25_vl_collate_fn": "kimi_k25_vl.preprocessing",
        "nemotron_parse_collate_fn": "nemotron_parse.preprocessing",
        "nemotron_omni_collate_fn": "nemotron_omni.preprocessing",
        "gemma4_inject_thinking_prefix": "gemma4_moe.preprocessing",
        "gemma4_prefix_collate_fn": "gemma4_moe.preprocessing",
        "llava_onevision_collate_fn": "llava_onevision.preprocessing",
    }


def test_the_plans_of_one_model_move_to_its_parallelizer(found: Preview) -> None:
    assert homes(found, PLANS) == {
        "_parallelize_gemma3": "gemma3.parallelizer",
        "_parallelize_gemma4": "gemma4_moe.parallelizer",
        "_parallelize_baichuan": "baichuan.parallelizer",
        "_parallelize_llama": "llama.parallelizer",
        "_parallelize_decilm_nemotron": "decilm.parallelizer",
        "_parallelize_ministral3": "mistral3.parallelizer",
        "_parallelize_mistral3_vlm": "mistral3_vlm.parallelizer",
        "_parallelize_nemotron_labs_diffusion": "nemotron_labs_diffusion.parallelizer",
        "_parallelize_qwen": "qwen2.parallelizer",
        "_parallelize_qwen_classification": "qwen3.parallelizer",
        "_parallelize_phi": "phi.parallelizer",
        "_parallelize_phi3": "phi3.parallelizer",
        "_parallelize_qwen3_5_vlm": "qwen3_5.parallelizer",
        "_parallelize_falcon_h1": "falcon_h1.parallelizer",
    }


def test_strategies_move_and_their_owners_fill_the_table(found: Preview) -> None:
    assert homes(found, STRATEGIES) == {
        "NemotronHParallelizationStrategy": "nemotron_v3.parallelizer",
        "DeepseekV4ParallelizationStrategy": "deepseek_v4.parallelizer",
        "HunyuanParallelizationStrategy": "hunyuan.parallelizer",
        "WanParallelizationStrategy": "wan.parallelizer",
        "_nemotronh_decoder_blocks": "nemotron_v3.parallelizer",
        "validate_tp_mesh_for_nemotron_nas": "nemotron_nas.parallelizer",
    }
    owner = next(file for file in found.files if file.path.endswith("nemotron_v3/parallelizer.py"))
    assert owner.after.endswith(b'\nPARALLELIZATION_STRATEGIES["NemotronHForCausalLM"] = NemotronHParallelizationStrategy()\n')


def test_what_stays_says_why_and_what_to_do(found: Preview) -> None:
    stays = [one for one in found.migration.refused if one.path in {COLLATES, PLANS, STRATEGIES}]
    assert {one.code for one in stays} <= {"R10", "X5"}
    assert all(one.reason and one.step for one in stays)
    assert not [one.reason for one in stays if "serves several models" in one.reason]
    assert [one.reason for one in stays if one.code == "X5"] == ["`globals` in line 43 of it means the module that it stands in"]


def modules(found: Preview) -> Iterator[tuple[str, Module, Module | None]]:
    """Yield each file that changes, as it is to be and as it was."""
    for file in found.files:
        before = None if file.before is None else Module(document=Document(path=file.path, data=file.before))
        yield file.path, Module(document=Document(path=file.path, data=file.after)), before


def test_only_the_shared_modules_and_files_of_owners_change(found: Preview) -> None:
    shared = {plan.path for plan in found.migration.plans}
    for file in found.files:
        assert file.path in shared or (file.before is None and file.path.startswith("nemo_automodel/components/models/"))


def test_what_a_later_release_moved_by_hand_is_not_moved_again(published: Published) -> None:
    source = open_target(str(published("nemo-automodel", "0.7.0")), revision=None, cwd=Path())
    dialect, base = chosen("automodel", source)
    later = previewed(source, program(source, load(source), jobs=2), dialect, base, Wanted(models=("gemma4_moe", "qwen3_vl", "kimivl")))
    assert {plan.guard.key.subject for plan in later.migration.plans} == {
        "create_pipeline_forward_gemma4_text",
        "create_pipeline_forward_gemma4_vlm",
        "gemma4_inject_thinking_prefix",
        "gemma4_prefix_collate_fn",
        "get_gemma4_text_config",
        "kimi_vl_collate_fn",
    }
    assert not [plan for plan in later.migration.plans if plan.path.startswith("nemo_automodel/components/models/")]


def test_every_name_of_a_shared_module_is_still_a_name_of_it(found: Preview) -> None:
    for path, after, before in modules(found):
        moved = {
            name: home
            for node in after.bindings.get("_MOVED", ())
            if isinstance(node, ast.Assign)
            for home, names in ast.literal_eval(node.value).items()
            for name in names.split()
        }
        gone = {name for name in (before.bindings if before is not None else {}) if name not in after.bindings}
        for name in gone - moved.keys():
            assert before is not None
            assert isinstance(before.origin(name), Imported), f"{path}: {name}"
        owners = {file.path: file.after for file in found.files}
        for spelt, home in moved.items():
            place = f"{str(home).replace('.', '/')}.py"
            assert isinstance(Module(document=Document(path=place, data=owners[place])).origin(str(spelt)), Own)


def test_every_name_that_moved_code_reads_is_there(found: Preview, automodel: Source) -> None:
    for path, after, before in modules(found):
        if before is not None:
            continue
        for node in after.document.tree.body:
            for part in ast.walk(node):
                if isinstance(part, ast.ImportFrom) and part.module is not None and part.module.startswith("nemo_automodel."):
                    held = next((file.after for file in found.files if file.path == f"{part.module.replace('.', '/')}.py"), None)
                    data = (
                        held
                        or automodel.one(f"{part.module.replace('.', '/')}.py")
                        or automodel.one(f"{part.module.replace('.', '/')}/__init__.py")
                    )
                    assert data is not None, f"{path}: {part.module}"
                    other = Module(document=Document(path=path, data=data))
                    assert {alias.name for alias in part.names} <= other.bindings.keys(), f"{path}: {ast.unparse(part)}"


@pytest.fixture(scope="module")
def after(found: Preview, automodel: Source, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the package as it is afterwards."""
    return laid(automodel, tmp_path_factory.mktemp("after"), found.files)


ALONE = """\
import sys
from importlib import import_module
from standins import Standins

class PreTrainedModel:
    @classmethod
    def get_init_context(cls, *args, **kwargs):
        return []

given = {"__version__": "5.5.0", "PreTrainedModel": PreTrainedModel}
given = {"transformers": given, "transformers.modeling_utils": given, "torch": {"__version__": "2.9.0"}}
Standins(["nemo_automodel"], given).install()
first, *names = sys.argv[1:]
import_module(first)
for name in names:
    old, new = name.split("=")
    (module, _, last), (home, _, _) = old.rpartition("."), new.rpartition(".")
    assert getattr(import_module(module), last) is getattr(import_module(home), last), name
strategies = import_module("nemo_automodel.components.distributed.parallelizer").PARALLELIZATION_STRATEGIES
assert type(strategies["NemotronHForCausalLM"]).__module__ == "nemo_automodel.components.models.nemotron_v3.parallelizer"
assert len(strategies) == 6
"""


@pytest.mark.parametrize("path", [COLLATES, PLANS, STRATEGIES])
def test_old_dotted_names_are_what_moved_in_a_process_of_their_own(path: str, found: Preview, after: Path) -> None:
    module = path.removesuffix(".py").replace("/", ".")
    plans = [plan for plan in found.migration.plans if plan.path == path]
    names = [f"{module}.{plan.guard.key.subject}={plan.point.name}" for plan in plans]
    for first in (module, *(plan.point.name.rpartition(".")[0] for plan in plans[:1])):
        asked(after, ALONE, first, *names)
