"""The newer side, and what it is compared with, to a verdict: against a baseline, a revision, or both."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from ..inventory import Finding, Inventory
from ..settings.schema import Settings
from .budgets import weighed
from .codes import code
from .fates import Comparison, compare
from .gate import gated, is_ignored
from .known import known_of
from .notes import Notes, expired
from .standing import Standing
from .suppressions import NOT_READ, Sorted, housekeeping, not_read, sorted_out
from .verdict import FAILING, Change, Fate, Known, Verdict, in_order

_STAYING = frozenset({Fate.LOST, Fate.TAKEN_OVER})


@dataclass(frozen=True, slots=True, kw_only=True)
class Newer:
    """The tree that is asked about, on one day, under its own settings."""

    inventory: Inventory
    settings: Settings
    standing: Standing
    notes: Notes
    today: date

    def sorted_out(self) -> Sorted:
        """Return the sites that may fail, by what their files say of them."""
        return sorted_out(gated(self.inventory.sites, self.settings), self.inventory.suppressions)

    def known(self) -> tuple[Known, ...]:
        """Return what a baseline would remember of it."""
        return known_of(self.sorted_out().bare, self.inventory.registrations)

    def compared(self, was: Sequence[Known]) -> tuple[Comparison, tuple[Known, ...]]:
        """Return how it compares with an earlier side, and what of that lies in files that could not be read, so that nobody knows."""
        unread = _in(one.path for one in self.inventory.unread)
        asked = [one for one in was if not unread(one.path)]
        found = compare(
            asked,
            self.inventory,
            sites=self.sorted_out().bare,
            standing=self.standing,
            space_of=self.settings.subjects.space,
        )
        return found, tuple(one for one in was if unread(one.path))

    def without(self, entries: Sequence[Known], today: Iterable[Known]) -> tuple[Known, ...]:
        """Return the branches of a baseline but for those that are one with one of *today*, under whatever id."""
        chosen = {(one.id, one.path) for one in today}
        comparison, _ = self.compared(entries)
        taken = {(pair.was.id, pair.was.path) for pair in comparison.pairs if (pair.now.id, pair.now.path) in chosen}
        return tuple(one for one in entries if (one.id, one.path) not in taken)


def by_baseline(newer: Newer, entries: Sequence[Known] | None) -> Verdict:
    """Return the verdict against a baseline; None is one that was never made, and accepts nothing."""
    comparison, unknown = newer.compared(entries or ())
    count = None if entries is None else len(entries)
    return _verdict(newer, "baseline", comparison.changes, comparison.unchanged + len(unknown), entries=count)


def by_revision(newer: Newer, base: Inventory, against: str) -> Verdict:
    """Return the verdict against an earlier inventory, whose own comments hold for it."""
    bare = sorted_out(gated(base.sites, newer.settings), base.suppressions).bare
    comparison, unknown = newer.compared(known_of(bare, base.registrations))
    made = _verdict(newer, against, comparison.changes, comparison.unchanged + len(unknown), entries=None)
    unread = [not_read(one.path, f"not read in the earlier tree: {one.reason}") for one in base.unread]
    made = replace(made, findings=(*made.findings, *unread))
    return replace(made, code=_code(newer, made))


def joined(newer: Newer, revision: Verdict, file: Verdict) -> Verdict:
    """Return both verdicts as one: what the baseline accepts is not new, and what it does not accept is, whenever it was written."""
    told = {(change.id, change.path) for change in file.changes if change.fate is Fate.LOST}
    lost = [change for change in revision.changes if change.fate is Fate.LOST and (change.id, change.path) not in told]
    unread = [found for found in revision.findings if found.rule == NOT_READ and found not in file.findings]
    made = replace(file, against=f"{revision.against} and baseline", findings=(*file.findings, *unread))
    made = replace(made, changes=tuple(sorted([*file.changes, *lost], key=in_order)))
    return replace(made, code=_code(newer, made))


def filtered(newer: Newer, verdict: Verdict, keeps: Callable[[Change], bool], keeps_finding: Callable[[Finding], bool]) -> Verdict:
    """Return the part of a verdict that was asked for, and the exit code of that part."""
    changes = tuple(change for change in verdict.changes if keeps(change))
    part = replace(verdict, changes=changes, findings=tuple(found for found in verdict.findings if keeps_finding(found)))
    return replace(part, code=_code(newer, part))


def updated(newer: Newer, entries: Sequence[Known]) -> tuple[Known, ...]:
    """Return the baseline as it is to be: what moved or narrowed is renewed, what is accounted for goes; nothing is added.

    What was lost stays until somebody says that it may go, and with it what was taken over beside it, by which one sees that.
    """
    comparison, unknown = newer.compared(entries)
    widened = {id(change.was) for change in comparison.changes if change.fate is Fate.WIDENED}
    kept = [pair.was if id(pair.was) in widened else pair.now for pair in comparison.pairs]
    lost = {(change.path, change.was.scope) for change in comparison.changes if change.fate is Fate.LOST and change.was is not None}
    gone = [(change.fate, change.was) for change in comparison.changes if change.now is None and change.was is not None]
    kept += [was for fate, was in gone if fate in _STAYING and (was.path, was.scope) in lost]
    return (*kept, *unknown)


def _verdict(newer: Newer, against: str, changes: Iterable[Change], unchanged: int, *, entries: int | None) -> Verdict:
    said = newer.sorted_out()
    kept = {id(site) for site, _ in said.intended}
    every = sorted_out(newer.inventory.sites, newer.inventory.suppressions)
    counted = [site for site in newer.inventory.sites if id(site) not in kept | {id(site) for site, _ in every.intended}]
    found = [*housekeeping(newer.inventory, newer.today), *expired(newer.notes, newer.today)]
    made = Verdict(
        against=against,
        inventory=newer.inventory,
        changes=tuple(_said(newer.notes, change) for change in changes),
        unchanged=unchanged,
        suppressed=said.intended,
        owed=said.owed,
        budgets=weighed(newer.settings.budget, counted),
        findings=tuple(one for one in found if not is_ignored(one.rule, newer.settings)),
        entries=entries,
        code=0,
    )
    return replace(made, changes=tuple(sorted(made.changes, key=in_order)), code=_code(newer, made))


def _said(notes: Notes, change: Change) -> Change:
    """Return a change as people see it: what somebody let go is not lost."""
    note = notes.dropped.get(change.id)
    return change if note is None or change.fate is not Fate.LOST else replace(change, fate=Fate.DROPPED, by=(note.reason,))


def _code(newer: Newer, verdict: Verdict) -> int:
    housekeeping_counts = verdict.entries is not None
    return code(
        failing=any(change.fate in FAILING for change in verdict.changes),
        over_budget=any(one.exceeded for one in verdict.budgets),
        unread=not newer.inventory.complete or any(found.rule == NOT_READ for found in verdict.findings),
        hygiene=any(found.rule != NOT_READ for found in verdict.findings),
        stale=housekeeping_counts and any(change.fate not in FAILING for change in verdict.changes),
    )


def _in(paths: Iterable[str]) -> Callable[[str], bool]:
    """Return a test whether a path is one of *paths*, or lies in one that ends in `/`."""
    exact = frozenset(paths)
    folders = tuple(path for path in exact if path.endswith("/"))
    return lambda path: path in exact or path.startswith(folders)
