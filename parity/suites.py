"""What became of every test of a suite, on both sides: what ended otherwise, what is new, what is gone, what ends now so and now so."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .laying import Place

_PLACES = re.compile(r"0x[0-9a-fA-F]+|pytest-\d+|(?<=\.py):\d+|line \d+|\d+\.\d+ ?s\b")
_LONGEST = 400  # characters of why a test failed
_WELL = frozenset({"passed", "xfailed", "skipped"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a test ended, and why, without what is different each time."""

    how: str
    why: str

    @property
    def told(self) -> str:
        """Return it in a line."""
        return f"{self.how} {self.why}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """What a run of a suite wrote down."""

    tests: Mapping[str, Ended]
    imported: Mapping[str, tuple[str, str]]  # module → file, digest
    versions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Two runs of a suite."""

    old: Suite
    new: Suite
    unsteady: frozenset[str] = frozenset()  # tests that end now so and now so

    @property
    def both(self) -> tuple[str, ...]:
        """The tests that both sides have, and that end the same way each time."""
        return tuple(sorted((self.old.tests.keys() & self.new.tests.keys()) - self.unsteady))

    @property
    def changed(self) -> tuple[str, ...]:
        """The tests that end otherwise."""
        return tuple(one for one in self.both if self.old.tests[one] != self.new.tests[one])

    @property
    def gone(self) -> tuple[str, ...]:
        """The tests that the new side lacks."""
        return tuple(sorted(self.old.tests.keys() - self.new.tests.keys() - self.unsteady))

    @property
    def added(self) -> tuple[str, ...]:
        """The tests that only the new side has."""
        return tuple(sorted(self.new.tests.keys() - self.old.tests.keys() - self.unsteady))

    @property
    def added_failing(self) -> tuple[str, ...]:
        """Those of them that fail."""
        return tuple(one for one in self.added if self.new.tests[one].how not in _WELL)

    @property
    def failing_alike(self) -> int:
        """How many tests fail on both sides, and in the same way."""
        return sum(self.old.tests[one].how not in _WELL and one not in self.changed for one in self.both)

    @property
    def passing(self) -> int:
        """How many tests pass on both sides."""
        return sum(self.old.tests[one].how == self.new.tests[one].how == "passed" for one in self.both)

    @property
    def doubtful(self) -> frozenset[str]:
        """What is to be run again: it may be chance."""
        return frozenset({*self.changed, *self.added_failing})


def read(place: Place) -> Suite | None:
    """Return what the processes of a suite wrote down, or None if they wrote nothing."""
    told = [json.loads(file.read_text(encoding="utf-8")) for file in sorted((place.scratch / "reports").glob("*.json"))]
    if not told:
        return None
    return Suite(
        tests={name: _ended(how, why, place) for one in told for name, (how, why) in one["tests"].items()},
        imported={name: (str(file), str(digest)) for one in told for name, (file, digest) in one["imported"].items()},
        versions=_joined(one["versions"] for one in told),
    )


def _joined(tables: Iterable[Mapping[str, Any]]) -> Mapping[str, str]:
    return {str(key): str(value) for table in tables for key, value in table.items()}


def _ended(how: str, why: str, place: Place) -> Ended:
    for path, name in ((place.top, "<tree>"), (place.tree, "<tree>"), (place.scratch, "<scratch>")):
        why = why.replace(str(path.resolve()), name).replace(str(path), name)
    why = " ".join(_PLACES.sub("…", why).split())
    if len(why) > _LONGEST:
        why = f"{why[:_LONGEST]}…#{hashlib.blake2b(why.encode('utf-8', 'surrogatepass'), digest_size=4).hexdigest()}"
    return Ended(how=how, why=why)


def unsteady(runs: Iterable[Suite]) -> frozenset[str]:
    """Return the tests that do not end the same way in all runs of one side that had them."""
    ended: dict[str, set[Ended]] = {}
    for one in runs:
        for name, how in one.tests.items():
            ended.setdefault(name, set()).add(how)
    return frozenset(name for name, ways in ended.items() if len(ways) > 1)


def elsewhere(suite: Suite, place: Place) -> tuple[str, ...]:
    """Return the modules of the target that were not imported from its tree, each with its file."""
    return tuple(f"{name} from {file}" for name, (file, _) in suite.imported.items() if not place.below(file))


def written(folder: Path, name: str, tests: Iterable[str]) -> str:
    """Write a list of tests for a run to read, and return its path."""
    file = folder / name
    file.write_text(json.dumps(sorted(tests)), encoding="utf-8")
    return str(file)
