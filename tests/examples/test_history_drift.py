"""The drift of tinytrain's history: at each commit the count and the events that expected.toml says, without a scan of that commit."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import oracle
import pytest
from histories import steps

from namebranch.analyzer.inventory import Confidence
from namebranch.analyzer.judging.drift import Delta, Event, Mark, drift
from namebranch.analyzer.judging.filters import Filters

COMMITS = oracle.commits()
every_commit = pytest.mark.parametrize("number", range(1, len(COMMITS) + 1), ids=[one["subject"] for one in COMMITS])


class Told(NamedTuple):
    """An event as expected.toml tells it; what did not change is empty in `was`."""

    what: str
    kind: str
    path: str
    scope: str
    names: tuple[str, ...]  # sorted
    was_names: tuple[str, ...] = ()  # sorted
    was_path: str = ""
    was_scope: str = ""
    was_kind: str = ""

    @classmethod
    def expected(cls, event: Mapping[str, Any]) -> "Told":
        """Return an event of expected.toml."""
        names, was = (tuple(sorted(event.get(key, ()))) for key in ("names", "was"))
        befores = (event.get(f"was_{part}", "") for part in ("path", "scope", "kind"))
        return cls(event["event"], event["kind"], event["path"], event["scope"], names, was, *befores)

    @classmethod
    def of(cls, event: Event) -> "Told":
        """Return an event of a drift."""
        was = None if event.change.was is None else event.change.was.site
        now = event.change.now or was
        assert now is not None
        here, there = ((one.path, one.scope, one.kind.value) for one in (now, was or now))
        befores = (old if old != new else "" for old, new in zip(there, here, strict=True))
        grown = was is not None and event.what in {"widened", "narrowed"}
        names, was_names = tuple(sorted(now.names)), tuple(sorted(was.names)) if was is not None and grown else ()
        return cls(event.what, now.kind.value, now.path, now.scope, names, was_names, *befores)


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Mark, Delta]]:
    """Return what each commit changed."""
    folder = tmp_path_factory.mktemp("history") / "tinytrain"
    oracle.history().build(folder)
    found = enumerate(steps(folder))
    return [(Mark(number=at, id=id_, date="", subject=COMMITS[at]["subject"]), delta) for at, (id_, delta) in found]


@every_commit
def test_the_decisions_after_a_commit(number: int, walked: list[tuple[Mark, Delta]]) -> None:
    found = drift(walked[:number], Filters(), target="tinytrain", preset="generic")
    assert found.points[-1].decisions == COMMITS[number - 1]["decisions"]


@every_commit
def test_the_events_of_a_commit_and_no_others(number: int, walked: list[tuple[Mark, Delta]]) -> None:
    asked = (Filters(), Filters(kind=tuple(sorted(oracle.APART))))  # what counts, and what is counted apart
    told = [event for filters in asked for event in drift(walked[:number], filters, target="tinytrain", preset="generic").events]
    found = Counter(Told.of(event) for event in told if event.mark.number == number - 1)
    certain = [event for event in COMMITS[number - 1]["events"] if event.get("confidence") != Confidence.INFERRED]
    assert found == Counter(map(Told.expected, certain))
