"""The tutorial: each of its commands works, prints what the page shows, and the demo is the same path."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from walking import missing, programs, walk

from namebranch import commands
from namebranch.registry import shelf

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "tutorial.md").read_text()


SECTIONS = walk.read(PAGE)
BLOCKS = [part for section in SECTIONS for part in section.parts if not isinstance(part, str)]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Put `namebranch` and `python` of this environment first, and a folder for what is made on the way."""
    programs(tmp_path, monkeypatch)
    monkeypatch.setenv("COLUMNS", "120")
    yield tmp_path
    shutil.rmtree(tmp_path, ignore_errors=True)


def test_every_command_works_and_prints_what_the_page_shows(here: Path) -> None:
    variables: dict[str, str] = {}
    for block in BLOCKS:
        if block.needs is None:
            for command in block.commands:
                ran = walk.run(command, variables, capture=True)
                assert ran.returncode == 0, command.line
                if not walk.ASSIGNMENT.fullmatch(command.line):
                    assert missing(command.shown, ran.stdout) is None, f"{command.line} prints\n{ran.stdout}"


def test_the_commands_that_need_a_registry_work_too(here: Path, published: Callable[[str, str], Path]) -> None:
    wanted = [command for block in BLOCKS if block.needs == "registry" for command in block.commands]
    assert wanted
    published("axolotl", "0.19.0")
    for command in wanted:
        ran = walk.run(command, {}, capture=True)
        assert ran.returncode == 0
        assert missing(command.shown, ran.stdout) is None, ran.stdout


def test_what_a_block_needs_is_known() -> None:
    assert {block.needs for block in BLOCKS} <= {None, *walk.NEEDS}


def test_the_page_uses_verbs_and_options_that_exist(capsys: pytest.CaptureFixture[str]) -> None:
    from namebranch.__main__ import main  # noqa: PLC0415 - only here

    lines = [line for block in BLOCKS for line in block.text.splitlines() if re.match(r"(\$ )?namebranch ", line)]
    said_of: dict[tuple[str, ...], str] = {}
    for line in lines:
        words = re.split(r"namebranch ", line, maxsplit=1)[1].split("#")[0].split()
        assert words[0] in shelf.names(commands)
        group = isinstance(shelf.take(commands, words[0], click.Command), click.Group)
        asked = tuple(words[: 2 if group else 1])
        if asked not in said_of:
            assert main([*asked, "--help"]) == 0
            said_of[asked] = capsys.readouterr().out
        assert [word for word in words if word.startswith("--") and word not in said_of[asked]] == []


def test_the_page_ends_with_commands_for_the_readers_own_repository() -> None:
    last = SECTIONS[-1]
    assert "Your own repository" in last.title
    assert any(not isinstance(part, str) and "namebranch scan PATH" in part.text for part in last.parts)


def test_make_demo_walks_the_page() -> None:
    recipe = (ROOT / "Makefile").read_text().partition("\ndemo:")[2].partition("\n\n")[0]
    assert "examples/walk.py docs/tutorial.md" in recipe


def test_walking_prints_words_commands_and_progress(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    page = '# T\n\nSome `words`\nin **two** lines.\n\n## One\n\n```console\n$ X=$(echo 1)\n$ echo "is $X"\nis 1\n```\n\n```\nread me\n```\n'
    assert walk.walk(walk.read(page)) == 0
    out = capfd.readouterr().out
    assert "Some words in two lines." in out
    assert "[1/1] One" in out
    assert '$ echo "is $X"\n\nis 1\n' in out
    assert "  read me" in out


def test_a_command_that_fails_stops_the_walk(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert walk.walk(walk.read("# T\n\n```console\n$ exit 7\n$ echo never\n```\n")) == 1
    printed = capfd.readouterr()
    assert "exit code 7" in printed.err
    assert "\nnever" not in printed.out


@pytest.mark.parametrize(
    ("shown", "printed", "expected"),
    [
        pytest.param(("a", "…", "c"), "a\nb\nb\nc\n", None, id="a line of dots stands for any lines"),
        pytest.param(("a …",), "a 12 b\n", None, id="dots in a line stand for anything"),
        pytest.param((), "x\n", None, id="nothing shown, nothing to hold"),
        pytest.param(("a", "c"), "a\nb\nc\n", "c", id="lines that are left out must be marked"),
        pytest.param(("…", "d"), "a\nb\n", "d", id="a line that is not printed"),
        pytest.param(("a [x]",), "a [x]\n", None, id="brackets mean themselves"),
    ],
)
def test_output_is_held_to_what_is_shown(shown: tuple[str, ...], printed: str, expected: str | None) -> None:
    assert missing(shown, printed) == expected
