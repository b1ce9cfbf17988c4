"""The vendored dialect in a package that has nothing but the vendored runtime: its texts fit it, and what they make runs in it."""

from pathlib import Path
from typing import Any

import pytest
from registries import laid, planted, run
from shapes import faults

from namebranch.codemods.vendoring import FOLDER, runtime
from namebranch.registry.dialects.dialect import HookKind
from namebranch.registry.dialects.emit import file_of_test, files_of
from namebranch.registry.dialects.load import take
from namebranch.registry.dialects.plumbing import pointed
from namebranch.registry.dialects.said import Fact, Hook, Said
from namebranch.registry.dialects.template import render

DIALECT = take("vendored", "kit.core")
KEYS = ("kite", "KiteProcessor")
SAID = Said(
    model="kite",
    keys=KEYS,
    title="Kite",
    hooks=(
        Hook(name="_patch", parameters=("model: list[str]",), returns="None", body='model.append("patched")'),
        Hook(name="_leave", parameters=("model: list[str]",), returns="object", body="return DECLINED"),
        Hook(name="_more", parameters=("value: int", "by: int"), returns="int", body="return value + by"),
    ),
    bindings=(("loaders.patch", ("_leave", "_patch")), ("loaders.left", ("_leave",)), ("builders.steps", ("_more", "_more"))),
    facts=(Fact(name="bits", value="8"),),
    capabilities=(Fact(name="packing", value="Supported"),),
)
POINTS = (
    (HookKind.EFFECT, "loaders.patch", "model, /"),
    (HookKind.VALUE, "loaders.left", "model, /"),
    (HookKind.ADJUST, "builders.steps", "value, by, /"),
    (HookKind.FACT, "bits", ""),
    (HookKind.CAPABILITY, "packing", ""),
)


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("grown")
    (root / "kit" / "core" / FOLDER).mkdir(parents=True)
    (root / "kit" / "core" / "model_support").mkdir()
    for folder in ("kit", "kit/core"):
        (root / folder / "__init__.py").write_text("")
    for name, data in runtime().items():
        (root / "kit" / "core" / FOLDER / name).write_bytes(data)
    laid(root, DIALECT.plumbing)
    file = root / "kit/core/model_support/registry.py"
    for kind, name, positional in POINTS:
        point = DIALECT.point(kind)
        assert point is not None
        values = {"point": name, "function": name.replace(".", "_"), "positional": positional, "default": "None"}
        file.write_text(pointed(file.read_text(), point, values))
        assert pointed(file.read_text(), point, values) == file.read_text()
    planted(root, DIALECT, SAID)
    return root


def in_it(root: Path, code: str) -> Any:
    return run(f"import sys, json; sys.path.insert(0, {str(root)!r})\nfrom kit.core.model_support import registry as asked\n{code}")


def test_every_text_is_for_the_package_that_was_named() -> None:
    assert "ROOT" not in repr(DIALECT)
    assert DIALECT.listings[0].path == "kit/core/model_support/registry.py"


def test_what_it_emits_uses_only_what_the_runtime_has(grown: Path) -> None:
    test = file_of_test(DIALECT, SAID)
    assert test is not None
    texts = [*(file.text for file in files_of(DIALECT, SAID)), test.text]
    assert [fault for text in texts for fault in faults(text, grown, ("kit",))] == []


@pytest.mark.parametrize("call", DIALECT.calls, ids=lambda call: f"call of kind {call.kind}")
def test_how_it_asks_fits_the_functions_that_answer(grown: Path, call: Any) -> None:
    values = {"key": "kind", "point": "a.b", "arguments": ", one", "default": "None", "value": "v"}
    assert faults("\n".join((*call.imports, render(call.text, values))), grown, ("kit",)) == []


def test_hooks_facts_and_capabilities_are_found_by_each_key_and_by_no_other(grown: Path) -> None:
    code = f"""
keys = [*{KEYS!r}, "llama", "", None]
patched = []
print(json.dumps({{
    "effect": [asked.run_model_hook("loaders.patch", key, patched) for key in keys],
    "patched": patched,
    "value": [asked.ask_model_hook("loaders.left", key, [], default=7) for key in keys],
    "adjust": [asked.adjust_by_model_hook("builders.steps", key, 1, 10) for key in keys],
    "fact": [asked.model_fact("bits", key, 16) for key in keys],
    "capability": [asked.model_can("packing", key) for key in keys],
}}))
"""
    assert in_it(grown, code) == {
        "effect": [True, True, False, False, False],
        "patched": ["patched", "patched"],
        "value": [7] * 5,
        "adjust": [21, 21, 1, 1, 1],
        "fact": [8, 8, 16, 16, 16],
        "capability": [True, True, False, False, False],
    }


def test_a_model_is_imported_by_its_own_key_only(grown: Path) -> None:
    code = """
def known(): return "kit.core.model_support.kite" in sys.modules
before = known()
asked.model_fact("bits", "llama")
other = known()
asked.model_fact("bits", "kite")
print(json.dumps([before, other, known()]))
"""
    assert in_it(grown, code) == [False, False, True]


def test_a_hook_that_does_not_fit_its_point_is_refused(grown: Path) -> None:
    code = """
from kit.core._namebranch import Descriptor, RegistrationError
try:
    asked.registry.register(Descriptor(keys={"model": "loom"}, hooks={"loaders.patch": lambda: None}))
except RegistrationError as error:
    print(json.dumps("loaders.patch" in str(error)))
"""
    assert in_it(grown, code) is True


def test_the_test_that_it_emits_passes(grown: Path, tmp_path: Path) -> None:
    test = file_of_test(DIALECT, SAID)
    assert test is not None
    (tmp_path / "emitted.py").write_text(test.text, "utf-8")
    code = f"sys.path.insert(0, {str(tmp_path)!r}); import emitted\n"
    code += (
        "ran = [name for name, test in vars(emitted).items() if name.startswith('test_') and test() is None]; print(json.dumps(len(ran)))"
    )
    assert in_it(grown, code) == 5
