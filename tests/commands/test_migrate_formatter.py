"""The target's own formatter: run on what changes, its tree compared, and never where it would change more than that."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from repositories import repository

Run = Callable[..., tuple[int, str, str]]
LOADER = "def build(cfg, model):\n    if cfg.model_type == 'mamba':\n        model.append(1)\n    return 'x'\n"
QUOTES = "import sys\nsys.stdout.write(sys.stdin.read().replace('\"', \"'\"))\n"


@pytest.fixture
def kit(here: Path) -> Path:
    """Return a committed work tree, in which we are."""
    made = repository(here)
    (here / "kit").mkdir()
    (here / "kit" / "__init__.py").write_text("x = 1\n")
    (here / "kit" / "loader.py").write_text(LOADER)
    made.commit("a framework")
    return here


def formatter(root: Path, script: str, *more: str) -> None:
    """Configure a formatter: a script."""
    (root / "format.txt").write_text(script)
    words = ", ".join(f"{word!r}" for word in (sys.executable, "format.txt", *more))
    (root / "namebranch.toml").write_text(f"[migrate]\nformatter = [{words}]\n")


def migrated(verb: Run, *more: str) -> tuple[int, str, str]:
    return verb("migrate", "--dialect", "vendored", "--model", "mamba", "--allow-dirty", *more)


def test_what_changes_is_as_the_formatter_leaves_it(kit: Path, verb: Run) -> None:
    formatter(kit, QUOTES)
    code, _, err = migrated(verb, "--write")
    assert code == 0, err
    assert "run_model_hook('loader.build', cfg.model_type, model)" in (kit / "kit" / "loader.py").read_text()
    assert '"' not in (kit / "kit" / "model_support" / "mamba.py").read_text()


def test_a_file_that_was_not_formatted_before_keeps_its_form(kit: Path, verb: Run) -> None:
    (kit / "kit" / "loader.py").write_text(LOADER.replace("'x'", '"x"'))
    formatter(kit, QUOTES)
    code, _, err = migrated(verb, "--write")
    assert code == 0
    assert "kit/loader.py: not formatted, since it was not before" in err
    assert 'run_model_hook("loader.build", cfg.model_type, model)' in (kit / "kit" / "loader.py").read_text()


@pytest.mark.parametrize(
    ("script", "words"),
    [
        pytest.param(
            "import sys\nprint('x = 1' if 'hook' in sys.stdin.read() else '', end='')\n", "changes what the file means", id="more"
        ),
        pytest.param("import sys\nsys.exit('no such option')\n", "exits 1: no such option", id="a failure"),
        pytest.param("print('(')\n", "changes what the file means", id="no code"),
    ],
)
def test_a_formatter_that_does_more_than_that_writes_nothing(kit: Path, verb: Run, script: str, words: str) -> None:
    (kit / "kit" / "loader.py").unlink()
    (kit / "kit" / "loader.py").write_text(LOADER)
    before = {path: path.read_bytes() for path in kit.rglob("*.py")}
    formatter(
        kit,
        f"import sys\nif 'build(cfg' in (text := sys.stdin.read()) and 'hook' not in text: sys.stdout.write(text); sys.exit()\n{script}",
    )
    code, out, err = migrated(verb, "--write")
    assert (code, out) == (2, "")
    assert words in err
    assert {path: path.read_bytes() for path in kit.rglob("*.py")} == before


def test_the_path_is_told(kit: Path, verb: Run) -> None:
    formatter(kit, "import sys\nopen('paths.txt', 'a').write(sys.argv[1] + '\\n')\nsys.stdout.write(sys.stdin.read())\n", "{path}")
    migrated(verb)
    assert "kit/model_support/mamba.py" in (kit / "paths.txt").read_text().splitlines()


def test_a_command_of_a_tree_that_we_do_not_stand_in_is_left_out(kit: Path, verb: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    formatter(kit, "open('ran.txt', 'w')\n")
    monkeypatch.chdir(kit.parent)
    code, _, err = verb("migrate", "here", "--dialect", "vendored", "--model", "mamba")
    assert code == 0
    assert "migrate.formatter: left out, since commands are taken only from --config or the work tree you stand in" in err
    assert not (kit / "ran.txt").exists()
