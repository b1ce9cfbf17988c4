"""`audit --names A..B --dep NAME=A..B`: what changes when the ground moves."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

Run = Callable[..., tuple[int, str, str]]
CODE = """
from kernels import TABLE
from transformers.models.jamba.modeling_jamba import HybridMambaAttentionDynamicCache


def patch(config):
    if config.model_type in TABLE:
        return TABLE[config.model_type]
    elif config.model_type == "jamba":
        return "ours"
    if config.model_type.startswith("gemma4"):
        return "gemma"
    if config.model_type != "llama":
        return "not llama"


def late():
    from transformers.models.gemma4.modeling_gemma4 import Gemma4ForCausalLM

    return Gemma4ForCausalLM
"""


@pytest.fixture
def tree(here: Path) -> Path:
    """Return a folder with a target, and two releases of a library beside it."""
    (here / "target" / "shared").mkdir(parents=True)
    (here / "target" / "shared" / "patch.py").write_text(CODE.lstrip("\n"))
    for version, table in (("1", '{"llama": 1}'), ("2", '{"llama": 1, "jamba": 2}')):
        library = here / f"kernels{version}"
        (library / "kernels").mkdir(parents=True)
        (library / "PKG-INFO").write_text(f"Name: kernels\nVersion: {version}\n")
        (library / "kernels" / "__init__.py").write_text(f"TABLE = {table}\n")
    return here


MOVE = ("--names", "5.4..5.23", "--dep", "kernels=kernels1..kernels2", "--select", "NB401,NB413", "--jobs", "1")


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize("form", ["table", "json"])
def test_what_breaks_what_mends_and_what_is_reached(form: str, verb: Run, snapshot: SnapshotAssertion) -> None:
    code, out, _ = verb("audit", "target", *MOVE, "--format", form)
    assert code == 0
    assert out == snapshot


@pytest.mark.usefixtures("tree")
def test_the_other_way_round_what_broke_is_mended(verb: Run) -> None:
    back = ("--names", "5.23..5.4", "--dep", "kernels=kernels2..kernels1", "--select", "NB401,NB413", "--jobs", "1")
    there, again = (json.loads(verb("audit", "target", *move, "--format", "json")[1]) for move in (MOVE, back))
    assert [one["witness"] for one in there["findings"]] == [one["witness"] for one in again["mended"]]
    assert [one["gained"] for one in there["reached"]] == [one["lost"] for one in again["reached"]]


@pytest.mark.usefixtures("tree")
def test_nothing_changes_where_nothing_moves(verb: Run) -> None:
    code, out, _ = verb("audit", "target", "--names", "5.23..5.23", "--jobs", "1")
    assert code == 0
    assert "Nothing changes." in out


@pytest.mark.usefixtures("tree")
def test_what_breaks_may_fail(verb: Run) -> None:
    assert verb("audit", "target", *MOVE, "--fail-on", "NB401")[0] == 1
    assert verb("audit", "target", "--names", "5.23..5.23", "--select", "NB401", "--fail-on", "NB401", "--jobs", "1")[0] == 0


WRONG = {
    "a release that nobody knows": (("--names", "5.16..9.1"), "'9.1'"),
    "a word": (("--names", "old..new"), "'old'"),
    "a dependency with one side": (("--dep", "kernels=kernels1"), "kernels=OLD..NEW"),
    "a dependency that is not there": (("--dep", "no_such_library_anywhere"), "pip download"),
    "a file that is not there": (("--names", "nothing.json"), "nothing.json"),
}


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize(("options", "said"), WRONG.values(), ids=WRONG)
def test_refused_is(options: tuple[str, ...], said: str, verb: Run) -> None:
    code, _, err = verb("audit", "target", *options, "--jobs", "1")
    assert code == 2
    assert said in err


@pytest.mark.usefixtures("tree")
def test_an_installed_library_is_found_by_its_name(verb: Run) -> None:
    code, out, _ = verb("audit", "target", "--dep", "click", "--jobs", "1")
    assert code == 0
    assert "click" in out
