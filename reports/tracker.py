"""The tracking issue as Markdown: a page with fenced sections, made new, or refreshed in a page that people work in."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import groupby

from ..analyzer.judging.drift import Mark
from ..codemods.tracking.tracker import Item, Movement, Row, Status, Tracker
from . import page as paging
from .templating import Markdown, code, filled, plural

_FILES, _NAMES, _ASKS = 3, 6, 2  # shown in a cell
_MOVEMENTS, _ITEMS, _STEPS, _KEYS = 200, 60, 12, 8  # shown in a section
_QUIET = frozenset({"moved"})
_STATE, _NOTHING = "verified", Markdown("—")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What one commit did to one file in one way."""

    what: str
    times: int
    rows: tuple[int, ...]
    path: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """What one commit or pull request moved."""

    mark: Mark
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What a page remembers of when it was last verified."""

    at: str
    since: str | None


def state(page: str) -> State:
    """Return what a page remembers.

    Raises:
        PageError: its fences are not as they were left.

    """
    for section in paging.sections(page):
        if section.name == _STATE and "at" in section.facts:
            return State(at=section.facts["at"], since=section.facts.get("since"))
    raise paging.PageError(f"section {_STATE!r} is not in the page any more: bring its two fences back from an earlier version of the page")


def render(tracker: Tracker, page: str | None) -> str:
    """Return the page with its sections anew, or a new page.

    Raises:
        PageError: its fences are not as they were left.

    """
    new = filled("tracker.md.j2", _values(tracker))
    return new if page is None else paging.refreshed(page, new)


def _values(tracker: Tracker) -> dict[str, object]:
    said = [one for one in tracker.movement if one.what not in _QUIET]
    shown = [one for one in tracker.items if one.branches or one.descriptors or one.migrated]
    verified = tracker.verified
    facts = {"at": verified.at} | ({"since": verified.since} if verified.since else {})
    return {
        "tracker": tracker,
        "facts": facts,
        "at": _short(verified.at),
        "since": _short(verified.since) if verified.since else "",
        "moved": ", ".join(f"{number} {what}" for what, number in Counter(one.what for one in said).most_common()),
        "subject": _subject,
        "groups": _groups(said[-_MOVEMENTS:]),
        "more": max(0, len(said) - _MOVEMENTS),
        "items": shown[:_ITEMS],
        "rest": max(0, len(shown) - _ITEMS),
        "order": sorted(
            (row for row in tracker.rows if row.payoff and row.branches), key=lambda row: (row.waits, -_worth(row), row.number)
        ),
        "fence": paging.fence,
        "nothing": _NOTHING,
        "lives": _lives,
        "status": _status,
        "names": _names,
        "next": _next,
        "done": _done,
        "keys": _keys,
        "steps": tracker.stack[:_STEPS],
        "more_steps": max(0, len(tracker.stack) - _STEPS),
    }


def _worth(row: Row) -> int:
    return row.payoff.worth if row.payoff is not None else 0


def _short(at: str) -> str:
    kind, colon, digest = at.rpartition(":")
    return f"{kind}{colon}{digest[:9]}"


def _groups(movements: list[Movement]) -> tuple[Group, ...]:
    """Return what moved by commit, the newest first."""
    by_mark = [tuple(held) for _, held in groupby(movements, key=lambda one: one.mark.number)]
    return tuple(Group(mark=held[0].mark, lines=_lines(held)) for held in reversed(by_mark))


def _lines(movements: tuple[Movement, ...]) -> tuple[Line, ...]:
    held: defaultdict[tuple[str, tuple[int, ...], str], list[Movement]] = defaultdict(list)
    for one in movements:
        held[one.what, one.rows, one.path].append(one)
    return tuple(
        Line(what=what, times=len(found), rows=rows, path=path, names=tuple(dict.fromkeys(name for one in found for name in one.names)))
        for (what, rows, path), found in held.items()
    )


def _subject(mark: Mark) -> str:
    """Return the words of a commit without the number of its pull request, which stands before them."""
    return mark.subject.removesuffix(f"(#{mark.pull_request})").rstrip()


def _names(names: tuple[str, ...]) -> Markdown:
    more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
    return Markdown(", ".join(map(code, names[:_NAMES])) + more)


def _keys(keys: tuple[str, ...]) -> Markdown:
    more = f" and {len(keys) - _KEYS} more" if len(keys) > _KEYS else ""
    return Markdown(", ".join(map(code, keys[:_KEYS])) + more)


def _lives(row: Row) -> Markdown:
    if row.paths:
        return Markdown(", ".join(map(code, row.paths)))
    held = [f"{code(one.path)} ({one.decisions})" for one in row.files[:_FILES]]
    more = [f"{len(row.files) - _FILES} more"] if len(row.files) > _FILES else []
    return Markdown(", ".join(held + more) or _NOTHING)


def _status(row: Row) -> Markdown:
    words = [f"**{row.status.value}**" + (", and *drifting*" if row.drifting else "")]
    if row.status is Status.NOT_STARTED and not row.branches:
        words.append("no decision by a name today")
    elif row.status is not Status.DONE:
        words.append(f"{plural(row.branches, 'decision')} left" + _files(row))
    if row.before is not None and row.before != row.branches:
        words.append(f"{'grown' if row.branches > row.before else 'down'} from {row.before}")
    if row.asks:
        more = f" and {len(row.asks) - _ASKS} more" if len(row.asks) > _ASKS else ""
        words.append(f"the registry is asked in {', '.join(map(code, row.asks[:_ASKS]))}{more}")
    if row.waits and row.gate is not None:
        words.append(f"waits for {code(row.gate.id)}")
    return Markdown("; ".join(words))


def _files(row: Row) -> str:
    """Return where decisions are left, if the row says no more than globs."""
    if not row.paths or not row.files:
        return ""
    most = row.files[0]
    if len(row.files) == 1:
        return f" in {code(most.path)}"
    return f" in {len(row.files)} files, {most.decisions} of them in {code(most.path)}"


def _next(row: Row) -> Markdown:
    if row.waits and row.gate is not None:
        return Markdown(f"an answer to {code(row.gate.id)}")
    if row.payoff is None or not row.payoff.sites:
        return Markdown("nothing moves by itself: `namebranch plan` says why")
    return Markdown(f"`namebranch plan --model {row.payoff.models[0]}`" if _is_plain(row) else "`namebranch plan`")


def _is_plain(row: Row) -> bool:
    return row.payoff is not None and bool(row.payoff.models) and row.payoff.models[0].isidentifier()


def _done(item: Item) -> Markdown:
    words = ["registered"] * bool(item.descriptors) + [f"{item.migrated} migrated"] * bool(item.migrated)
    return Markdown(", ".join(words) or _NOTHING)
