"""Comments that keep or owe: what they cover, and what is wrong with them."""

from datetime import date

import pytest
import scanning

from namebranch.analyzer.finding import detectors
from namebranch.analyzer.finding.detector import Detector
from namebranch.analyzer.inventory import Suppression
from namebranch.analyzer.judging.comments import suppressions
from namebranch.analyzer.judging.suppressions import OF_SITES, expired, sorted_out
from namebranch.registry import shelf


def found(text: str) -> tuple[Suppression, ...]:
    """Return the suppressions of a file."""
    return suppressions("a.py", text.encode())


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        pytest.param('if a == "x":  # namebranch: keep[NB101] why\n    pass\n', (1, 1), id="on the line of the test"),
        pytest.param('# namebranch: keep[NB101] why\nif a == "x":\n    pass\n', (2, 2), id="alone above"),
        pytest.param('# namebranch: keep[NB101] why\n\n# words\nif a == "x":\n    pass\n', (4, 4), id="above blank lines and words"),
        pytest.param('if (a == "x"  # namebranch: keep[NB101] why\n    or b):\n    pass\n', (1, 2), id="first line of a long test"),
        pytest.param('if (a == "x"\n    or b):  # namebranch: keep[NB101] why\n    pass\n', (1, 2), id="last line of a long test"),
        pytest.param("if (a\n    or b  # namebranch: keep[NB101] why\n    or c):\n    pass\n", (2, 2), id="a line inside covers that line"),
        pytest.param(
            "if (\n    # namebranch: keep[NB101] why\n    a\n    or c):\n    pass\n", (3, 3), id="alone inside covers the next line"
        ),
        pytest.param("# namebranch: keep[NB301] why\n@one\n@two(1)\ndef f():\n    pass\n", (2, 4), id="decorators are of their function"),
        pytest.param('X = [  # namebranch: keep[NB203] why\n    "a",\n]\n', (1, 3), id="a whole literal"),
        pytest.param("# namebranch: keep[NB101] why\n", (1, 1), id="at the end of the file, nothing but itself"),
        pytest.param("if a:\r\n    pass  # namebranch: keep[NB101] why\r\n", (2, 2), id="line ends of windows"),
        pytest.param('if a == "x":  # namebranch: keep[NB101] why\n    (', (1, 1), id="a file that ends too soon"),
    ],
)
def test_it_covers(text: str, covered: tuple[int, int]) -> None:
    (one,) = found(text)
    assert (one.first, one.last) == covered


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('"""\n# namebranch: keep[NB101] why\n"""\n', id="in a docstring"),
        pytest.param('x = "# namebranch: keep[NB101] why"\n', id="in a string"),
        pytest.param("# see namebranch: keep[NB101] why\n", id="in the middle of other words"),
        pytest.param("# noqa: E501\n", id="of another tool"),
        pytest.param("# name branch: keep\n", id="spelled otherwise"),
    ],
)
def test_it_is_none(text: str) -> None:
    assert found(text) == ()


@pytest.mark.parametrize(
    ("comment", "read"),
    [
        pytest.param("keep[NB101] why", ("keep", ("NB101",), "why", None, None), id="the least"),
        pytest.param("todo[nb101, NB109] why not", ("todo", ("NB101", "NB109"), "why not", None, None), id="two rules, in any case"),
        pytest.param(
            "keep[NB101] why (so) (issue=#12, until=2027-01-31)", ("keep", ("NB101",), "why (so)", "#12", "2027-01-31"), id="all there is"
        ),
        pytest.param("keep[NB101] why (until=2027-01-31)", ("keep", ("NB101",), "why", None, "2027-01-31"), id="a day only"),
        pytest.param("keep why", ("keep", (), "why", None, None), id="no rule"),
        pytest.param("keep[NB101]", ("keep", ("NB101",), "", None, None), id="no reason"),
        pytest.param("hold[NB101] why", ("hold", ("NB101",), "why", None, None), id="another word"),
    ],
)
def test_it_says(comment: str, read: tuple[str, tuple[str, ...], str, str | None, str | None]) -> None:
    (one,) = found(f"x = 1  # namebranch: {comment}\n")
    assert (one.word, one.rules, one.reason, one.issue, one.until) == read


TEST = 'def f(cfg):\n    if cfg.model_type == "jamba":{}\n        return cfg.model_type == "dbrx"\n    return 0\n'


@pytest.mark.parametrize(
    ("comment", "bare", "intended", "owed"),
    [
        pytest.param("keep[NB101] why", ["dbrx"], ["jamba"], [], id="what is kept does not count, and the body is no part of it"),
        pytest.param("todo[NB101] why", ["dbrx"], [], ["jamba"], id="what is owed is set apart"),
        pytest.param("keep[NB102] why", ["jamba", "dbrx"], [], [], id="another rule covers nothing"),
        pytest.param("keep[NB101]", ["jamba", "dbrx"], [], [], id="without a reason it covers nothing"),
        pytest.param("keep why", ["jamba", "dbrx"], [], [], id="without a rule it covers nothing"),
        pytest.param("keep[NB101] why (until=soon)", ["jamba", "dbrx"], [], [], id="with a day that is none it covers nothing"),
        pytest.param("keep[NB101] why (until=2001-01-01)", ["dbrx"], ["jamba"], [], id="a day that is over is told, and covers still"),
    ],
)
def test_sites_are_sorted_out(comment: str, bare: list[str], intended: list[str], owed: list[str]) -> None:
    inventory = scanning.inventory({"a.py": TEST.format(f"  # namebranch: {comment}")})
    said = sorted_out([site for site in inventory.sites if site.rule == "NB101"], inventory.suppressions)
    assert [site.names[0] for site in said.bare] == bare
    assert [site.names[0] for site, _ in said.intended] == intended
    assert [site.names[0] for site, _ in said.owed] == owed


@pytest.mark.parametrize(
    ("comment", "rules"),
    [
        pytest.param("keep[NB101] why", [], id="nothing is wrong"),
        pytest.param("todo[NB101] why (issue=#1, until=2027-01-01)", [], id="nothing is wrong with more words"),
        pytest.param("keep[NB101]", ["NB901"], id="no reason"),
        pytest.param("keep why", ["NB901"], id="no rule"),
        pytest.param("hold[NB101] why", ["NB901"], id="neither keep nor todo"),
        pytest.param("keep[NB101] why (until=soon)", ["NB901"], id="no day"),
        pytest.param("keep[NB102] why", ["NB902"], id="nothing of that rule there"),
        pytest.param("keep[NB101,NB102] why", ["NB902"], id="one of two rules is not needed"),
        pytest.param("keep[NB999] why", ["NB904"], id="no such rule"),
        pytest.param("keep[E501] why", ["NB904"], id="a rule of another tool"),
        pytest.param("keep[NB401] why", [], id="a rule of the audit is not judged here"),
    ],
)
def test_what_is_wrong_is_told(comment: str, rules: list[str]) -> None:
    inventory = scanning.inventory({"a.py": TEST.format(f"  # namebranch: {comment}")})
    assert [(fault.rule, fault.line) for fault in inventory.findings] == [(rule, 2) for rule in rules]


@pytest.mark.parametrize(("day", "many"), [("2026-01-31", 0), ("2026-02-01", 1), ("2025-01-01", 0)])
def test_a_day_is_over_on_the_next(day: str, many: int) -> None:
    said = found("x = 1  # namebranch: keep[NB101] why (until=2026-01-31)\n")
    assert len(expired(said, date.fromisoformat(day))) == many


def test_a_file_that_was_not_read_is_a_finding() -> None:
    inventory = scanning.inventory({"a.py": 'def f(cfg):\n    if cfg.model_type == "jamba"\n        return 1\n'})
    assert [(fault.rule, fault.path) for fault in inventory.findings] == [("NB905", "a.py")]


def test_every_rule_of_a_site_can_be_named() -> None:
    assert {detector.rule for detector in shelf.gather(detectors, Detector).values()} == OF_SITES
