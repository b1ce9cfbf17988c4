"""`registry vendor`: the difference by default, written on demand, refused where somebody changed the copy."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from namebranch.codemods.vendoring import runtime

CASES = Path(__file__).parents[1] / "cases"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def kit(here: Path) -> Path:
    """Return a package in the current folder."""
    (here / "src" / "kit" / "parts").mkdir(parents=True)
    (here / "src" / "kit" / "__init__.py").touch()
    (here / "src" / "kit" / "parts" / "__init__.py").touch()
    return here / "src" / "kit"


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_difference_is_shown_and_nothing_is_written(verb: Run, kit: Path) -> None:
    code, out, err = verb("registry", "vendor", "kit")
    assert code == 0
    assert out.startswith("--- /dev/null\n+++ b/src/kit/_namebranch/__init__.py\n@@ -0,0 ")
    assert out.count("--- /dev/null") == len(runtime())
    assert "src/kit/_namebranch: the runtime of namebranch 0.1.0, sha256 " in err
    assert f"files {len(runtime())} new; nothing was written: add --write" in err
    assert files(kit) == {"__init__.py", "parts/__init__.py"}


def test_what_is_written_can_be_imported_and_needs_nothing(verb: Run, kit: Path) -> None:
    code, out, err = verb("registry", "vendor", "kit.parts", ".", "--into", "registry", "--write")
    assert (code, out, err.rstrip().rpartition(": ")[2]) == (0, "", f"files {len(runtime())} new")
    assert files(kit / "parts" / "registry") == set(runtime())
    code_ = "import sys; sys.path.insert(0, 'src'); from kit.parts.registry import Registry; print(Registry('kit', spaces=('path',), unknown='error'))"
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", code_], cwd=kit.parents[1], capture_output=True, text=True, check=True)
    assert ran.stdout == "<Registry kit>\n"


def test_written_again_it_is_the_same(verb: Run, kit: Path) -> None:
    verb("registry", "vendor", "kit", "--write")
    assert verb("registry", "vendor", "kit")[:2] == (0, "")
    assert "lies there already" in verb("registry", "vendor", "kit", "--write")[2]
    assert verb("registry", "vendor", "kit", "--write", "-q") == (0, "", "")


def test_a_copy_that_was_changed_is_refused_and_stays(verb: Run, kit: Path) -> None:
    verb("registry", "vendor", "kit", "--write")
    book = kit / "_namebranch" / "book.py"
    book.write_text(book.read_text() + "# mine\n")
    for arguments in ((), ("--write",)):
        code, out, err = verb("registry", "vendor", "kit", *arguments)
        assert (code, out) == (2, "")
        assert err.startswith("error: src/kit/_namebranch/book.py: it was changed after it was vendored")
    assert book.read_text().endswith("# mine\n")


def test_a_link_in_its_way_is_refused(verb: Run, kit: Path, tmp_path: Path) -> None:
    (kit / "_namebranch").symlink_to(tmp_path, target_is_directory=True)
    code, _, err = verb("registry", "vendor", "kit", "--write")
    assert (code, "a link is not written through" in err, files(tmp_path) & set(runtime())) == (2, True, set())


WRONG = {
    "no such package": (("kut",), ". has no package 'kut'; it has src/kit"),
    "no name of a package": (("kit", "--into", "../kit"), "it is no name of a package"),
    "a revision": (("kit", ".@HEAD"), "revision"),
    "no such target": (("kit", "nowhere"), "nowhere"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_done_is_said(verb: Run, kit: Path, what: str) -> None:
    arguments, words = WRONG[what]
    code, out, err = verb("registry", "vendor", *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_of_two_packages_of_one_name_the_folder_says_which(verb: Run, kit: Path, here: Path) -> None:
    (here / "kit").mkdir()
    (here / "kit" / "__init__.py").touch()
    code, _, err = verb("registry", "vendor", "kit")
    assert (code, "kit and src/kit: name the one" in err) == (2, True)
    assert "+++ b/kit/_namebranch/" in verb("registry", "vendor", "./kit")[1]
    assert verb("registry", "vendor", "src/kit", "--write")[0] == 0
    assert (files(here / "kit"), "_namebranch/__init__.py" in files(kit)) == ({"__init__.py"}, True)


def test_an_archive_is_read_and_not_written(verb: Run, kit: Path, here: Path) -> None:
    subprocess.run([sys.executable, "-m", "zipfile", "-c", "kit.zip", "src/"], cwd=here, check=True)
    code, out, _ = verb("registry", "vendor", "kit", "kit.zip")
    assert (code, out.count("--- /dev/null")) == (0, len(runtime()))
    code, _, err = verb("registry", "vendor", "kit", "kit.zip", "--write")
    assert (code, "kit.zip is no folder" in err) == (2, True)


def test_a_case_moves_into_the_vendored_runtime_and_any_fresh_process_finds_it(verb: Run, here: Path) -> None:
    shutil.copytree(next(CASES.glob("c03_*")), here, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    assert verb("registry", "vendor", "kit", "--write")[0] == 0
    for model in ("mllama", "jamba"):
        assert verb("migrate", ".", "--dialect", "vendored", "--model", model, "--write")[0] == 0
    assert "mllama" not in (here / "kit" / "shared" / "layout.py").read_text()
    subprocess.run([sys.executable, "check.py"], cwd=here, check=True)
    for entry in ("kit", "kit.cli", "kit.worker", "kit.shared.layout", "kit.model_support.jamba"):
        code = f"import {entry}; from kit.shared.layout import layout; print(*map(layout, ('mllama', 'jamba', 'llama', None)))"
        ran = subprocess.run([sys.executable, "-c", code], cwd=here, capture_output=True, text=True, check=False)
        assert (ran.stdout, ran.stderr) == ("cross hybrid flat flat\n", ""), entry
    code = "import sys, kit.worker; kit.worker.answer('jamba'); print(*sorted(name for name in sys.modules if 'model_support.' in name))"
    ran = subprocess.run([sys.executable, "-c", code], cwd=here, capture_output=True, text=True, check=True)
    assert ran.stdout == "kit.model_support.jamba kit.model_support.registry\n"
