"""Bug reports about gates, retold: two trees each, and what a check of the second against the first must say."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from repositories import Repository, repository

from namebranch.__main__ import main
from namebranch.analyzer.judging.verdict import Change, Fate, Verdict
from namebranch.commands import check as verb

CASES = Path(__file__).parent / "cases"
GATES = sorted(folder.parent for folder in CASES.glob("g*/expect.json"))
BRANCHES = {"compare", "membership", "table", "nameset"}
TOLD = {"new": {Fate.NEW, Fate.WIDENED}, "lost": {Fate.LOST}, "migrated": {Fate.TAKEN_OVER}, "fixed": {Fate.FIXED, Fate.DROPPED}}
Place = tuple[str, int, frozenset[str]]

every_gate = pytest.mark.parametrize("folder", GATES, ids=lambda folder: folder.name.partition("_")[2].replace("_", " "))


@pytest.fixture
def verdicts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Verdict]:
    """Return the list into which every verdict goes that `check` comes to, in an empty folder in which we are."""
    found: list[Verdict] = []
    answered = verb.answered

    def kept(*arguments: Any) -> Verdict:
        found.append(answered(*arguments))
        return found[-1]

    monkeypatch.setattr(verb, "answered", kept)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return found


def expected(folder: Path) -> dict[str, Any]:
    """Return the right answer of a case."""
    found: dict[str, dict[str, Any]] = json.loads((folder / "expect.json").read_text())
    return found["expect"]


def become(root: Path, tree: Path) -> None:
    """Replace all files but git's and our own by those of a tree."""
    for entry in root.iterdir():
        if entry.name not in {".git", ".namebranch"}:
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
    shutil.copytree(tree, root, dirs_exist_ok=True)


def places(changes: tuple[Change, ...], fates: set[Fate], *, lines: bool) -> set[Place]:
    """Return where changes of some fates are, and of which names; without *lines*, where only a baseline remembers them."""
    found = set[Place]()
    for change in changes:
        site = change.now or (change.was.site if change.was is not None else None)
        names = site.names if site is not None else change.was.names if change.was is not None else ()
        if change.fate in fates:
            found.add((change.path, change.line if lines else 0, frozenset(names)))
    return found


def right(answer: dict[str, Any], word: str, *, lines: bool) -> set[Place]:
    """Return the places that a right answer gives."""
    return {(one["file"], one["line"] if lines else 0, frozenset(one["names"])) for one in answer.get(word, ())}


def judge(answer: dict[str, Any], verdict: Verdict, *, lines: bool) -> None:
    """Compare a verdict with the right answer."""
    for word, fates in TOLD.items():
        if word in answer:
            assert places(verdict.changes, fates, lines=lines) == right(answer, word, lines=lines), word


@every_gate
def test_against_a_revision(folder: Path, verdicts: list[Verdict]) -> None:
    repo: Repository = repository(Path.cwd())
    for tree in ("base", "head"):
        become(repo.root, folder / tree)
        repo.commit(tree)
    code = main(["check", "--against", "HEAD~1", "--quiet"])
    assert code == expected(folder)["exit"]
    judge(expected(folder), verdicts[-1], lines=True)


@every_gate
def test_against_a_baseline(folder: Path, verdicts: list[Verdict]) -> None:
    become(Path.cwd(), folder / "base")
    assert main(["baseline", "add", "--all", "--reason", "as of adoption", "--quiet"]) == 0
    become(Path.cwd(), folder / "head")
    code = main(["check", "--quiet"])
    assert code in ({1} if expected(folder)["exit"] == 1 else {0, 3})
    judge({word: held for word, held in expected(folder).items() if word == "new"}, verdicts[-1], lines=True)
    judge({word: held for word, held in expected(folder).items() if word != "new"}, verdicts[-1], lines=False)


@every_gate
def test_every_branch_of_both_trees_is_found(folder: Path, capsys: pytest.CaptureFixture[str], verdicts: list[Verdict]) -> None:
    assert verdicts == []
    for tree in ("base", "head"):
        become(Path.cwd(), folder / tree)
        capsys.readouterr()
        main(["scan", "--quiet", "--format", "jsonl"])
        sites = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        found = {(site["path"], site["line"], frozenset(site["names"])) for site in sites if site["kind"] in BRANCHES}
        told = expected(folder).get(f"sites_{tree}", ())
        wanted = {(one["file"], one["line"], frozenset(one["names"])) for one in told if one["kind"] in BRANCHES}
        assert found == {place for place in wanted if not place[0].startswith("tests/")}


def test_a_file_that_goes_to_the_tests_counts_as_fixed(verdicts: list[Verdict]) -> None:
    (folder,) = CASES.glob("g04_*")
    repo = repository(Path.cwd())
    for tree in ("head", "base"):
        become(repo.root, folder / tree)
        repo.commit(tree)
    assert main(["check", "--against", "HEAD~1", "--quiet"]) == 0
    assert {change.fate for change in verdicts[-1].changes} == {Fate.FIXED}
