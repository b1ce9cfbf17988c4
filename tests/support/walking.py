"""Pages of the documentation whose examples are run: the walker that reads them, and what holds their outputs to what is shown."""

import os
import re
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


def load_walk() -> ModuleType:
    """Return the walker of pages."""
    spec = spec_from_file_location("walk", ROOT / "examples" / "walk.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["walk"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


walk = load_walk()


def programs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put `namebranch` and `python` of this environment first, and what is made on the way into *folder*."""
    place = folder / "bin"
    place.mkdir()
    for name, words in {"namebranch": "-P -m namebranch ", "python": ""}.items():
        (place / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}"$@"\n')
        (place / name).chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(place), os.environ["PATH"]]))
    monkeypatch.setenv("TMPDIR", str(folder))


def commands(markdown: str) -> Iterator[object]:
    """Yield the commands of a page that need nothing but this repository."""
    for section in walk.read(markdown):
        for part in section.parts:
            if not isinstance(part, str) and part.needs is None:
                yield from part.commands


def missing(shown: tuple[str, ...], printed: str) -> str | None:
    """Return the first line of *shown* that was not printed where it should have been, or None; `…` stands for anything."""
    lines = iter(printed.splitlines())
    gap = False
    for wanted in shown:
        if wanted == "…":
            gap = True
            continue
        glob = re.sub(r"([\[*?])", r"[\1]", wanted).replace("…", "*")
        for line in lines:
            if fnmatchcase(line.rstrip(), glob):
                break
            if not gap:
                return wanted
        else:
            return wanted
        gap = False
    return None
