"""Who takes it, on a terminal: the surprises first, then everybody."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType

from ...analyzer.explaining.explanation import Explanation, Reached
from ...analyzer.inventory import Kind
from ...analyzer.reaching.reach import Case, Reach
from ..escape import visible
from ..format import View
from ..worded import listed
from .explain_site import fact, heading
from .glyphs import number

_NAMES = 16  # of one row
_CASES = 6
_PARTS = frozenset({Kind.AFFIX, Kind.SUBSTRING, Kind.REGEX})  # what they spell is a part of a name, or a pattern


def reach(found: Explanation, view: View) -> Iterator[RenderableType]:
    """Yield whom the test of a site takes: what nobody spelled, what is missed, then all."""
    held = found.reach
    if held is None:
        return
    test = held.test
    yield heading("Who takes it").append(f"  among {visible(test.universe)}", style="dim")
    if test.undecided is not None:
        yield fact("undecided", visible(test.undecided), style="yellow")
        return
    yield from surprises(held, found.site.kind, view)
    if held.exception:
        yield fact("takes", f"any string but {named(held.spared, view)}" if held.spared else "any string")
    else:
        yield fact("takes", hit(held, view))
    if test.absent:
        yield fact("if absent", f"{listed(test.absent)} takes it too")
    if test.raises:
        yield fact("raises", f"an error for {named(test.raises, view)}", style="yellow")
    if held.arm is not None:
        yield from arm(test, held.arm, view)


def hit(held: Reached, view: View) -> str:
    """Return the names that a test is true of: the spelled ones, and how many were told above."""
    test = held.test
    spelled = [name for name in test.ever if name in test.spelled]
    parts = [named(spelled, view)] if spelled else []
    parts += [f"the {len(held.unspelled):,} above" if len(held.unspelled) > 1 else "the one above"] if held.unspelled else []
    parts += ["strings like these that nobody knows"] if test.others else []
    return " and ".join(parts) or "no known name"


def surprises(held: Reached, kind: Kind, view: View) -> Iterator[RenderableType]:
    """Yield what is worth a second look."""
    test = held.test
    if test.never:
        yield fact("never", "nothing at all can take it", style="bold red")
    if held.unspelled:
        what = "spares" if held.exception else "hits"
        yield fact("surprise", f"{what}, though nobody spelled it: {named(held.unspelled, view)}", style="yellow")
    if held.siblings:
        yield fact("misses kin", named(held.siblings, view), style="yellow")
    unknown = [] if test.others or kind in _PARTS else [name for name in test.spelled if name not in test.ever]
    if unknown:
        yield fact("no known", f"spelled, and the name of nothing known: {named(unknown, view)}", style="yellow")


def arm(test: Reach, whole: Reach, view: View) -> Iterator[RenderableType]:
    """Yield who comes into the block behind the whole decision, where those are others, under each outcome of what else is asked."""
    if whole.undecided is not None:
        yield fact("the block", f"undecided: {visible(whole.undecided)}", style="yellow")
        return
    cases = [case for case in whole.cases if case.names or case.others]
    if not cases:
        yield fact("the block", "is never reached by a known name or another string", style="bold red")
        return
    if len(cases) == 1 and not cases[0].atoms and cases[0].names == test.ever and cases[0].others == test.others:
        return
    for case in cases if view.every else cases[:_CASES]:
        yield fact("the block", taken(case, test, view))
    if not view.every and len(cases) > _CASES:
        yield fact("", f"and {number(len(cases) - _CASES, 'more case')}: --all", style="dim")


def taken(case: Case, test: Reach, view: View) -> str:
    """Return who comes into the block in one case."""
    when = " and ".join(f"{'' if holds else 'not '}{visible(text)}" for text, holds in case.atoms)
    who = "the same" if case.names == test.ever and case.others == test.others else named(case.names, view) or "no known name"
    others = ", and any other string" if case.others and who != "the same" else ""
    return f"{who}{others}" + (f"  where {when}" if when else "")


def named(names: Sequence[str], view: View) -> str:
    """Return names, as many as there is room for."""
    return listed(names, most=len(names) if view.every else _NAMES)
