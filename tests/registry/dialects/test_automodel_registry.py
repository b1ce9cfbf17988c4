"""Both Automodel dialects against nemo-automodel 0.5.0 and 0.7.0: their texts fit the package's source, and what they make runs in it."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from registries import laid, planted, run, unpacked
from shapes import faults

from namebranch.registry.dialects.dialect import Dialect
from namebranch.registry.dialects.emit import file_of_test, files_of
from namebranch.registry.dialects.load import take
from namebranch.registry.dialects.said import Fact, Hook, Said
from namebranch.registry.dialects.template import render
from published import Published

LAZY, ON_IMPORT = take("automodel"), take("automodel-on-import")
VERSIONS = ("0.5.0", "0.7.0")
OWNER = "nemo_automodel.components.models.kite"
KEYS = ("KiteForCausalLM", "kite", "KiteProcessor")
SAID = Said(
    model="kite",
    keys=KEYS,
    title="Kite",
    hooks=(
        Hook(name="should_skip_init_weights", parameters=("model: object",), returns="bool", body="return True", role="state_dict_adapter"),
        Hook(name="apply_pre_config_patches", returns="object", body="return DECLINED", role="patches"),
        Hook(
            name="tp_plan",
            parameters=("plan: dict[str, int]", "more: int"),
            returns="object",
            body='return plan | {"x": more}',
            role="parallelizer",
        ),
    ),
    facts=(Fact(name="requires_tensor_merging", value="True", role="state_dict_adapter"),),
)
GIVEN = {"torch": {"__version__": "2.9.0"}, "transformers": {"__version__": "5.5.0"}}
FUNCTIONS = "from nemo_automodel.shared.model_hooks import adjust_by_model_hook, ask_model_hook, model_fact, run_model_hook\n"


@pytest.fixture(
    scope="module",
    params=[(dialect, version) for dialect in (LAZY, ON_IMPORT) for version in VERSIONS],
    ids=lambda it: f"{it[0].name} in {it[1]}",
)
def place(request: pytest.FixtureRequest, published: Published, tmp_path_factory: pytest.TempPathFactory) -> tuple[Dialect, Path, Path]:
    """A dialect, the package as it ships, and the package with plumbing and an owner."""
    dialect, version = request.param
    shipped = unpacked(published("nemo-automodel", version), tmp_path_factory.mktemp("shipped"), ("nemo_automodel/",))
    grown = shutil.copytree(shipped, tmp_path_factory.mktemp("grown"), dirs_exist_ok=True)
    laid(grown, dialect.plumbing)
    planted(grown, dialect, SAID)
    return dialect, shipped, grown


def in_it(root: Path, code: str) -> Any:
    start = f"import sys, json; sys.path.insert(0, {str(root)!r}); from standins import Standins\n"
    return run(f"{start}standins = Standins(['nemo_automodel'], {GIVEN!r}).install()\n{code}")


# read


def test_what_it_emits_uses_only_what_the_package_has(place: tuple[Dialect, Path, Path]) -> None:
    dialect, _, grown = place
    test = file_of_test(dialect, SAID)
    assert test is not None
    texts = [*(file.text for file in files_of(dialect, SAID)), test.text]
    assert [fault for text in texts for fault in faults(text, grown, ("nemo_automodel",), OWNER)] == []


def test_how_it_asks_fits_the_functions_that_answer(place: tuple[Dialect, Path, Path]) -> None:
    dialect, _, grown = place
    values = {"key": "kind", "role": "patches", "function": "f", "arguments": ", one", "default": "None", "value": "v"}
    texts = ["\n".join((*call.imports, render(call.text, values))) for call in dialect.calls]
    assert [fault for text in texts for fault in faults(text, grown, ("nemo_automodel",))] == []


def test_the_registries_by_which_a_tree_of_its_is_recognised_are_there(place: tuple[Dialect, Path, Path]) -> None:
    dialect, shipped, grown = place
    assert all(mark.text in (grown / mark.path).read_text("utf-8") for mark in dialect.marks)
    assert all(mark.text in (shipped / mark.path).read_text("utf-8") for mark in LAZY.marks)


def test_a_strategy_still_registers_by_class_name_where_the_package_has_that_registry(place: tuple[Dialect, Path, Path]) -> None:
    _, shipped, _ = place
    (entry,) = ON_IMPORT.entries
    found = faults("\n".join((*entry.imports, "register_parallel_strategy(name='x')")), shipped, ("nemo_automodel",))
    has_it = "def register_parallel_strategy(" in (shipped / "nemo_automodel/components/distributed/parallelizer.py").read_text("utf-8")
    assert (found == []) is has_it


# run


def test_hooks_and_facts_are_found_by_each_key_and_by_no_other(place: tuple[Dialect, Path, Path]) -> None:
    code = f"""{FUNCTIONS}
keys = [*{KEYS!r}, "LlamaForCausalLM", "", None, 7]
print(json.dumps({{
    "predicate": [ask_model_hook(key, "state_dict_adapter", "should_skip_init_weights", None, default=False) for key in keys],
    "fact": [model_fact(key, "state_dict_adapter", "requires_tensor_merging", False) for key in keys],
    "declined": [run_model_hook(key, "patches", "apply_pre_config_patches") for key in keys],
    "adjusted": [adjust_by_model_hook(key, "parallelizer", "tp_plan", {{"y": 0}}, 1) for key in ("kite", "other")],
    "elsewhere": [model_fact("kite", "flops", "flops_formula"), model_fact("kite", "patches", "elsewhere", 3)],
}}))
"""
    assert in_it(place[2], code) == {
        "predicate": [True] * 3 + [False] * 4,
        "fact": [True] * 3 + [False] * 4,
        "declined": [False] * 7,
        "adjusted": [{"y": 0, "x": 1}, {"y": 0}],
        "elsewhere": [None, 3],
    }


def test_nothing_of_a_model_is_imported_before_somebody_asks(place: tuple[Dialect, Path, Path]) -> None:
    dialect, _, grown = place
    code = f"""{FUNCTIONS}
def known(): return sorted(name.rpartition(".")[2] for name in sys.modules if name.startswith({OWNER!r} + "."))
before = known()
model_fact("other", "patches", "x")
other = known()
model_fact("kite", "state_dict_adapter", "x")
print(json.dumps([before, other, known()]))
"""
    all_of_it = ["parallelizer", "patches", "state_dict_adapter"]
    assert in_it(grown, code) == ([[], [], ["state_dict_adapter"]] if dialect is LAZY else [[], all_of_it, all_of_it])


def test_the_test_that_it_emits_passes(place: tuple[Dialect, Path, Path], tmp_path: Path) -> None:
    dialect, _, grown = place
    test = file_of_test(dialect, SAID)
    assert test is not None
    (tmp_path / "emitted.py").write_text(test.text, "utf-8")
    code = f"sys.path.insert(0, {str(tmp_path)!r}); import emitted\n"
    code += (
        "ran = [name for name, test in vars(emitted).items() if name.startswith('test_') and test() is None]; print(json.dumps(len(ran)))"
    )
    assert in_it(grown, code) == 5


def test_an_owner_changes_no_answer_of_the_registries_that_were_there(place: tuple[Dialect, Path, Path]) -> None:
    code = """
from nemo_automodel._transformers import registry
from nemo_automodel.components.checkpoint.conversion_mapping import requires_tensor_merging
from nemo_automodel.components.datasets.vlm.collate_fns import COLLATE_FNS
keys = ["KiteForCausalLM", "kite", "KiteProcessor", *registry.MODEL_ARCH_MAPPING]
own = registry.get_registry()
print(json.dumps([sorted(own.supported_models), [requires_tensor_merging(key) for key in (*keys, "qwen3_moe")],
    {key: value.__name__ for key, value in COLLATE_FNS.items()}]))
"""
    assert in_it(place[1], code) == in_it(place[2], code)


def test_what_was_replaced_is_said(place: tuple[Dialect, Path, Path]) -> None:
    code = f"{FUNCTIONS}\nmodel_fact('kite', 'patches', 'x'); print(json.dumps(sorted({{name.partition('.')[0] for name in standins.replaced}})))"
    assert set(in_it(place[2], code)) <= {"pydantic", "torch"}  # nothing, where they are installed


def test_a_moved_strategy_registers_in_the_real_registry_and_a_second_is_refused(published: Published, tmp_path: Path) -> None:
    (entry,) = ON_IMPORT.entries
    root = unpacked(published("nemo-automodel", "0.5.0"), tmp_path, ("nemo_automodel/",))
    decorator = render(entry.text, {"key": "KiteForCausalLM", "value": "Kite"})
    code = f"""
import sys, json; sys.path.insert(0, {str(root)!r}); from standins import Standins
class PreTrainedModel:
    get_init_context = classmethod(lambda cls, *arguments: None)
given = {{"torch": {{"__version__": "2.9.0"}}, "transformers": {{"__version__": "5.5.0", "PreTrainedModel": PreTrainedModel}}}}
Standins(["nemo_automodel"], given | {{"transformers.modeling_utils": {{"PreTrainedModel": PreTrainedModel}}}}).install()
from nemo_automodel.components.distributed.parallelizer import DefaultParallelizationStrategy, get_parallelization_strategy
{entry.imports[0]}
{decorator}
class Kite(DefaultParallelizationStrategy): ...
asked = [type(get_parallelization_strategy(type(name, (), {{}})())).__name__ for name in ("KiteForCausalLM", "Other")]
try:
    {decorator[1:]}(Kite)
except AssertionError as error:
    print(json.dumps([*asked, str(error)]))
"""
    assert run(code) == ["Kite", "DefaultParallelizationStrategy", "name KiteForCausalLM already registered"]
