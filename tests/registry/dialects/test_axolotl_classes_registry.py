"""The dialect of axolotl without profiles against axolotl 0.18.0: texts fit, what they make runs, and no lookup of before sees it."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from registries import laid, planted, run, unpacked
from shapes import faults

from namebranch.registry.dialects.emit import file_of_test, files_of
from namebranch.registry.dialects.load import take
from namebranch.registry.dialects.said import Fact, Hook, Said
from namebranch.registry.dialects.template import render
from published import Published

DIALECT = take("axolotl-classes")
KEYS = ("kite", "gemma3", "qwen3")
SAID = Said(
    model="kite",
    keys=KEYS,
    title="Kite",
    hooks=(
        Hook(name="_patch", parameters=("cfg: list[str]",), returns="None", body='cfg.append("patched")'),
        Hook(name="_leave", parameters=("cfg: list[str]",), returns="object", body="return DECLINED"),
        Hook(name="_more", parameters=("value: int", "by: int"), returns="int", body="return value + by"),
    ),
    bindings=(("loaders.patch", ("_leave", "_patch")), ("loaders.left", ("_leave",)), ("builders.steps", ("_more", "_more"))),
    facts=(Fact(name="bits", value="8"),),
)
CAPABLE = Said(model="loom", keys=("loom",), capabilities=(Fact(name="liger", value="Supported"),))
LOOKED_UP = """
from types import SimpleNamespace
from axolotl.model_support import registry
name = lambda support: type(support).__name__
compass = sys.modules["transformers.models.paddleocr_vl"] = __import__("types").ModuleType("p")
compass.PaddleOCRVLProcessor = type("PaddleOCRVLProcessor", (), {})
types = ["kite", "gemma3", "qwen3", "kimi_linear", "paddleocr_vl", "other", "", None]
processors = [SimpleNamespace(), compass.PaddleOCRVLProcessor()]
bases = ["org/some-model", "moonshotai/Kimi-Linear-48B-A3B"]
print(json.dumps([
    [name(registry.get_model_support(each)) for each in types],
    [name(registry.get_model_support(each) or registry.get_model_support_for_processor(one)) for each in types for one in processors],
    [name(registry.get_model_support_for_cfg(SimpleNamespace(model_config_type=each, base_model_config=base, tokenizer_config=base)))
     for each in types for base in bases],
]))
"""


@pytest.fixture(scope="module")
def shipped(published: Published, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpacked(published("axolotl", "0.18.0"), tmp_path_factory.mktemp("axolotl"), ("axolotl/",))


@pytest.fixture(scope="module")
def grown(shipped: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = shutil.copytree(shipped, tmp_path_factory.mktemp("grown"), dirs_exist_ok=True)
    laid(root, DIALECT.plumbing)
    planted(root, DIALECT, SAID)
    planted(root, DIALECT, CAPABLE)
    return root


def in_it(root: Path, code: str) -> Any:
    start = f"import sys, json; sys.path.insert(0, {str(root)!r}); from standins import Standins; Standins(['axolotl'], {{}}).install()\n"
    return run(start + code)


def test_it_is_the_form_of_a_tree_without_profiles(shipped: Path) -> None:
    assert all(mark.text in (shipped / mark.path).read_text("utf-8") for mark in DIALECT.marks)
    assert not all((shipped / mark.path).is_file() for mark in take("axolotl").marks)


def test_what_it_emits_uses_only_what_the_registry_has(grown: Path) -> None:
    test = file_of_test(DIALECT, SAID)
    assert test is not None
    texts = [*(file.text for said in (SAID, CAPABLE) for file in files_of(DIALECT, said)), test.text]
    assert [fault for text in texts for fault in faults(text, grown, ("axolotl",))] == []


@pytest.mark.parametrize("call", DIALECT.calls, ids=lambda call: f"call of kind {call.kind}")
def test_how_it_asks_fits_the_functions_that_answer(grown: Path, call: Any) -> None:
    values = {"key": "kind", "point": "a.b", "arguments": ", one", "default": "None", "value": "v"}
    assert faults("\n".join((*call.imports, render(call.text, values))), grown, ("axolotl",)) == []


def test_hooks_facts_and_capabilities_are_found_by_each_key_and_by_no_other(grown: Path) -> None:
    code = f"""
from axolotl.model_support.sites import adjust_by_model_site, ask_model_site, model_can, model_fact, run_model_site_hooks
keys = [*{KEYS!r}, "other", "", None]
patched = []
print(json.dumps({{
    "effect": [run_model_site_hooks(key, "loaders.patch", patched) for key in keys],
    "patched": patched,
    "value": [ask_model_site(key, "loaders.left", [], default=7) for key in keys],
    "adjust": [adjust_by_model_site(key, "builders.steps", 1, 10) for key in keys],
    "fact": [model_fact(key, "bits", 16) for key in keys],
    "capability": [model_can(key, "liger") for key in ("loom", "kite", "paddleocr_vl", None)],
}}))
"""
    assert in_it(grown, code) == {
        "effect": [True] * 3 + [False] * 3,
        "patched": ["patched"] * 3,
        "value": [7] * 6,
        "adjust": [21] * 3 + [1] * 3,
        "fact": [8] * 3 + [16] * 3,
        "capability": [True, False, False, False],
    }


def test_the_three_lookups_by_which_all_consumers_ask_answer_as_before(shipped: Path, grown: Path) -> None:
    assert in_it(shipped, LOOKED_UP) == in_it(grown, LOOKED_UP)


def test_one_that_says_more_is_seen_by_them(grown: Path) -> None:
    code = "from axolotl.model_support import get_model_support\nprint(json.dumps([type(get_model_support(key)).__name__ for key in ('kite', 'loom')]))"
    assert in_it(grown, code) == ["NoneType", "LoomSupport"]


def test_the_test_that_it_emits_passes(grown: Path, tmp_path: Path) -> None:
    test = file_of_test(DIALECT, SAID)
    assert test is not None
    (tmp_path / "emitted.py").write_text(test.text, "utf-8")
    code = f"sys.path.insert(0, {str(tmp_path)!r}); import emitted\n"
    code += (
        "ran = [name for name, test in vars(emitted).items() if name.startswith('test_') and test() is None]; print(json.dumps(len(ran)))"
    )
    assert in_it(grown, code) == 5
