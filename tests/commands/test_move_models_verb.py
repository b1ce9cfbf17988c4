"""The verb `move-models`: a diff that git applies, files written all or none, a dirty tree refused."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from repositories import repository

Run = Callable[..., tuple[int, str, str]]
ASKED = ("move-models", "kit.models", "kit.zoo.llamas")


@pytest.fixture
def kit(here: Path) -> Path:
    """Return a committed work tree with a small package, in which we are."""
    made = repository(here)
    made.write(
        kit__models__llama_py="from ..size import SIZE\n\nSIZES = [SIZE]\n", kit__size_py="SIZE = 3\n", use_py="import kit.models.llama\n"
    )
    for folder in ("kit", "kit/models"):
        (here / folder / "__init__.py").write_text("# package\n")
    made.commit("a framework")
    return here


def files(root: Path) -> dict[str, bytes]:
    """Return all files of the work tree."""
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*.py")}


def test_a_diff_by_default_which_git_applies_to_what_write_writes(kit: Path, verb: Run) -> None:
    before = files(kit)
    code, out, err = verb(*ASKED)
    assert (code, files(kit)) == (0, before)
    assert "rename from kit/models/llama.py\nrename to kit/zoo/llamas/llama.py\n" in out
    assert err.splitlines() == ["kit.models → kit.zoo.llamas: 2 files move, 1 others change"]
    (kit / "a.diff").write_text(out)
    subprocess.run(["git", "apply", "--index", "a.diff"], cwd=kit, check=True)  # noqa: S607  git
    applied = files(kit)
    subprocess.run(["git", "reset", "--quiet", "--hard"], cwd=kit, check=True)  # noqa: S607  git
    assert verb(*ASKED, "--write", "-q")[0] == 0
    assert files(kit) == applied
    assert applied["use.py"] == b"import kit.zoo.llamas.llama\n"
    assert applied["kit/zoo/llamas/llama.py"] == b"from kit.size import SIZE\n\nSIZES = [SIZE]\n"


def test_a_second_run_says_that_it_is_done(kit: Path, verb: Run) -> None:
    verb(*ASKED, "--write")
    after = files(kit)
    assert verb(*ASKED, "--write", "--allow-dirty") == (0, "", "kit.models is kit.zoo.llamas already\n")
    assert files(kit) == after


def test_a_dirty_tree_is_refused(kit: Path, verb: Run) -> None:
    (kit / "use.py").write_text("import kit.models.llama  # mine\n")
    before = files(kit)
    code, _, err = verb(*ASKED, "--write")
    assert code == 2
    assert "use.py holds changes that are not committed" in err
    assert files(kit) == before


def test_a_wrong_name_is_an_error_in_words(kit: Path, verb: Run) -> None:
    code, out, err = verb("move-models", "kit.nothing", "kit.zoo")
    assert (code, out) == (2, "")
    assert "kit.nothing: . has no such package" in err
    assert kit.exists()


def test_nothing_is_written_into_a_revision(kit: Path, verb: Run) -> None:
    code, _, err = verb(*ASKED, ".@HEAD", "--write")
    assert code == 2
    assert "is no folder, so nothing can be written there" in err
    assert kit.exists()
