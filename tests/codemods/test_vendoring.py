"""The runtime in a package of a target: new, replaced, refused; and its own tests pass there with nothing else installed."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from namebranch.codemods.vendoring import Vendoring, VendoringError, runtime, vendoring

TESTS = Path(__file__).parents[1]
FILES = {"__init__.py": b'"""Doc."""\nfrom .book import x\n', "book.py": b"x = 1\n"}
OLDER = {**FILES, "book.py": b"x = 0\n", "gone.py": b""}


def laid(files: dict[str, bytes], version: str = "1.0", held: dict[str, bytes] | None = None) -> Vendoring:
    return vendoring("kit/_namebranch", held or {}, files, version)


def lies(files: dict[str, bytes], version: str = "1.0") -> dict[str, bytes]:
    """Return what lies in the folder after that version was vendored."""
    return {change.path.rpartition("/")[2]: change.after or b"" for change in laid(files, version).changes}


def test_below_its_header_a_file_is_ours_byte_for_byte() -> None:
    held = lies({name: bytes(data) for name, data in runtime().items()})
    assert {name: data.split(b"\n", 2)[2] for name, data in held.items()} == runtime()
    assert {data.split(b" ")[2] for data in held.values()} == {b"1.0,"}


def test_where_nothing_lies_all_files_are_new() -> None:
    found = laid(FILES)
    assert [(each.path, each.before) for each in found.changes] == [
        ("kit/_namebranch/__init__.py", None),
        ("kit/_namebranch/book.py", None),
    ]
    assert found.replaced is None


def test_an_unmodified_copy_is_replaced_and_what_is_no_longer_part_of_it_goes() -> None:
    found = laid(FILES, "2.0", lies(OLDER))
    assert found.replaced == "1.0"
    assert [(each.path.rpartition("/")[2], each.after is None) for each in found.changes] == [
        ("__init__.py", False),
        ("book.py", False),
        ("gone.py", True),
    ]


def test_the_same_version_again_changes_nothing() -> None:
    found = laid(FILES, "1.0", lies(FILES))
    assert (found.changes, found.replaced) == ((), "1.0")
    assert found.digest == laid(FILES).digest != laid(OLDER).digest


def test_line_ends_that_git_changed_are_no_modification() -> None:
    held = {name: data.replace(b"\n", b"\r\n") for name, data in lies(FILES).items()}
    assert len(laid(FILES, "1.0", held).changes) == 2


MODIFIED: dict[str, tuple[str, Callable[[bytes], bytes], str]] = {
    "one letter more": ("book.py", lambda data: data + b"#", "was changed"),
    "one letter less": ("book.py", lambda data: data[:-1], "was changed"),
    "without its header": ("book.py", lambda data: data.split(b"\n", 2)[2], "no part of"),
    "half of its header": ("book.py", lambda data: data.split(b"\n", 1)[1], "no part of"),
    "a file of somebody else": ("mine.py", lambda _: b"mine = 1\n", "no part of"),
    "a file under another name": ("mine.py", lambda _: lies(FILES)["book.py"], "no part of"),
    "an empty file": ("book.py", lambda _: b"", "no part of"),
    "not text": ("book.py", lambda _: b"\xff\x00", "no part of"),
}


@pytest.mark.parametrize("what", MODIFIED)
def test_a_modified_copy_is_refused_and_the_file_is_named(what: str) -> None:
    name, modify, words = MODIFIED[what]
    held = lies(FILES)
    held[name] = modify(held.get(name, b""))
    with pytest.raises(VendoringError, match=f"^kit/_namebranch/{name}: it .*{words}"):
        laid(FILES, "2.0", held)


def test_its_own_tests_pass_in_a_package_with_nothing_else_installed(tmp_path: Path) -> None:
    folder = tmp_path / "kit" / "parts" / "_vendored"
    folder.mkdir(parents=True)
    for parent in (folder.parent, folder.parents[1]):
        (parent / "__init__.py").touch()
    for change in vendoring("", {}, runtime(), "1.0").changes:
        (folder / change.path.strip("/")).write_bytes(change.after or b"")
    tests = sorted(str(file) for file in (TESTS / "registry" / "runtime").glob("test_runtime_*.py"))
    command = [sys.executable, "-I", "-S", str(TESTS / "support" / "alone.py"), str(tmp_path), "--", *tests]
    environment = {**os.environ, "RUNTIME": "kit.parts._vendored"}
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert int(ran.stdout.rpartition("\n")[0].rpartition("\n")[2].partition(" ")[0]) > 100
