"""What one more model like a known one would touch, on a terminal: a list to work through, file by file."""

from collections.abc import Iterator
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from ...analyzer.costing.cost import Sibling, Step
from ...analyzer.costing.places import REGISTRATION
from ...analyzer.inventory import Confidence, Kind
from ..escape import visible
from ..format import View
from ..phrase import clipped, registered
from .cost_models import own_files, what
from .glyphs import number

TO_DO = {
    Kind.COMPARE: "compares with its name: the new one needs a place in this test, or a test of its own",
    Kind.MEMBERSHIP: "add the new name to these",
    Kind.AFFIX: "does the new name begin or end so, and should it?",
    Kind.SUBSTRING: "does the new name hold this, and should it?",
    Kind.REGEX: "does the new name match, and should it?",
    Kind.MATCH: "add a case",
    Kind.CLASSCHECK: "add the new class to this check",
    Kind.PREDICATE: "should this be true of the new one?",
    Kind.FLAG: "should this be set for the new one?",
    Kind.TABLE: "add an entry",
    Kind.NAMESET: "add the new name",
    Kind.PER_MODEL_DEF: "written for this model: share it, or write its like",
    Kind.REACH_IN: "imports this model's own code: the new one's is another",
    REGISTRATION: "register the new one",
}


def sibling(like: Sibling, view: View) -> Iterator[list[RenderableType]]:
    """Yield the steps, what follows by itself, what to check, the files to write."""
    files = len({step.place.path for step in like.steps})
    words = f"One more model like {visible(like.model)} touches {number(len(like.steps), 'place')} in {number(files, 'shared file')}"
    yield [Text(words, style="bold")]
    for path, steps in groupby(like.steps, key=lambda step: step.place.path):
        yield [Text(visible(path), style="bold yellow"), *(line for step in steps for line in _step(step))]
    if like.follow:
        places = list(dict.fromkeys(f"{visible(place.path)}:{place.line}" for place in like.follow))
        many = number(len(places), "place")
        yield [Text(f"{many} {'asks' if len(places) == 1 else 'ask'} one of these, and will know the new one by itself"), *_dim(places)]
    held = [place for family in like.families for touched in family.shared for place in touched.places if not place.follows]
    checks = sorted({f"{visible(place.path)}:{place.line}: {what(place)}" for place in held})
    if checks:
        yield [Text("Named for the family: is the new one meant, too?"), *_dim(checks)]
    yield [*_skeleton(like, view)]


def _step(step: Step) -> Iterator[Text]:
    place = step.place
    at = ", ".join(map(str, step.beside))
    where = f"line {place.line}" if step.beside == (place.line,) else f"line {at} (in {place.line}-{place.end_line})"
    doubt = "  (inferred)" if place.confidence is Confidence.INFERRED else ""
    yield Text(f"  {where}: {TO_DO.get(place.kind, visible(place.kind))}{doubt}")
    names = ", ".join(f'"{clipped(name)}"' for name in place.spelled)
    yield Text(f"      {visible(place.kind)} {clipped(place.subject)}: {names} stands there  [{visible(place.scope)}]", style="dim")


def _dim(lines: list[str]) -> Iterator[Text]:
    yield from (Text(f"  {line}", style="dim") for line in lines)


def _skeleton(like: Sibling, view: View) -> Iterator[RenderableType]:
    if not like.skeleton:
        yield Text(f"{visible(like.model)} has no files of its own to go by.")
        return
    yield Text("Its own files, to go by", style="bold")
    yield from own_files(like.skeleton, view)
    if like.registrations:
        yield Text("which register", style="bold")
        yield from (Text(f"  {visible(entry.path)}:{entry.line}: {registered(entry)}") for entry in like.registrations)
