"""A verb run in a folder of the test, with a cache of its own."""

from collections.abc import Callable
from pathlib import Path

import pytest

from namebranch.__main__ import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder in which we are; what is cached is cached beside it."""
    place = tmp_path / "here"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("GIT_INDEX_FILE", raising=False)
    return place


@pytest.fixture
def verb(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs a verb and gives its exit code, its data and its words."""

    def run(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main([*arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run
