"""The runtime in a package of a target: new, replaced, refused; and its own tests pass there with nothing else installed."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from namebranch.codemods.vendoring import Vendoring, VendoringError, runtime, vendoring

TESTS = Path(__file__).parents[1]
EXAMPLE = TESTS.parent / "examples" / "tinytrain"
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
    "a header that is not text": ("book.py", lambda data: data.replace(b"book.py", b"b\xffok.py", 1), "no part of"),
    "not text": ("book.py", lambda _: b"\xff\x00", "no part of"),
}


@pytest.mark.parametrize("what", MODIFIED)
def test_a_modified_copy_is_refused_and_the_file_is_named(what: str) -> None:
    name, modify, words = MODIFIED[what]
    held = lies(FILES)
    held[name] = modify(held.get(name, b""))
    with pytest.raises(VendoringError, match=f"^kit/_namebranch/{name}: it .*{words}"):
        laid(FILES, "2.0", held)


def test_all_that_stands_in_the_way_is_named() -> None:
    held = {**lies(FILES), "mine.py": b"", "book.py": lies(FILES)["book.py"] + b"#"}
    with pytest.raises(VendoringError) as refused:
        laid(FILES, "2.0", held)
    assert [line.partition(":")[0] for line in str(refused.value).split("\n")] == ["kit/_namebranch/book.py", "kit/_namebranch/mine.py"]


def alone(place: Path, package: str, *names: str) -> tuple[int, str]:
    """Run test files of the runtime against its copy in *package*, with nothing else to import; returns how many ran, and the log."""
    tests = [str(file) for name in names for file in sorted((TESTS / "registry" / "runtime").glob(name))]
    command = [sys.executable, "-I", "-S", str(TESTS / "support" / "alone.py"), str(place), "--", *tests]
    ran = subprocess.run(command, cwd=place, env={**os.environ, "RUNTIME": package}, capture_output=True, text=True, check=False)
    counted = re.search(r"^(\d+) tests, 0 failed$", ran.stdout, re.MULTILINE) if ran.returncode == 0 else None
    return int(counted[1]) if counted else 0, ran.stdout + ran.stderr


def vendored(place: Path, folder: str) -> None:
    """Vendor the runtime into a folder, whose parents become packages."""
    for change in vendoring(folder, {}, runtime(), "1.0").changes:
        (place / change.path).parent.mkdir(parents=True, exist_ok=True)
        (place / change.path).write_bytes(change.after or b"")
    for parent in [each for each in (place / folder).parents if each != place and each.is_relative_to(place)]:
        (parent / "__init__.py").touch()


def test_its_own_tests_pass_in_a_package_with_nothing_else_installed(tmp_path: Path) -> None:
    vendored(tmp_path, "kit/parts/_vendored")
    count, log = alone(tmp_path, "kit.parts._vendored", "test_runtime_*.py")
    assert count > 100, log


def test_its_own_tests_pass_in_tinytrain(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE / "tinytrain", tmp_path / "tinytrain", ignore=shutil.ignore_patterns("__pycache__"))
    vendored(tmp_path, "tinytrain/_namebranch")
    count, log = alone(tmp_path, "tinytrain._namebranch", "test_runtime_*.py")
    assert count > 100, log


# A fault of another project, retold: registered in the parent process, unknown in its workers

LAYOUT = """from kit.support import layout as point


def layout(model_type):
    return point.of(model_type)()
"""
SUPPORT = """from kit._namebranch import Registry

registry = Registry("kit", spaces=("model_type",), unknown="default", owners={"model_type": {"mllama": "kit.models.a", "jamba": "kit.models.b"}})


@registry.value("shared.layout")
def layout():
    return "flat"
"""
MODEL = """from kit._namebranch import Descriptor
from kit.support import registry

registry.register(Descriptor(keys={{"model_type": "{key}"}}, hooks={{"shared.layout": lambda: "{layout}"}}))
"""


def test_a_case_whose_registry_must_be_filled_in_a_fresh_process(tmp_path: Path) -> None:
    case = next((TESTS / "cases").glob("c03_*"))
    shutil.copytree(case, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    vendored(tmp_path, "kit/_namebranch")
    (tmp_path / "kit" / "models").mkdir()
    for path, text in {
        "shared/layout.py": LAYOUT,
        "support.py": SUPPORT,
        "models/a.py": MODEL.format(key="mllama", layout="cross"),
        "models/b.py": MODEL.format(key="jamba", layout="hybrid"),
    }.items():
        (tmp_path / "kit" / path).write_text(text)
    subprocess.run([sys.executable, "check.py"], cwd=tmp_path, check=True)
    for entry in ("kit", "kit.cli", "kit.worker", "kit.shared.layout", "kit.support", "kit.models.a", "kit.models.b"):
        code = f"import {entry}; from kit.shared.layout import layout; print(*map(layout, ('mllama', 'jamba', 'llama', None)))"
        ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (ran.stdout, ran.stderr) == ("cross hybrid flat flat\n", ""), entry
