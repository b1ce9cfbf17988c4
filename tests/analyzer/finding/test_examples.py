"""The examples in a detector's manual are its tests: what it finds is marked, what it passes is silent."""

from collections import Counter

import pytest
import scanning

from namebranch.analyzer.finding import detectors
from namebranch.analyzer.finding.detector import Detector, Example
from namebranch.registry import shelf

DETECTORS = tuple(shelf.gather(detectors, Detector).values())
FINDS = [pytest.param(one, example, id=f"{one.name} finds {example.title}") for one in DETECTORS for example in one.finds]
PASSES = [pytest.param(one, example, id=f"{one.name} passes {example.title}") for one in DETECTORS for example in one.passes]


def found(detector: Detector, example: Example) -> Counter[int]:
    """Return how many sites of the detector's kind lie on each line."""
    sites = scanning.sites({"shared/example.py": example.code})
    return Counter(site.line for site in sites if site.kind is detector.kind)


def marked(example: Example) -> Counter[int]:
    """Return how often each line says `# here`."""
    rows = example.code.lstrip("\n").splitlines()
    return Counter({number: count for number, row in enumerate(rows, 1) if (count := row.count("# here"))})


@pytest.mark.parametrize(("detector", "example"), FINDS)
def test_an_example_of(detector: Detector, example: Example) -> None:
    assert found(detector, example) == marked(example)
    assert marked(example)


@pytest.mark.parametrize(("detector", "example"), PASSES)
def test_no_example_of(detector: Detector, example: Example) -> None:
    assert found(detector, example) == Counter()
    assert not marked(example)


@pytest.mark.parametrize("detector", DETECTORS, ids=lambda detector: detector.name)
def test_the_manual_shows_both_sides_of(detector: Detector) -> None:
    assert detector.finds
    assert detector.passes
    assert len({example.title for example in (*detector.finds, *detector.passes)}) == len(detector.finds) + len(detector.passes)
