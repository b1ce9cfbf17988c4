"""A ladder of releases: which have which names."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.specifiers import SpecifierSet

from namebranch.registry.universe.releases import Releases, ReleasesError, Rung, from_json, to_json

NAMES = st.sampled_from(["Ant", "Bee", "Cat", "dog"])
MODULES = st.dictionaries(st.sampled_from(["", "models", "models.ant", "models.ant.modeling"]), st.frozensets(NAMES), max_size=4)
RUNGS = st.lists(st.tuples(st.frozensets(NAMES), MODULES), min_size=1, max_size=6)


def ladder(*rungs: tuple[frozenset[str], dict[str, frozenset[str]]]) -> Releases:
    """Return a ladder of releases 1.0.0, 1.1.0, …"""
    made = [Rung(version=f"1.{at}.0", types=types, modules=modules, borrowed=frozenset()) for at, (types, modules) in enumerate(rungs)]
    return from_json(to_json("zoo", reversed(made)))


@given(RUNGS)
def test_what_is_written_is_read(rungs: list[tuple[frozenset[str], dict[str, frozenset[str]]]]) -> None:
    found = ladder(*rungs)
    for bit, (types, modules) in enumerate(rungs):
        assert {name for name, mask in found.types.items() if mask >> bit & 1} == types
        for module in ("", "models", "models.ant", "models.ant.modeling"):
            below = [each for each in modules if each == module or each.startswith(f"{module}.")]
            if module:
                assert bool(found.module(module) >> bit & 1) is bool(below)
        for name in ("Ant", "Bee", "Cat", "dog"):
            assert bool(found.member("models.ant.modeling", name) >> bit & 1) is (name in modules.get("models.ant.modeling", ()))
            assert bool(found.classes.get(name, 0) >> bit & 1) is any(name in held for held in modules.values())


def test_a_package_has_what_is_in_its_modules() -> None:
    found = ladder((frozenset(), {"models.ant": frozenset(), "models.ant.modeling": frozenset({"Ant"})}))
    assert found.member("models.ant", "Ant")
    assert found.member("models.ant", "modeling")
    assert not found.member("models", "Ant")


def test_a_borrowed_name_is_in_every_module_of_a_model_of_that_release() -> None:
    made = Rung(version="1.0.0", types=frozenset(), modules={"models.ant": frozenset({"Ant"})}, borrowed=frozenset({"logger"}))
    found = from_json(to_json("zoo", [made]))
    assert found.member("models.ant", "logger")
    assert not found.member("models.bee", "logger")


def test_a_rung_stands_for_its_minor() -> None:
    found = ladder(*[(frozenset(), {}) for _ in range(5)])
    for wanted, said in (("==1.3.2", "1.3"), (">=1.1,<1.3", "1.1 … 1.2"), ("!=1.0.0", "1.0 … 1.4"), (">=7", ""), ("", "1.0 … 1.4")):
        assert found.said(found.allowed(SpecifierSet(wanted))) == said


def test_releases_with_gaps_in_words() -> None:
    found = ladder(*[(frozenset({"Ant"}) if at in {0, 1, 3} else frozenset(), {}) for at in range(5)])
    assert found.said(found.types["Ant"]) == "1.0 … 1.1, 1.3"


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[1]", b'{"schema": 2, "package": "x", "versions": [], "types": {}, "borrowed": {}, "modules": {}}']
)
def test_what_is_no_ladder_is_refused(data: bytes) -> None:
    with pytest.raises(ReleasesError, match="a ladder of"):
        from_json(data)


FACTS = {
    "a class that is gone": ("models.llama.modeling_llama", "LlamaFlashAttention2", "4.40 … 4.47"),
    "a class that came": ("models.qwen3.modeling_qwen3", "Qwen3Attention", "4.51 … 5.23"),
    "a name at the top": ("", "AutoModelForVision2Seq", "4.40 … 4.57"),
    "a name that a module borrows": ("models.llama.modeling_llama", "ACT2FN", "4.40 … 5.23"),
    "a converter, which is no script": ("convert_slow_tokenizer", "convert_slow_tokenizer", "4.40 … 5.23"),
    "a name that other modules borrow": ("utils.generic", "OutputRecorder", "4.54 … 5.1"),
    "a name that never was": ("models.llama.modeling_llama", "LlamaNothing", ""),
}


@pytest.mark.parametrize(("module", "name", "said"), FACTS.values(), ids=FACTS)
def test_the_shipped_ladder_knows(module: str, name: str, said: str) -> None:
    found = Releases.load()
    assert found.said(found.member(module, name)) == said


def test_the_shipped_ladder_has_one_release_a_minor() -> None:
    versions = [version.rpartition(".")[0] for version in Releases.load().versions]
    assert versions == [*(f"4.{minor}" for minor in range(40, 58)), *(f"5.{minor}" for minor in range(24))]


@pytest.mark.parametrize(
    ("dotted", "served"),
    [
        ("models.vit.image_processing_vit_fast.ViTImageProcessorFast", True),
        ("tokenization_utils.PreTrainedTokenizer", True),
        ("GPT2TokenizerFast", True),
        ("models.llama.modeling_llama", False),
    ],
)
def test_what_is_served_without_a_file(dotted: str, served: bool) -> None:
    assert Releases.load().is_served(dotted) is served


def test_a_question_is_answered_at_once() -> None:
    start = time.perf_counter()
    found = Releases.load()
    assert found.member("models.llama.modeling_llama", "LlamaAttention")
    assert found.types["llama"]
    assert time.perf_counter() - start < 1
