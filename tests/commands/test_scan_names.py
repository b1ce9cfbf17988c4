"""`scan --names FILE`: names that a user knows beside those that ship."""

import json
from pathlib import Path

import pytest

from namebranch.__main__ import main

CODE = """
def pick(kind):
    if kind == "zephyrus":
        return 1
    return 2
"""


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Return a target that decides by a name that no release knows."""
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "loader.py").write_text(CODE)
    return tmp_path


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[list[str]]:
    """Return the names of the sites of a scan."""
    assert main(["scan", *arguments, "--format", "jsonl", "--quiet"]) == 0
    return [json.loads(line)["names"] for line in capsys.readouterr().out.splitlines()]


def test_a_name_of_the_file_is_one_where_nothing_else_says_so(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = target / "names.json"
    names.write_text(json.dumps({"model_types": ["zephyrus"]}))
    assert found(capsys, str(target / "pkg")) == []
    assert found(capsys, str(target / "pkg"), "--names", str(names)) == [["zephyrus"]]
    assert found(capsys, str(target / "pkg")) == [], "the cache keeps the two apart"


def test_a_file_that_holds_no_names_says_what_is_wrong(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = target / "names.json"
    names.write_text("[1]")
    assert main(["scan", str(target / "pkg"), "--names", str(names), "--quiet"]) == 2
    assert "error" in capsys.readouterr().err
