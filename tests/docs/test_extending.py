"""What the page on extending shows is code that works: its detector finds and passes its own examples, its format prints."""

import re
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
import scanning
from inventories import SMALL, hostile

from namebranch.analyzer.finding.detector import Detector, Example
from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.reports.format import Format, View

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "extending.md").read_text(encoding="utf-8")
CODE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def loaded(code: str, package: str) -> ModuleType:
    """Return code as a module of a shelf."""
    made = ModuleType(f"{package}.shown")
    made.__package__ = package
    exec(compile(code, "extending.md", "exec"), made.__dict__)  # noqa: S102  our own page
    return made


@pytest.fixture
def detector() -> Detector:
    """Return the detector of the page."""
    made = loaded(CODE[0], "namebranch.analyzer.finding.detectors").suffix
    assert isinstance(made, Detector)
    return made


def lines(detector: Detector, example: Example) -> Counter[int]:
    """Return how many drafts lie on each line."""
    source = scanning.source({"shared/example.py": example.code})
    linked = program(source, load(source), jobs=1).linked
    return Counter(draft.unit.first + draft.span[0] - 1 for draft in detector.find(linked))


def test_the_detector_finds_what_it_marks_and_nothing_else(detector: Detector) -> None:
    (finds,), (passes,) = detector.finds, detector.passes
    assert sum(lines(detector, finds).values()) == finds.code.count("# here") == 1
    assert not lines(detector, passes)


def test_the_format_prints_each_file_once_and_nothing_that_is_obeyed() -> None:
    made = loaded(CODE[1], "namebranch.reports.formats").PATHS
    assert isinstance(made, Format)
    said = list(made.render(SMALL, View()))
    assert said == [f"{path}\n" for path in dict.fromkeys(site.path for site in SMALL.sites)]
    assert not set("\x1b\u202e") & set("".join(made.render(hostile(), View())))


def test_every_shelf_that_it_names_is_there() -> None:
    root = Path(__file__).resolve().parents[2]
    folders = re.findall(r"^\| [^|]+ \| `([a-z_/]+)/`", PAGE, re.MULTILINE)
    assert len(folders) > 7
    assert [folder for folder in folders if not (root / folder).is_dir()] == []
