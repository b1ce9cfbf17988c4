"""The history of tinytrain: always the same, sound at every commit, and what a scan sees of it is what expected.toml says."""

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import oracle
import pytest

from namebranch.analyzer.inventory import Inventory, Zone
from namebranch.analyzer.judging.counts import count
from namebranch.analyzer.store import Store

HISTORY = oracle.history()
COMMITS = oracle.commits()
every_commit = pytest.mark.parametrize("number", range(1, len(COMMITS) + 1), ids=[one["subject"] for one in COMMITS])
EVENTS = {"added", "widened", "narrowed", "moved", "removed", "lost", "migrated"}
GONE = {"removed", "lost", "migrated"}


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the repository."""
    folder = tmp_path_factory.mktemp("history") / "tinytrain"
    HISTORY.build(folder)
    return folder


@pytest.fixture(scope="module")
def inventories(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Inventory]:
    """Return what a scan finds at each commit, oldest first."""
    cache = tmp_path_factory.mktemp("cache")
    return [oracle.inventory(f"{repository}@{one}", Store(cache)) for one in git(repository, "rev-list", "--reverse", "HEAD").split()]


def git(folder: Path, *arguments: str) -> str:
    """Return what git says of a repository."""
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_two_builds_are_the_same_to_the_last_bit(repository: Path, tmp_path: Path) -> None:
    ids = git(repository, "rev-list", "--reverse", "HEAD").split()
    assert HISTORY.build(tmp_path / "again") == ids


def test_nothing_of_the_user_or_the_machine_gets_in(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".gitconfig").write_text("[user]\nname = Somebody\nemail = some@body.example\n[commit]\ngpgsign = true\n")
    for name, value in {
        "HOME": str(tmp_path),
        "GIT_AUTHOR_NAME": "Somebody",
        "GIT_DIR": str(tmp_path / "elsewhere"),
        "TZ": "Asia/Tokyo",
    }.items():
        monkeypatch.setenv(name, value)
    ids = HISTORY.build(tmp_path / "again")
    monkeypatch.delenv("GIT_DIR")
    assert git(repository, "rev-parse", "HEAD").strip() == ids[-1]
    assert not (tmp_path / "elsewhere").exists()


def test_a_folder_that_is_there_is_not_touched(tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        HISTORY.build(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_last_commit_is_what_lies_there(repository: Path) -> None:
    files = git(repository, "ls-files").splitlines()
    assert files == sorted(HISTORY.final_tree())
    assert [path for path in files if (repository / path).read_bytes() != (oracle.FOLDER / path).read_bytes()] == []
    package = {path.relative_to(oracle.FOLDER).as_posix() for path in oracle.FOLDER.glob("tinytrain/**/*.*")}
    assert {path for path in package if "__pycache__" not in path} <= set(files)


def test_about_forty_commits_with_the_numbers_of_their_pull_requests(repository: Path) -> None:
    subjects = git(repository, "log", "--reverse", "--format=%s").splitlines()
    assert subjects == [one["subject"] for one in COMMITS]
    numbers = [int(found[1]) for subject in subjects if (found := re.search(r"\(#(\d+)\)$", subject))]
    assert len(numbers) == len(subjects) >= 40
    assert numbers == sorted(set(numbers))


def test_dates_and_authors_are_fixed(repository: Path) -> None:
    rows = [line.split("|") for line in git(repository, "log", "--reverse", "--format=%an|%ae|%at|%ct").splitlines()]
    assert {name for name, *_ in rows} == set(HISTORY.AUTHORS.values())
    assert [int(row[2]) for row in rows] == [HISTORY.FIRST + number * HISTORY.APART for number in range(len(rows))]
    assert [row[2] for row in rows] == [row[3] for row in rows]


@every_commit
def test_a_commit_leaves_a_tree_that_holds_together(number: int) -> None:
    tree = HISTORY.trees()[number - 1]
    modules = {path: ast.parse(text) for path, text in tree.items() if path.startswith("tinytrain/") and path.endswith(".py")}
    assert [f"{path}: {what}" for path, module in modules.items() for what in unresolved(path, module, modules)] == []


@every_commit
def test_the_decisions_after_a_commit(number: int, inventories: list[Inventory]) -> None:
    assert count(inventories[number - 1]).drift == COMMITS[number - 1]["decisions"]


@every_commit
def test_what_a_commit_did_is_what_changed(number: int, inventories: list[Inventory]) -> None:
    before, after = (sites(inventories[at]) if at >= 0 else Counter() for at in (number - 2, number - 1))
    expected = Counter(before)
    for event in COMMITS[number - 1]["events"]:
        gone, new = ends(event)
        expected.update(new)
        expected.subtract(gone)
    expected.subtract(after)
    assert {place: more for place, more in expected.items() if more} == {}


@every_commit
def test_the_names_that_a_commit_brought(number: int, inventories: list[Inventory]) -> None:
    found = {(site.path, site.scope, site.kind, site.names) for site in inventories[number - 1].sites}
    events = [event for event in COMMITS[number - 1]["events"] if event["event"] not in GONE]
    there = [(event["path"], event["scope"], event["kind"], tuple(event["names"])) for event in events]
    assert [one for one in there if one not in found] == []


def test_every_event_is_known_and_happens() -> None:
    assert {event["event"] for one in COMMITS for event in one["events"]} == EVENTS


def test_a_commit_that_formats_does_nothing() -> None:
    (formatted,) = (one for one in COMMITS if "formatter" in one["subject"])
    assert formatted["events"] == []


def sites(inventory: Inventory) -> Counter[tuple[str, str, str]]:
    """Return the places of shared code that hold sites: path, scope, kind."""
    return Counter((site.path, site.scope, str(site.kind)) for site in inventory.sites if site.zone is Zone.SHARED)


def ends(event: dict[str, str]) -> tuple[list[tuple[str, str, str]], list[tuple[str, str, str]]]:
    """Return the places that an event emptied and those that it filled."""
    here = (event["path"], event["scope"], event["kind"])
    if event["event"] in GONE:
        return [here], []
    if event["event"] == "added":
        return [], [here]
    return [(event.get("was_path", here[0]), event.get("was_scope", here[1]), event.get("was_kind", here[2]))], [here]


def unresolved(path: str, module: ast.Module, modules: dict[str, ast.Module]) -> Iterator[str]:
    """Yield what a module imports from its own package, and that is not there."""
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = "/".join([*path.split("/")[: -node.level], *(node.module or "").split(".")]).rstrip("/")
            file = f"{base}.py" if f"{base}.py" in modules else f"{base}/__init__.py"
            for alias in node.names:
                if file not in modules and f"{base}/{alias.name}.py" not in modules:
                    yield f"no module {base}"
                elif (
                    f"{base}/{alias.name}.py" not in modules
                    and f"{base}/{alias.name}/__init__.py" not in modules
                    and alias.name not in bound(modules[file])
                ):
                    yield f"no {alias.name} in {file}"


def bound(module: ast.Module) -> set[str]:
    """Return the names that a module binds anywhere."""
    found: set[str] = set()
    for node in ast.walk(module):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.ImportFrom(names=names) | ast.Import(names=names):
                found |= {alias.asname or alias.name for alias in names}
            case _:
                pass
    return found
