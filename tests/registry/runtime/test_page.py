"""docs/registry.md: its files are a package, typed and in good style, and what it shows is what happens."""

import doctest
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from namebranch.codemods.vendoring import runtime, vendoring

PAGE = (Path(__file__).parents[3] / "docs" / "registry.md").read_text()
BLOCK = re.compile(r"^```(?P<kind>\w+) ?(?P<path>\S*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(each["kind"], each["path"], each["text"]) for each in BLOCK.finditer(PAGE)]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Write the files of the page, with the vendored runtime, where they can be imported."""
    files = {path: text.encode() for kind, path, text in BLOCKS if kind == "python"}
    files |= {change.path: change.after or b"" for change in vendoring("kit/_namebranch", {}, runtime(), "1.0").changes}
    for path, data in files.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    for folder in {file.parent for file in tmp_path.rglob("*.py")} - {tmp_path}:
        (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == "kit"]:
        del sys.modules[name]


def test_what_the_page_shows_happens(place: Path) -> None:
    shown = "\n".join(text for kind, _, text in BLOCKS if kind == "pycon")
    test = doctest.DocTestParser().get_doctest(shown, {}, "registry.md", None, None)
    assert len(test.examples) > 15
    runner = doctest.DocTestRunner()
    assert runner.run(test).failed == 0


def test_what_the_page_writes_is_typed_strictly(place: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={place / 'cache'}", "-p", "kit"]
    ran = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
