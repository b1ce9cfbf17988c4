"""The line of progress: only where somebody watches, and gone afterwards."""

import io
import sys
from contextlib import redirect_stderr

import pytest

from namebranch.commands._terminal import Progress, say, terminal


class Screen(io.StringIO):
    """A stderr that is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """Say so."""
        return True


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Return the terminal that stderr will be."""
    monkeypatch.delenv("CI", raising=False)
    return Screen()


def work(screen: Screen, *, quiet: bool = False, every: bool = False) -> None:
    """Do two steps."""
    with redirect_stderr(screen), Progress(quiet=quiet, every=every) as progress:
        progress("reading 12 files")
        progress("linking \x1b[31m")


def test_a_terminal_sees_one_line_that_is_wiped(screen: Screen) -> None:
    work(screen)
    assert screen.getvalue() == "\r\x1b[Kreading 12 files\r\x1b[Klinking \\x1b[31m\r\x1b[K"


def test_verbose_keeps_every_step(screen: Screen) -> None:
    work(screen, every=True)
    assert screen.getvalue() == "reading 12 files\nlinking \\x1b[31m\n"


def test_quiet_says_nothing(screen: Screen) -> None:
    work(screen, quiet=True, every=True)
    assert screen.getvalue() == ""


def test_ci_sees_nothing(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    work(screen)
    assert screen.getvalue() == ""


def test_a_pipe_sees_nothing(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "isatty", lambda: False)
    work(screen)
    assert screen.getvalue() == ""


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colours_can_be_declined(variable: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Screen())
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert terminal().colour
    monkeypatch.setenv(variable, value)
    assert not terminal().colour


def test_a_path_that_is_spelled_like_a_command_is_none_to_a_runner(capsys: pytest.CaptureFixture[str]) -> None:
    say("::error file=a.py::owned: NB905 not read")
    assert capsys.readouterr().err == "./::error file=a.py::owned: NB905 not read\n"
