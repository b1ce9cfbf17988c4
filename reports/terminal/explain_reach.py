"""Who takes it, on a terminal: the surprises first, then everybody."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType

from ...analyzer.explaining.explanation import Block, Explanation, Reached, Takers
from ..escape import visible
from ..format import View
from ..worded import listed
from .explain_site import fact, heading
from .glyphs import number

_NAMES = 16  # of one row
_BEHIND = 8  # of one row of the block
_BLOCKS = 4


def reach(found: Explanation, view: View, *, again: bool = False) -> Iterator[RenderableType]:
    """Yield whom the test of a site takes: what nobody spelled, what is missed, then all; *again*: the block behind it was told."""
    held = found.reach
    if held is None:
        return
    test = held.test
    yield heading("Who takes it").append(f"  among {visible(test.universe)}", style="dim")
    if test.undecided is not None:
        yield fact("undecided", visible(test.undecided), style="yellow")
    if not test.cases:
        return
    yield from surprises(held, view)
    if test.merged:
        yield fact("one name?", f"{listed(test.merged)}: taken for the same name, and may be two", style="yellow")
    if len(held.cases) > 1:
        yield from rows("takes", held.cases, None, view)
    else:
        yield fact("takes", hit(held, view))
    if test.absent:
        yield fact("if absent", f"{listed(test.absent)} {'takes' if len(test.absent) == 1 else 'take'} it too")
    if test.raises:
        yield fact("raises", f"an error for {named(test.raises, view)}", style="yellow")
    if held.behind and not again:
        yield from behind(held, view)


def surprises(held: Reached, view: View) -> Iterator[RenderableType]:
    """Yield what is worth a second look."""
    if held.test.never:
        yield fact("never", "nothing at all can take it", style="bold red")
    if held.unspelled:
        what = "spares" if held.takers.exception else "hits"
        yield fact("surprise", f"{what}, though nobody spelled it: {named(held.unspelled, view)}", style="yellow")
    if held.siblings:
        yield fact("misses kin", named(held.siblings, view), style="yellow")


def hit(held: Reached, view: View) -> str:
    """Return the names that a test is true of: the spelled ones, and how many were told above."""
    if held.takers.exception or not held.unspelled:
        return taken(held.takers, view)
    spelled = [name for name in held.takers.names if name not in held.unspelled]
    above = f"the {len(held.unspelled):,} above" if len(held.unspelled) > 1 else "the one above"
    return " and ".join(filter(None, [named(spelled, view), above, _unknown(held.takers)]))


def behind(held: Reached, view: View) -> Iterator[RenderableType]:
    """Yield who comes into the block behind the whole decision, under which outcome of what else is asked."""
    if held.undecided is not None:
        yield fact("the block", f"not wholly decided: {visible(held.undecided)}", style="yellow")
    elif not held.blocks:
        yield fact("the block", "is never reached, by a known name or another string", style="bold red")
    yield from rows("the block", held.blocks, held.takers if len(held.cases) == 1 else None, view)


def rows(label: str, blocks: Sequence[Block], test: Takers | None, view: View) -> Iterator[RenderableType]:
    """Yield a row a set of takers, and how many were left out."""
    for block in blocks if view.every else blocks[:_BLOCKS]:
        yield fact(label, case(block, test, view))
    if not view.every and len(blocks) > _BLOCKS:
        yield fact("", f"and {number(len(blocks) - _BLOCKS, 'more case')}: --all", style="dim")


def case(block: Block, test: Takers | None, view: View) -> str:
    """Return who is taken, and when; *test* are those who take the test."""
    who = "the same" if block.takers == test else taken(block.takers, view, most=_BEHIND)
    when = " and ".join(dict.fromkeys(f"{'' if holds else 'not '}{visible(text)}" for text, holds in block.when))
    more = f", or in {number(block.more, 'other case')}" if block.more else ""
    return who + (f", where {when}" if when else "") + more


def taken(takers: Takers, view: View, *, most: int = _NAMES) -> str:
    """Return a set of names in words."""
    names = named(takers.names, view, most=most)
    if takers.exception:
        return f"any string but {names}" if takers.names else "any string"
    return " and ".join(filter(None, [names, _unknown(takers)])) or "no known name"


def _unknown(takers: Takers) -> str:
    return "strings that nobody knows" if takers.others else ""


def named(names: Sequence[str], view: View, *, most: int = _NAMES) -> str:
    """Return names, as many as there is room for."""
    return listed(names, most=len(names) if view.every else most)
