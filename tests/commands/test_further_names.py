"""`--names FILE`: names that a user knows beside those that ship, for every verb that scans."""

import csv
import json
from pathlib import Path

import pytest
from repositories import Repository, repository

from namebranch.__main__ import main

CODE = """
def pick(kind):
    if kind == "zephyrus":
        return 1
    return 2
"""

SURE = CODE.replace("kind ==", "type(kind).__name__ ==").replace("zephyrus", "ZephyrusModel")  # the name of a class, for sure


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


@pytest.fixture
def told(target: Path) -> list[str]:
    """Return the option that names the type."""
    (target / "names.json").write_text(json.dumps({"model_types": ["zephyrus"], "architectures": ["ZephyrusModel"]}))
    return ["--names", str(target / "names.json")]


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    """Return a history in which the branch came with the second commit."""
    made = repository(tmp_path / "repo")
    made.commit("one", pkg__loader_py="")
    made.commit("two", pkg__loader_py=SURE)
    return made


def test_a_drift_counts_what_is_named_so(repo: Repository, told: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    def counts(*more: str) -> list[str]:
        assert main(["drift", str(repo.root), "--format", "csv", "--quiet", *more]) == 0
        return [row["decisions"] for row in csv.DictReader(capsys.readouterr().out.splitlines())]

    assert counts() == ["0", "0"]
    assert counts(*told) == ["0", "1"]
    assert counts() == ["0", "0"], "the cache keeps the two apart"


def test_a_check_fails_on_what_is_named_so(repo: Repository, told: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["check", str(repo.root), "--against", "HEAD~1", "--quiet"]
    assert main(asked) == 0
    capsys.readouterr()
    assert main([*asked, *told]) == 1
    assert '== "ZephyrusModel"' in capsys.readouterr().out


def test_a_baseline_accepts_what_is_named_so(target: Path, told: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    (target / "pkg" / "loader.py").write_text(SURE)
    assert main(["baseline", "add", str(target / "pkg"), "--all", "--reason", "today", "--quiet", *told]) == 0
    assert "ZephyrusModel" in (target / "pkg" / ".namebranch" / "baseline.txt").read_text()
    assert main(["check", str(target / "pkg"), "--quiet", *told]) == 0
    capsys.readouterr()


def test_a_cost_knows_what_is_named_so(target: Path, told: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cost", str(target / "pkg"), "--format", "json", "--quiet", *told]) == 0
    assert "zephyrus" in capsys.readouterr().out
