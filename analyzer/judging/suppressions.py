"""Which sites the comments of their files cover, and what is wrong with those comments (NB901-NB904)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from ..inventory import Confidence, Finding, Inventory, Site, Suppression, Unread

KEEP, TODO = "keep", "todo"
WITHOUT_REASON, UNUSED, EXPIRED, UNKNOWN_RULE, NOT_READ = "NB901", "NB902", "NB903", "NB904", "NB905"
_SITES = (*range(101, 110), *range(201, 204), 301, 302)  # rules of sites; ids are never used for another rule
_AUDIT = range(401, 414)
_CONTRACT = range(501, 507)
RULES = frozenset(f"NB{number}" for number in (*_SITES, *_AUDIT, *_CONTRACT))  # those that a comment may name
OF_SITES = frozenset(f"NB{number}" for number in _SITES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorted:
    """Sites by what their files say of them."""

    bare: tuple[Site, ...]  # nothing is said of them
    intended: tuple[tuple[Site, Suppression], ...]
    owed: tuple[tuple[Site, Suppression], ...]


def sorted_out(sites: Iterable[Site], suppressions: Iterable[Suppression]) -> Sorted:
    """Tell the sites that somebody keeps on purpose, or owes, from the rest. A comment that is not valid covers nothing."""
    words = _by_path(suppressions)
    bare: list[Site] = []
    intended: list[tuple[Site, Suppression]] = []
    owed: list[tuple[Site, Suppression]] = []
    for site in sites:
        found = next((one for one in words.get(site.path, ()) if valid(one) and covers(one, site)), None)
        if found is None:
            bare.append(site)
        else:
            (intended if found.word == KEEP else owed).append((site, found))
    return Sorted(bare=tuple(bare), intended=tuple(intended), owed=tuple(owed))


def valid(one: Suppression) -> bool:
    """Return whether it says what it must: keep or todo, which rules, and why."""
    return one.word in {KEEP, TODO} and bool(one.rules) and bool(one.reason) and _is_date(one.until)


def covers(one: Suppression, site: Site) -> bool:
    """Return whether the comment names the rule of a site in its lines."""
    return site.rule in one.rules and site.line <= one.last and site.end_line >= one.first


def faults(suppressions: Sequence[Suppression], sites: Iterable[Site], unread: Iterable[Unread]) -> tuple[Finding, ...]:
    """Return NB901, NB902, NB904 of these comments, and NB905 of what was not read; by path and line.

    Args:
        suppressions: all of the target.
        sites: all of the target, in every zone.
        unread: what could not be read.

    """
    at: defaultdict[str, list[Site]] = defaultdict(list)
    for site in sites:
        at[site.path].append(site)
    found = [fault for one in suppressions for fault in _faults(one, at.get(one.path, ()))]
    found += [not_read(one.path, f"not read: {one.reason}") for one in unread]
    return tuple(sorted(found, key=lambda fault: (fault.path, fault.line, fault.rule, fault.message)))


def expired(suppressions: Iterable[Suppression], today: date) -> tuple[Finding, ...]:
    """Return NB903 of the comments whose last day has passed."""
    return tuple(
        _finding(EXPIRED, one.path, one.line, f"{_named(one)} was meant until {one.until}: settle it, or give it a new date and a reason")
        for one in suppressions
        if one.until and _is_date(one.until) and date.fromisoformat(one.until) < today
    )


def not_read(path: str, message: str) -> Finding:
    """Return NB905."""
    return _finding(NOT_READ, path, 1, message)


def _faults(one: Suppression, sites: Sequence[Site]) -> Iterator[Finding]:
    if one.word not in {KEEP, TODO}:
        yield _finding(WITHOUT_REASON, one.path, one.line, f"{one.word[:40]!r} is neither keep nor todo: write keep[NB101] and why")
        return
    if not one.rules:
        yield _finding(WITHOUT_REASON, one.path, one.line, f"{one.word} names no rule: write {one.word}[NB101] and why")
    elif not one.reason:
        yield _finding(WITHOUT_REASON, one.path, one.line, f"{_named(one)} gives no reason, so it covers nothing: say why behind it")
    if not _is_date(one.until):
        yield _finding(WITHOUT_REASON, one.path, one.line, f"{one.until!r} is no date: write until=2027-01-31")
    for rule in one.rules:
        if rule not in RULES:
            yield _finding(UNKNOWN_RULE, one.path, one.line, f"there is no rule {rule[:40]!r}: `namebranch rules` lists them")
        elif rule in OF_SITES and not any(site.rule == rule and covers(one, site) for site in sites):
            yield _finding(UNUSED, one.path, one.line, f"{one.word}[{rule}] covers no {rule} on line {_lines(one)}: take it out")


def _finding(rule: str, path: str, line: int, message: str) -> Finding:
    return Finding(rule=rule, path=path, line=line, places=(), witness=None, names=(), message=message, confidence=Confidence.EXACT)


def _named(one: Suppression) -> str:
    return f"{one.word}[{','.join(one.rules)}]"


def _lines(one: Suppression) -> str:
    return str(one.first) if one.first == one.last else f"{one.first} to {one.last}"


def _is_date(text: str | None) -> bool:
    if text is None:
        return True
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _by_path(suppressions: Iterable[Suppression]) -> dict[str, list[Suppression]]:
    found: defaultdict[str, list[Suppression]] = defaultdict(list)
    for one in suppressions:
        found[one.path].append(one)
    return found


def housekeeping(inventory: Inventory, today: date) -> tuple[Finding, ...]:
    """Return NB901 to NB905 of a target on one day, by path and line."""
    mine = [finding for finding in inventory.findings if finding.rule in {WITHOUT_REASON, UNUSED, UNKNOWN_RULE, NOT_READ}]
    return tuple(sorted([*mine, *expired(inventory.suppressions, today)], key=lambda found: (found.path, found.line, found.rule)))
