"""The axolotl dialect against axolotl 0.19.0: its texts fit the registry's source, what they make runs in it, and is neutral to it."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from registries import SUPPORT, laid, planted, run, unpacked
from shapes import faults, parsed

from namebranch.registry.dialects.emit import file_of_test, files_of
from namebranch.registry.dialects.load import take
from namebranch.registry.dialects.said import Fact, Hook, Said
from namebranch.registry.dialects.template import render
from published import Published

DIALECT = take("axolotl")
KEYS = ("kite", "voxtral", "gemma3", "mistral3", "smolvlm", "qwen3", "qwen2_vl")
HOOKS = (
    Hook(
        name="_patch", parameters=("name: str",), returns="object", doc='"""Patch it."""', body="context.cfg.seen.append(name)\nreturn None"
    ),
    Hook(name="_leave", parameters=("*_: object",), returns="object", body="return DECLINED"),
    Hook(name="_more", parameters=("value: int", "by: int"), returns="int", body="return value + by"),
)
SAID = Said(
    model="kite",
    keys=KEYS,
    title="Kite",
    hooks=HOOKS,
    bindings=(("loaders.patch", ("_leave", "_patch")), ("loaders.left", ("_leave",)), ("builders.steps", ("_more", "_more"))),
    facts=(Fact(name="bits", value="8"),),
)
CAPABLE = Said(model="loom", keys=("loom",), capabilities=(Fact(name="liger", value="Unsupported", reason='"no"'),))
LOADS_MODELS = {'family=ModelFamilyTemplate(name="kite")': "family=VANILLA_CAUSAL_LM"}

REPLACED = {
    "PIL",
    "accelerate",
    "addict",
    "annotated_types",
    "bitsandbytes",
    "datasets",
    "evaluate",
    "fastcore",
    "mistral_common",
    "numpy",
    "pandas",
    "peft",
    "posthog",
    "psutil",
    "pydantic",
    "pydantic_core",
    "pynvml",
    "safetensors",
    "torch",
    "tqdm",
    "transformers",
    "trl",
    "wandb",
}

Answers = dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def shipped(published: Published, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpacked(published("axolotl", "0.19.0"), tmp_path_factory.mktemp("axolotl"), ("axolotl/",))


@pytest.fixture(scope="module")
def plumbed(shipped: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = shutil.copytree(shipped, tmp_path_factory.mktemp("plumbed"), dirs_exist_ok=True)
    laid(root, DIALECT.plumbing)
    return root


@pytest.fixture(scope="module")
def grown(plumbed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = shutil.copytree(plumbed, tmp_path_factory.mktemp("grown"), dirs_exist_ok=True)
    planted(root, DIALECT, SAID)
    planted(root, DIALECT, CAPABLE)
    return root


@pytest.fixture(scope="module")
def before(shipped: Path) -> Answers:
    return asked(shipped)


def asked(root: Path) -> Answers:
    found: dict[str, Answers] = run(SUPPORT / "axolotl_consumers.py", root)
    return found["answers"]


def differing(one: Answers, other: Answers) -> set[tuple[str, str]]:
    return {(model, consumer) for model in one for consumer in one[model] if one[model][consumer] != other[model][consumer]}


def in_it(root: Path, code: str) -> Any:
    start = f"import sys, json; sys.path.insert(0, {str(root)!r}); from standins import Standins; Standins(['axolotl'], {{}}).install()\n"
    return run(start + code)


# read


def test_what_it_emits_uses_only_what_the_registry_has(grown: Path) -> None:
    texts = [file.text for said in (SAID, CAPABLE) for file in files_of(DIALECT, said)]
    test = file_of_test(DIALECT, SAID)
    assert test is not None
    assert [fault for text in (*texts, test.text) for fault in faults(text, grown, ("axolotl",))] == []


@pytest.mark.parametrize("call", DIALECT.calls, ids=lambda call: f"call of kind {call.kind}")
def test_how_it_asks_fits_the_functions_that_answer(grown: Path, call: Any) -> None:
    assert DIALECT.context is not None
    context = render(DIALECT.context.build, {"fields": "cfg=cfg"})
    values = {"key": "kind", "point": "a.b", "context": context, "arguments": ", one", "default": "None", "value": "v"}
    text = "\n".join((*call.imports, *DIALECT.context.imports, render(call.text, values)))
    assert faults(text, grown, ("axolotl",)) == []


def test_every_field_of_the_context_is_there(shipped: Path) -> None:
    assert DIALECT.context is not None
    (context,) = [
        node for node in parsed(shipped / "axolotl/model_support/profile.py").body if getattr(node, "name", "") == "ModelHookContext"
    ]
    assert set(DIALECT.context.fields.values()) <= {
        getattr(getattr(line, "target", None), "id", "") for line in getattr(context, "body", ())
    }


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("from axolotl.model_support.base import ModelSuport", id="a name that is not there"),
        pytest.param("from axolotl.model_support.descriptors import ModelSupport", id="a module that is not there"),
        pytest.param("from axolotl.model_support.profile import ModelHooks\nModelHooks(by_stage={})", id="a field that is not there"),
        pytest.param("from axolotl.model_support import ModelProfile\nModelProfile()", id="a field too few, of a name that is re-exported"),
        pytest.param("from axolotl.model_support import check_capability\ncheck_capability(a, 'b')", id="an argument too few"),
    ],
)
def test_a_text_that_does_not_fit_is_found(grown: Path, text: str) -> None:
    assert faults(text, grown, ("axolotl",))


def test_the_text_that_ships_has_no_site_hooks_yet(shipped: Path) -> None:
    assert faults("from axolotl.model_support.profile import ModelHooks\nModelHooks(by_site={})", shipped, ("axolotl",))


# run


def test_a_descriptor_is_found_by_each_of_its_keys(grown: Path) -> None:
    code = "from axolotl.model_support.registry import get_registered_support as get\n"
    code += f"print(json.dumps([type(get(key)).__name__ for key in {KEYS!r}] + [get('other'), get(None), get('')]))"
    assert in_it(grown, code) == ["KiteSupport"] * len(KEYS) + [None, None, None]


def test_its_hooks_run_where_they_are_asked_for_in_their_order(grown: Path) -> None:
    code = """
from types import SimpleNamespace
from axolotl.model_support.profile import ModelHookContext
from axolotl.model_support.sites import adjust_by_model_site, ask_model_site, model_can, model_fact, run_model_site_hooks
seen = []
context = ModelHookContext(cfg=SimpleNamespace(seen=seen))
print(json.dumps({
    "effect": [run_model_site_hooks(key, "loaders.patch", context, "x") for key in ("other", None, "")],
    "left": run_model_site_hooks("kite", "loaders.left", context),
    "elsewhere": run_model_site_hooks("kite", "loaders.elsewhere", context),
    "value": [ask_model_site(key, "loaders.left", context, default=7) for key in ("kite", "other")],
    "adjusted": [adjust_by_model_site(key, "builders.steps", 1, context, 10) for key in ("gemma3", "other")],
    "fact": [model_fact("kite", "bits", 0), model_fact("kite", "other", 0), model_fact("other", "bits", 0)],
    "capability": [model_can("loom", "liger"), model_can("cohere_compass", "liger"), model_can("other", "liger")],
}))
"""
    assert in_it(grown, code) == {
        "effect": [False, False, False],
        "left": False,
        "elsewhere": False,
        "value": [7, 7],
        "adjusted": [21, 1],
        "fact": [8, 0, 0],
        "capability": [False, True, False],
    }


def test_a_hook_that_acts_is_told_from_one_that_declines(grown: Path) -> None:
    code = """
from types import SimpleNamespace
from axolotl.model_support.profile import ModelHookContext
from axolotl.model_support.sites import run_model_site_hooks
context = ModelHookContext(cfg=SimpleNamespace(seen=[]))
print(json.dumps([run_model_site_hooks("voxtral", "loaders.patch", context, "x"), context.cfg.seen]))
"""
    assert in_it(grown, code) == [True, ["x"]]


def test_the_test_that_it_emits_passes(grown: Path, tmp_path: Path) -> None:
    test = file_of_test(DIALECT, SAID)
    assert test is not None
    (tmp_path / "emitted.py").write_text(test.text, "utf-8")
    code = f"sys.path.insert(0, {str(tmp_path)!r}); import emitted\n"
    code += (
        "ran = [name for name, test in vars(emitted).items() if name.startswith('test_') and test() is None]; print(json.dumps(len(ran)))"
    )
    assert in_it(grown, code) == 5


# neutral


def test_the_plumbing_changes_no_answer_of_any_consumer(before: Answers, plumbed: Path) -> None:
    assert differing(before, asked(plumbed)) == set()


def test_a_neutral_descriptor_changes_no_answer_of_any_consumer(before: Answers, grown: Path) -> None:
    assert differing(before, asked(grown)) == set()


def test_a_family_that_loads_models_is_caught(before: Answers, plumbed: Path, tmp_path: Path) -> None:
    root = shutil.copytree(plumbed, tmp_path / "loads", dirs_exist_ok=True)
    (file,) = planted(root, DIALECT, SAID, LOADS_MODELS)
    file.write_text(f"from axolotl.model_support.templates import VANILLA_CAUSAL_LM\n{file.read_text()}")
    assert {("voxtral", "auto model, multimodal None"), ("gemma3", "auto model, multimodal None")} <= differing(before, asked(root))


def test_a_descriptor_that_keeps_the_matchers_from_being_asked_is_caught(before: Answers, plumbed: Path, tmp_path: Path) -> None:
    root = shutil.copytree(plumbed, tmp_path / "matches", dirs_exist_ok=True)
    planted(root, DIALECT, Said(model="kite", keys=KEYS))  # says nothing, and so is seen by the lookups of before
    kimi = "before tokenizer load, moonshotai/Kimi-Linear-48B-A3B"
    assert {("qwen3", kimi), ("kite", "processing by cohere_compass, a processor")} <= differing(before, asked(root))


def test_what_was_replaced_is_said(shipped: Path) -> None:
    replaced = set(run(SUPPORT / "axolotl_consumers.py", shipped)["replaced"])
    assert replaced <= REPLACED  # fewer, where some are installed
    assert "axolotl" not in replaced


def test_all_consumers_were_asked_for_all_types(before: Answers) -> None:
    assert {model: len(answers) for model, answers in before.items()} == dict.fromkeys(before, 46)
    assert json.dumps(before).count("Standin") == 0
