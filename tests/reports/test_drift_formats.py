"""The formats of drift: what each shows, and that no text of a target does anything to a terminal or a spreadsheet."""

import csv
import io
import json
from dataclasses import replace

import pytest
from inventories import EVIL, LIGER, LOADER, PATCHES, hostile, site
from syrupy.assertion import SnapshotAssertion
from verdicts import change, known

from namebranch.analyzer.inventory import Kind, Unread
from namebranch.analyzer.judging.drift import WORDS, By, Drift, Event, Mark, Point
from namebranch.analyzer.judging.verdict import Fate
from namebranch.reports import drift_rendering
from namebranch.reports.format import View

VIEW = View(width=100)
MARKS = (
    Mark(number=0, id="b5f1e53a0" + "0" * 31, date="2025-05-23T10:00:00+02:00", subject="models.py becomes loaders/ (#2680)"),
    Mark(number=1, id="c67910fa6" + "0" * 31, date="2025-06-05T10:00:00+02:00", subject="New dependencies"),
    Mark(number=7, id="90e559893" + "0" * 31, date="2025-07-30T10:00:00+02:00", subject="Add voxtral, revert (#2700) (#2979)"),
)
CHANGES = (
    (0, change(Fate.NEW, None, site(PATCHES, 31, "jamba"))),
    (
        1,
        change(
            Fate.WIDENED,
            known(site(LIGER, 12, "llama")),
            site(LIGER, 12, "llama", "mistral", op="in", kind=Kind.MEMBERSHIP),
            added=("mistral",),
        ),
    ),
    (1, change(Fate.MOVED, known(site(LOADER, 9, "gemma3")), site(PATCHES, 80, "gemma3"))),
    (2, change(Fate.TAKEN_OVER, known(site(PATCHES, 90, "voxtral")), None, by=("tinytrain/models/voxtral.py:5 Voxtral",))),
    (2, change(Fate.LOST, known(site(PATCHES, 95, "kimi_vl")), None, removed=("kimi_vl",))),
    (2, change(Fate.DROPPED, known(site(PATCHES, 99, "bloom")), None)),
)
SMALL = Drift(
    target="tinytrain",
    preset="generic",
    by=By.KIND,
    goal=3,
    steps=8,
    points=(
        Point(mark=MARKS[0], decisions=4, sites=5, names=3, parts=(("compare", 4),)),
        Point(mark=MARKS[1], decisions=12, sites=14, names=9, parts=(("compare", 8), ("membership", 4))),
        Point(mark=MARKS[2], decisions=9, sites=11, names=7, parts=(("compare", 6), ("membership", 3))),
    ),
    events=tuple(Event(mark=MARKS[at], what=WORDS[one.fate], change=one) for at, one in CHANGES),
    horizon=None,
    unread=(),
    gaps=(),
)
NOTHING = replace(SMALL, by=None, goal=None, steps=1, points=(Point(mark=MARKS[0], decisions=0, sites=0, names=0, parts=()),), events=())
NO_STEP = replace(NOTHING, steps=0, points=())
CUT = replace(SMALL, horizon="this clone is shallow", gaps=((MARKS[1], Unread(path="a.py", reason="line 3: invalid syntax")),))


def evil() -> Drift:
    """Return drift every text of which comes from somebody who wants to own the terminal."""
    mark = Mark(number=0, id=EVIL, date="2025-05-23", subject=f"=cmd|{EVIL}")
    sites = hostile().sites
    point = Point(mark=mark, decisions=1, sites=1, names=1, parts=((EVIL, 1),))
    events = tuple(Event(mark=mark, what="added", change=change(Fate.NEW, known(one), one, added=(EVIL,), by=(EVIL,))) for one in sites)
    unread = Unread(path=EVIL, reason=EVIL)
    return replace(SMALL, target=EVIL, preset=EVIL, points=(point,), events=events, horizon=EVIL, unread=(unread,), gaps=((mark, unread),))


def shown(name: str, drift: Drift, view: View = VIEW) -> str:
    """Return the text of one format."""
    return "".join(drift_rendering.find(name).render(drift, view))


every_format = pytest.mark.parametrize("name", drift_rendering.known())


@every_format
@pytest.mark.parametrize("drift", [SMALL, NOTHING, NO_STEP, CUT], ids=["a history", "nothing found", "no step", "a cut history"])
def test_what_it_looks_like(name: str, drift: Drift, snapshot: SnapshotAssertion) -> None:
    assert shown(name, drift) == snapshot


@every_format
def test_nothing_of_a_target_reaches_the_terminal_as_it_is(name: str) -> None:
    text = shown(name, evil())
    assert [letter for letter in text if not letter.isprintable() and letter != "\n"] == []


@every_format
@pytest.mark.parametrize("drift", [SMALL, NOTHING, NO_STEP, evil()], ids=["a history", "nothing found", "no step", "a hostile one"])
def test_it_ends_with_a_line_end(name: str, drift: Drift) -> None:
    assert shown(name, drift).endswith("\n")


def test_no_cell_of_a_spreadsheet_is_a_formula() -> None:
    rows = list(csv.reader(io.StringIO(shown("csv", evil()))))
    assert [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@"))] == []


def test_every_line_of_json_says_what_it_is() -> None:
    kinds = [json.loads(line)["type"] for line in shown("jsonl", CUT).splitlines()]
    assert kinds == ["drift", "point", "event", "point", "event", "event", "point", "event", "event", "event", "unread"]


def test_the_last_number_in_a_subject_is_that_of_the_pull_request() -> None:
    assert [mark.pull_request for mark in MARKS] == [2680, None, 2979]


@pytest.mark.parametrize("unicode", [True, False], ids=["with blocks", "in ASCII"])
def test_a_curve_fits_into_the_line(unicode: bool) -> None:
    long = replace(SMALL, points=tuple(replace(SMALL.points[0], decisions=at) for at in range(500)))
    first = shown("spark", long, replace(VIEW, width=60, unicode=unicode)).split(" 0 ->")[0]
    assert len(first) <= 60
    assert first.isascii() is not unicode
