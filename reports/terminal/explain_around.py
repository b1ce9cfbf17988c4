"""What lies around a site, on a terminal: where else its names are listed, since when it is there, and what `check` says."""

from collections.abc import Iterator
from shlex import join

from rich.console import RenderableType
from rich.text import Text

from ...analyzer.explaining.explanation import Change, Event, Explanation, Likeness, Lists, Standing, Stands
from ..destined import destined
from ..escape import visible
from ..format import View
from ..phrase import clipped
from ..worded import listed, short
from .explain_site import fact, heading
from .glyphs import cut, number, shortened

_OTHERS = 5
_NAMES = 3
_FAILS = frozenset({Stands.NEW, Stands.WIDENED})
_DAY = 10
_COMMIT = 9


def elsewhere(found: Explanation, view: View) -> Iterator[RenderableType]:
    """Yield the places that list the same names, and those that ask through the same constant."""
    held = found.elsewhere
    if held.others:
        what = "the names of this decision" if held.lists is Lists.DECISION else "these names"
        yield heading(f"Where else {what} are listed" if len(held.names) != 1 else "Where else this name is asked for alone")
    for other in held.others if view.every else held.others[:_OTHERS]:
        yield from likeness(other, len(held.names), view)
    if not view.every and len(held.others) > _OTHERS:
        yield Text(f"  and {number(len(held.others) - _OTHERS, 'more place')}: --all", style="dim")
    if held.users:
        yield heading("Who else asks through the same")
    for user in held.users if view.every else held.users[:_OTHERS]:
        yield place(user.path, user.line, clipped(user.text), view)
    if not view.every and len(held.users) > _OTHERS:
        yield Text(f"  and {number(len(held.users) - _OTHERS, 'more place')}: --all", style="dim")


def likeness(other: Likeness, many: int, view: View) -> Iterator[RenderableType]:
    """Yield one other list: how much is the same, and what is not."""
    much = "" if many == 1 else "the same  " if other.equal else f"{len(other.same)} of {many}  "
    yield place(other.path, other.line, f"{much}{visible(other.what)} {clipped(other.subject)}", view)
    most = 10**6 if view.every else _NAMES
    differences = [("only here", other.only_here), ("only there", other.only_there)]
    words = "; ".join(f"{where}: {listed(names, most=most)}" for where, names in differences if names)
    if words:
        yield fact("", words, style="dim")


def place(path: str, line: int, words: str, view: View) -> Text:
    """Return a place and what is there, on one line."""
    where = f"  {shortened(path, cells=max(16, view.width // 2 - 8), unicode=view.unicode)}:{line}"
    room = max(12, view.width - len(where) - 2)
    return Text(where, style="cyan", no_wrap=True).append(f"  {cut(words, cells=room, unicode=view.unicode)}", style="none")


def history(found: Explanation, view: View) -> Iterator[RenderableType]:
    """Yield the commits that made it what it is, the first and the latest changes."""
    held = found.ancestry
    if held is None:
        return
    yield heading("Since when")
    changes = held.changes if view.every else _telling(held.changes)
    for change in changes:
        yield from event(change, view)
    if len(changes) < len(held.changes):
        yield Text(f"  and {number(len(held.changes) - len(changes), 'more change')}: --all", style="dim")
    if held.missing is not None:
        yield fact("not known" if not held.changes else "before that", visible(held.missing), style="yellow")


def _telling(changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """Return the latest change, the last that widened it, its last move, and where it began."""
    firsts = {change.event: number_ for number_, change in reversed([*enumerate(changes)])}
    kept = {*firsts.values(), 0}
    return tuple(change for number_, change in enumerate(changes) if number_ in kept)


def event(change: Change, view: View) -> Iterator[RenderableType]:
    """Yield what one commit did."""
    when = f"{change.date[:_DAY]} {change.commit[:_COMMIT]}" if change.commit else "in the work tree"
    what = {Event.INTRODUCED: "green", Event.WIDENED: "bold red", Event.NARROWED: "green", Event.MOVED: "blue"}[change.event]
    line = Text(f"  {visible(when)}  ", style="cyan", no_wrap=True).append(change.event.value, style=what)
    yield line.append(f"  {cut(change.subject, cells=max(12, view.width - 36), unicode=view.unicode)}", style="none")
    said = [f"+ {listed(change.added, most=_NAMES)}"] if change.added else []
    said += [f"- {listed(change.removed, most=_NAMES)}"] if change.removed else []
    said += [f"in {short(change.by)}"] if change.by is not None else []
    said += [f"from {visible(change.was)}"] if change.was is not None else []
    if said:
        yield fact("", "  ".join(said), style="dim")


def standing(found: Explanation, view: View) -> Iterator[RenderableType]:
    """Yield what `check` would say, and why."""
    held = found.standing
    fails = held.stands in _FAILS
    words = {True: "fails", False: "passes"}[fails]
    yield heading("check").append(f"  {words}: ", style="bold red" if fails else "green").append(visible(held.because), style="none")
    yield from said(held)
    yield from destined(found.destination)
    for what, command in remedies(found, view):
        yield Text(f"  {what:<9}", style="dim", no_wrap=True).append(command, style="cyan" if what != "keep" else "")


def said(held: Standing) -> Iterator[RenderableType]:
    """Yield what people wrote about it."""
    for source, words in ((held.suppression, "comment"), (held.note, "notes")):
        if source is not None:
            more = [f"{name} {value}" for name in ("owner", "issue", "until") if (value := getattr(source, name, None))]
            yield fact(words, visible(source.reason) + (f"  ({visible(', '.join(more))})" if more else ""))
    if held.suppression is not None:
        yield fact("", f"{visible(held.suppression.path)}:{held.suppression.line}", style="dim")


def remedies(found: Explanation, view: View) -> Iterator[tuple[str, str]]:
    """Yield what can be done about it, of verbs that exist."""
    site, fails = found.site, found.standing.stands in _FAILS
    at = ("--at", f"{site.path}:{site.line}")
    moves = found.destination
    if "plan" in view.verbs and site.zone == "shared" and (moves is None or moves.to is not None):
        yield "plan", visible(join(("namebranch", "plan", *((*view.again, *at) if moves is None else moves.command[1:]))))
    if fails:
        yield "keep", f"# namebranch: keep[{visible(site.rule)}] why   (on its line, or alone above)"
    if fails and "baseline" in view.verbs:
        yield "accept", visible(join(("namebranch", "baseline", "add", *view.again, site.id, "--reason", "WHY")))
