"""The verb `report comment`: what a pull request does, in one comment that GitHub takes."""

import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest
from repositories import Repository, repository
from syrupy.assertion import SnapshotAssertion

from namebranch.reports.comment import LONGEST, MARKER, bounded

Run = Callable[..., tuple[int, str, str]]
BEFORE = """
def load(cfg):
    if cfg.model_type == "gemma3":
        cfg.scale = 2
    if cfg.model_type == "mixtral":
        cfg.experts = True
    return cfg
"""
AFTER = """
def load(cfg):
    if cfg.model_type in ("gemma3", "gemma3_text"):
        cfg.scale = 2
    if cfg.model_type == "jamba":
        cfg.state = True
    return cfg
"""
SUPPORT = """
SUPPORT = {}


def register_model(key):
    def keep(cls):
        SUPPORT[key] = cls
        return cls

    return keep


@register_model("mixtral")
class MixtralSupport:
    experts = True
"""
CONFIG = """
[registry]
modules = ["pkg/support.py"]

[[registry.idioms]]
registry = "support"
form = "decorator"
space = "model_type"
via = ["register_model"]
"""


@pytest.fixture
def tree(here: Path) -> Repository:
    """Return a repository whose branch `change` parted from `main`, with a commit on each."""
    made = repository(here / "tree")
    made.commit("Begin", pkg__loader_py=dedent(BEFORE), namebranch_toml=CONFIG)
    made.git("switch", "--quiet", "--create", "change")
    made.commit("Jamba", pkg__loader_py=dedent(AFTER), pkg__support_py=dedent(SUPPORT), tests__test_it_py="def test():\n    assert True\n")
    return made


def test_a_comment(tree: Repository, verb: Run, snapshot: SnapshotAssertion) -> None:
    code, text, err = verb("report", "comment", "tree", "-q", "--against", "main")
    assert (code, err) == (0, "")
    assert text.startswith(MARKER)
    assert text.replace(tree.git("rev-parse", "main")[:12], "COMMIT") == snapshot


def test_nothing_changed_is_said(tree: Repository, verb: Run) -> None:
    code, text, _ = verb("report", "comment", "tree@main", "-q", "--against", "main")
    assert code == 0
    assert "no new name branches" in text
    assert "**2** decisions by a model's name in shared code, as many as before." in text
    assert "No model is named in more or in fewer places than before." in text
    assert "**0 source lines** added" in text


def test_what_is_staged_is_part_of_it_and_what_is_not_is_none(tree: Repository, verb: Run) -> None:
    (tree.root / "pkg" / "more.py").write_text('def f(cfg):\n    return cfg.model_type == "t5"\n')
    assert "pkg/more.py" not in verb("report", "comment", "tree", "-q", "--against", "main")[1]
    tree.git("add", "pkg/more.py")
    assert "pkg/more.py:2" in verb("report", "comment", "tree", "-q", "--against", "main")[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param([], "Missing option '--against'", id="nothing to compare with"),
        pytest.param(["--against", "v9"], "has no revision 'v9'", id="an unknown revision"),
    ],
)
def test_a_comment_is_refused(arguments: list[str], words: str, tree: Repository, verb: Run) -> None:
    code, out, err = verb("report", "comment", "tree", "-q", *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_hostile_text_of_a_target_does_nothing(tree: Repository, verb: Run) -> None:
    evil = "gemma3_<b>@team|`x\u202e"
    text = dedent(AFTER).replace('"jamba"', repr(evil))
    tree.write(pkg__loader_py=text, namebranch_toml=CONFIG + "[subsystems]\n'a|<i>@x' = ['pkg/']\n")
    tree.commit("evil")
    code, comment, _ = verb("report", "comment", "tree", "-q", "--against", "main")
    assert code == 0
    assert not re.search("\u202e|<b>|<i>|@(?:team|x)\\b", comment)


def test_a_comment_is_cut_at_the_end_of_a_line() -> None:
    text = "".join(f"line {number}\n" for number in range(10_000))
    cut = bounded(text)
    assert LONGEST - 20 < len(cut) < LONGEST + 100
    assert cut.startswith(text[: len(cut) - 90].rpartition("\n")[0])
    assert cut.endswith("\nCut here, since a comment holds no more: `namebranch check` prints all of it.\n")
    assert bounded("short\n") == "short\n"
