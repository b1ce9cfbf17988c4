"""`namebranch prove`: what it is asked, what it answers, and with which exit code."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]
FILES = {"old/config.json": '{"layers": 2}', "same/config.json": '{"layers": 2}', "other/config.json": '{"layers": 3}'}


@pytest.fixture
def outputs(here: Path) -> Path:
    """Return a folder in which three runs have written what they write."""
    for path, text in FILES.items():
        (here / path).parent.mkdir()
        (here / path).write_text(text)
    return here


def test_two_folders_need_no_trees(outputs: Path, verb: Run) -> None:
    code, out, _ = verb("prove", "--artifacts", "old", "same", "--quiet")
    assert code == 0
    assert "the same" in out


def test_a_value_that_differs_is_said_with_its_path(outputs: Path, verb: Run) -> None:
    code, out, _ = verb("prove", "--artifacts", "old", "other", "--format", "json", "--quiet")
    found = json.loads(out)
    assert code == 1
    assert found["command"] == "namebranch prove --artifacts old other"
    assert found["differences"] == [
        {"claim": "artifacts config.json", "answers": {"file": "config.json", "at": "$.layers"}, "old": ["2"], "new": ["3"]}
    ]
    assert found["old"]["tree"] != found["new"]["tree"]


@pytest.mark.parametrize("arguments", [[], ["old"], ["old", "--artifacts", "old", "same"]])
def test_one_tree_is_not_enough(arguments: list[str], outputs: Path, verb: Run) -> None:
    code, _, err = verb("prove", *arguments)
    assert code == 2
    assert "prove --artifacts OLD_DIR NEW_DIR" in err


def test_folders_are_compared_beside_trees(outputs: Path, verb: Run) -> None:
    for side in ("a", "b"):
        (outputs / f"{side}.py").write_text("def f(): return 1\n")
    code, out, _ = verb("prove", "a.py", "b.py", "--artifacts", "old", "other", "--format", "json", "--quiet")
    assert code == 1
    assert [claim["part"] for claim in json.loads(out)["claims"]] == ["artifacts"]
