"""The Model Optimizer dialect against nvidia-modelopt 0.48.0rc1: its texts fit the registry's source, and what they make runs in it."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from registries import laid, planted, run, unpacked
from shapes import faults

from namebranch.registry.dialects.dialect import Part
from namebranch.registry.dialects.emit import file_of_test, files_of, part
from namebranch.registry.dialects.load import take
from namebranch.registry.dialects.plumbing import declared
from namebranch.registry.dialects.said import Hook, Said, Section
from namebranch.registry.dialects.template import render
from published import Published

DIALECT = take("modelopt")
UNDER = ("modelopt/torch/models/",)
HOOKS = (
    Hook(name="sample_input", parameters=("batch: list[int]",), returns="object", body="seen.append(batch)\nreturn None", role="hooks"),
    Hook(name="leave", returns="object", body="return DECLINED", role="hooks"),
    Hook(name="more", parameters=("value: int", "by: int"), returns="int", body="return value + by", role="hooks"),
)
FACTS = Section(name="ptq_spec", type="PTQSpec", fields=(("no_device_map", '"the decoder is tied"'),))
SAID = Said(model="Kite_VL", keys=("Kite_VL",), title="Kite VL", hooks=HOOKS, sections=(FACTS,))
PLAIN = Said(model="loom", keys=("loom",), sections=(Section(name="ptq_spec", type="PTQSpec", fields=(("no_device_map", '"another"'),)),))
SPECS = 26  # of the package as it ships


@pytest.fixture(scope="module")
def shipped(published: Published, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpacked(published("nvidia-modelopt", "0.48.0rc1"), tmp_path_factory.mktemp("modelopt"), UNDER)


@pytest.fixture(scope="module")
def grown(shipped: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = shutil.copytree(shipped, tmp_path_factory.mktemp("grown"), dirs_exist_ok=True)
    laid(root, [one for one in DIALECT.plumbing if not one.seat])
    return spoken(root)


@pytest.fixture(scope="module")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("founded")
    (root / "modelopt/torch/models").mkdir(parents=True)
    laid(root, [one for one in DIALECT.plumbing if one.seat or one.files])
    return spoken(root)


def spoken(root: Path) -> Path:
    """Let two owners say something in the registry there."""
    file = root / "modelopt/torch/models/specs.py"
    field = part(DIALECT, Part.DECLARATION, name="no_device_map", type="str | None", default="None", doc="Why it cannot be spread out.")
    assert DIALECT.declares is not None
    file.write_text(declared(file.read_text(), DIALECT.declares, field))
    planted(root, DIALECT, SAID)
    planted(root, DIALECT, PLAIN)
    return root


def in_it(root: Path, code: str) -> Any:
    """Run it with modelopt.torch.models alone: the packages around it are namespaces, and import nothing."""
    start = f"import sys, json; sys.path.insert(0, {str(root)!r}); from standins import Standins\n"
    return run(f"{start}standins = Standins(['modelopt'], {{}}).install()\nfrom modelopt.torch import models\n{code}")


# read


def test_what_it_emits_uses_only_what_the_registry_has(grown: Path) -> None:
    module = "modelopt.torch.models.kite_vl"
    assert [fault for file in files_of(DIALECT, SAID) for fault in faults(file.text, grown, ("modelopt",), module)] == []
    test = file_of_test(DIALECT, SAID)
    assert test is not None
    assert faults(test.text, grown, ("modelopt",)) == []


@pytest.mark.parametrize("call", DIALECT.calls, ids=lambda call: f"call of kind {call.kind}")
def test_how_it_asks_fits_the_functions_that_answer(grown: Path, call: Any) -> None:
    values = {"key": "kind", "function": "no_device_map", "arguments": ", one", "default": "None", "value": "v"}
    assert faults("\n".join((*call.imports, render(call.text, values))), grown, ("modelopt",)) == []


def test_a_section_that_no_plumbing_made_is_found(shipped: Path) -> None:
    texts = [file.text for file in files_of(DIALECT, SAID)]
    assert [fault for text in texts for fault in faults(text, shipped, ("modelopt",), "modelopt.torch.models.kite_vl")] == [
        "modelopt.torch.models.kite_vl has no specs",
        "modelopt.torch.models.specs has no PTQSpec",
        "modelopt.torch.models.hooks has no DECLINED",
    ]


# run


@pytest.mark.parametrize("registry", ["grown", "founded"])
def test_a_spec_is_found_by_its_key_and_by_no_other(registry: str, request: pytest.FixtureRequest) -> None:
    code = """
from modelopt.torch.models.specs import get_ptq_spec
print(json.dumps([getattr(models.get_spec(key), "model_type", None) for key in ("Kite_VL", "loom", "kite_vl", "", None)]
    + [get_ptq_spec(key).no_device_map for key in ("Kite_VL", "loom", "llama", "other", "", None)]))
"""
    assert in_it(request.getfixturevalue(registry), code) == [
        "Kite_VL",
        "loom",
        None,
        None,
        None,
        "the decoder is tied",
        "another",
        None,
        None,
        None,
        None,
    ]


@pytest.mark.parametrize("registry", ["grown", "founded"])
def test_hooks_run_where_they_are_asked_for_and_are_imported_then(registry: str, request: pytest.FixtureRequest) -> None:
    code = """
from modelopt.torch.models.hooks import adjust_by_hook, ask_hook, find_hook, run_hook
before = "modelopt.torch.models.kite_vl.hooks" in sys.modules
import modelopt.torch.models.kite_vl.hooks as own
own.seen = []
print(json.dumps({
    "before": before,
    "effect": [run_hook(key, "sample_input", [1]) for key in ("Kite_VL", "loom", "other", None, "")],
    "seen": own.seen,
    "left": [run_hook("Kite_VL", "leave"), ask_hook("Kite_VL", "leave", default=7), ask_hook("other", "leave", default=7)],
    "adjusted": [adjust_by_hook(key, "more", 1, 10) for key in ("Kite_VL", "other")],
    "none": [find_hook("Kite_VL", "elsewhere"), find_hook("loom", "more")],
}))
"""
    assert in_it(request.getfixturevalue(registry), code) == {
        "before": False,
        "effect": [True, False, False, False, False],
        "seen": [[1]],
        "left": [False, 7, 7],
        "adjusted": [11, 1],
        "none": [None, None],
    }


def test_two_modules_with_the_same_hook_are_refused(grown: Path) -> None:
    code = """
from modelopt.torch.models import hooks
hooks._HOOK_MODULES["loom"] = ("kite_vl.hooks", "other.hooks")
import types
sys.modules["modelopt.torch.models.other"] = other = types.ModuleType("modelopt.torch.models.other", "")
other.__path__ = []
sys.modules["modelopt.torch.models.other.hooks"] = two = types.ModuleType("modelopt.torch.models.other.hooks")
two.__all__, two.more = ["more"], lambda value: value
try:
    hooks.find_hook("loom", "more")
except ValueError as error:
    print(json.dumps(str(error)))
"""
    assert in_it(grown, code) == (
        "modelopt.torch.models.other.hooks and modelopt.torch.models.kite_vl.hooks both define the hook 'more' for model type 'loom'; "
        "keep one of them."
    )


def test_registering_changes_no_answer_for_a_model_that_was_there(shipped: Path, grown: Path) -> None:
    code = """
from modelopt.torch.models import specs
known = [each for each in specs.get_specs() if each.model_type not in ("Kite_VL", "loom")]
class LlamaAttention: pass
class Qwen3MoeSparseMoeBlock: pass
print(json.dumps([len(known), [(each.model_type, str(each.moe_spec), str(each.export_spec)) for each in known],
    [str(specs.list_all_possible(name)) for name in ("gate_up_pairs", "pqs_fuse_rules", "weight_plus_one_norm_names", "block_names")],
    [str(specs.match_moe_block(kind(), one)) for kind in (LlamaAttention, Qwen3MoeSparseMoeBlock) for one in (None, "qwen3_moe", "kite")]]))
"""
    before, after = in_it(shipped, code), in_it(grown, code)
    assert before == after
    assert before[0] == SPECS


@pytest.mark.parametrize("registry", ["grown", "founded"])
def test_a_second_spec_of_a_type_is_refused(registry: str, request: pytest.FixtureRequest) -> None:
    code = """
try:
    models.register(models.ModelSpec(model_type="Kite_VL"))
except ValueError as error:
    print(json.dumps(str(error)))
"""
    assert in_it(request.getfixturevalue(registry), code) == "ModelSpec for model type 'Kite_VL' already registered"


def test_torch_is_all_that_stands_in_for_something(shipped: Path, grown: Path) -> None:
    code = "print(json.dumps(sorted({name.partition('.')[0] for name in standins.replaced})))"
    assert in_it(shipped, code) == in_it(grown, code)
    assert set(in_it(grown, code)) <= {"torch"}  # nothing, where it is installed


def test_the_test_that_it_emits_passes(grown: Path, tmp_path: Path) -> None:
    test = file_of_test(DIALECT, SAID)
    assert test is not None
    (tmp_path / "emitted.py").write_text(test.text, "utf-8")
    code = f"sys.path.insert(0, {str(tmp_path)!r}); import emitted\n"
    code += (
        "ran = [name for name, test in vars(emitted).items() if name.startswith('test_') and test() is None]; print(json.dumps(len(ran)))"
    )
    assert in_it(grown, code) == 4
