"""What went wrong with other people's codemods, retold in `tests/cases/c*`: ours gives the right answer."""

import ast
import difflib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import scanning
import spelled

from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.codemods.previewing import chosen, previewed

CASES = Path(__file__).parents[1] / "cases"
FOLDERS = sorted(path.parent for path in CASES.glob("c*/expect.json"))
every_case = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name.partition("_")[2].replace("_", " "))
CRLF = b"\r\n"


def sources(folder: Path) -> dict[str, str | bytes]:
    """Return the files of a case."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.py")}


def asserts(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield what has to hold afterwards."""
    yield from json.loads((folder / "expect.json").read_text())["expect"]["assert"]


def migrated(folder: Path) -> tuple[dict[str, str | bytes], dict[str, bytes]]:
    """Return the files of a case before and after all its branches moved; the package is that of its first folder."""
    before = sources(folder)
    package = next(path for path in sorted(before) if "/" in path).partition("/")[0]
    _, after = spelled.migrated(before, package=package)
    return before, after


def ran(folder: Path, files: dict[str, Any], place: Path) -> None:
    """Run the case's script beside these files; an AssertionError shows what it said."""
    for path, data in files.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_bytes(data.encode() if isinstance(data, str) else data)
    done = subprocess.run([sys.executable, "check.py"], cwd=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@every_case
def test_the_case_itself_is_right(folder: Path, tmp_path: Path) -> None:
    ran(folder, sources(folder), tmp_path)


@every_case
def test_it_does_the_same_afterwards(folder: Path, tmp_path: Path) -> None:
    before, after = migrated(folder)
    assert any(after[path] != data for path, data in before.items())
    ran(folder, after, tmp_path)


@every_case
def test_so_it_does_with_the_vendored_registry(folder: Path, tmp_path: Path) -> None:
    tree = scanning.source(sources(folder))
    loaded = load(tree)
    dialect, base = chosen("vendored", tree)
    preview = previewed(tree, program(tree, loaded, jobs=1), dialect, base, ())
    assert preview.files
    ran(folder, {**tree.files, **{file.path: file.after for file in preview.files}}, tmp_path)


@every_case
def test_what_has_to_hold_does(folder: Path) -> None:
    before, after = migrated(folder)
    for one in asserts(folder):
        fault = FAULTS[one["check"]](one, before, after)
        assert fault is None, f"{one['check']}: {fault}"


@every_case
def test_a_second_run_changes_nothing(folder: Path) -> None:
    _, after = migrated(folder)
    package = next(path for path in sorted(after) if "/" in path).partition("/")[0]
    planned, again = spelled.migrated(dict(after), package=package)
    assert [plan for plan in planned.plans if not plan.path.startswith(f"{package}/owners/")] == []
    assert again == after


# -- one function a kind of assertion: what is wrong, or None


def compiles(_: dict[str, Any], __: dict[str, Any], after: dict[str, bytes]) -> str | None:
    """All files compile."""
    for path, data in after.items():
        compile(data, path, "exec")
    return None


def not_text(one: dict[str, Any], _: dict[str, Any], after: dict[str, bytes]) -> str | None:
    """A file does not hold a text."""
    return one["why"] if one["text"].encode() in after[one["file"]] else None


def comments_kept(one: dict[str, Any], _: dict[str, Any], after: dict[str, bytes]) -> str | None:
    """Comments are still there."""
    held = b"\n".join(after.values()) if one["where"] == "any file" else after[one["where"]]
    return next((comment for comment in one["comments"] if comment.encode() not in held), None)


def untouched_lines(one: dict[str, Any], before: dict[str, Any], after: dict[str, bytes]) -> str | None:
    """Lines, by their numbers before, are still there in their order."""
    old, new = before[one["file"]].splitlines(), after[one["file"]].splitlines()
    kept = {
        first + at for first, _, size in difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks() for at in range(size)
    }
    return next((f"line {number}" for number in one["lines"] if number - 1 not in kept), None)


def first_lines(one: dict[str, Any], _: dict[str, Any], after: dict[str, bytes]) -> str | None:
    """A file begins so."""
    held = after[one["file"]].decode().splitlines()[: len(one["lines"])]
    return None if held == one["lines"] else f"{held}"


def import_before_first_use(one: dict[str, Any], before: dict[str, Any], after: dict[str, bytes]) -> str | None:
    """What is imported anew at the top stands before all other code that was there."""
    tree = ast.parse(after[one["file"]])
    known = {ast.unparse(node) for node in ast.parse(before[one["file"]]).body}
    fresh = [node for node in tree.body if isinstance(node, ast.ImportFrom | ast.Import) and ast.unparse(node) not in known]
    other = next(node for node in tree.body if isinstance(node, ast.FunctionDef | ast.Assign))
    return next((ast.unparse(node) for node in fresh if node.lineno > other.lineno), None) if fresh else "nothing is imported"


def order(one: dict[str, Any], before: dict[str, Any], after: dict[str, bytes]) -> str | None:
    """What is imported anew stands behind a line."""
    text = after[one["file"]].decode()
    known = {ast.unparse(node) for node in ast.parse(before[one["file"]]).body}
    fresh = [node for node in ast.parse(text).body if isinstance(node, ast.ImportFrom) and ast.unparse(node) not in known]
    line = text[: text.index(one["first"])].count("\n") + 1
    return next((ast.unparse(node) for node in fresh if node.lineno <= line), None)


def no_top_level_import_of(one: dict[str, Any], _: dict[str, Any], after: dict[str, bytes]) -> str | None:
    """A module is imported in functions only."""
    nodes = [node for node in ast.parse(after[one["file"]]).body if isinstance(node, ast.ImportFrom | ast.Import)]
    return next((ast.unparse(node) for node in nodes if one["module"] in ast.unparse(node)), None)


def line_endings(one: dict[str, Any], _: dict[str, Any], after: dict[str, bytes]) -> str | None:
    """Every line ends as before, and a mark stays."""
    data = after[one["file"]]
    if data.count(b"\n") != data.count(CRLF):
        return "a line ends in a line feed alone"
    return None if data.startswith("\ufeff".encode()) else "the mark is gone"


def bytes_unchanged(one: dict[str, Any], before: dict[str, Any], after: dict[str, bytes]) -> str | None:
    """Files are what they were."""
    return next((path for path in one["files"] if before[path] != after[path]), None)


def diff_lines_max(one: dict[str, Any], before: dict[str, Any], after: dict[str, bytes]) -> str | None:
    """Few lines differ."""
    old, new = before[one["file"]].decode().splitlines(), after[one["file"]].decode().splitlines()
    count = sum(1 for line in difflib.ndiff(old, new) if line[0] in "+-")
    return f"{count} lines differ" if count > one["value"] else None


def script(_: dict[str, Any], __: dict[str, Any], ___: dict[str, bytes]) -> None:
    """The script is run by a test of its own."""


FAULTS = {
    check.__name__: check
    for check in (
        compiles,
        not_text,
        comments_kept,
        untouched_lines,
        first_lines,
        import_before_first_use,
        order,
        no_top_level_import_of,
        line_endings,
        bytes_unchanged,
        diff_lines_max,
        script,
    )
}
