"""A linked program to what is wrong with it: every rule of the shelf looks, and what a person keeps on purpose is left out."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...registry import shelf
from ..inventory import Finding, Suppression, Zone
from ..judging.comments import suppressions
from ..judging.suppressions import KEEP, valid
from . import rules as shelf_of_rules
from .audited import Audited
from .rule import AuditRule

_MAY_BE_MEANT = frozenset({"NB402", "NB404", "NB405", "NB407", "NB409", "NB410"})  # what a person may want so, and say so beside it
_MEANT = re.compile(r"\b(?:deliberate|intentional|intended|on purpose|by design|only .{0,40}(?:validated|tested|verified))", re.IGNORECASE)
_ABOVE = 12  # comment lines directly above
_FAULTS = (AttributeError, LookupError, RecursionError, TypeError, ValueError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What rules found, sorted, and which of them stumbled."""

    findings: tuple[Finding, ...]
    kept: tuple[tuple[Finding, Suppression], ...]  # found, and intended, as a comment says
    failed: tuple[tuple[str, str], ...]  # rule and reason


def known_rules() -> tuple[AuditRule, ...]:
    """Return all rules of the shelf."""
    return tuple(shelf.gather(shelf_of_rules, AuditRule).values())


def audit(audited: Audited, rules: Sequence[AuditRule], zones: Iterable[Zone] = ()) -> Audit:
    """Let each rule look at *audited*; the same program gives the same findings in the same order.

    What lies outside *zones* is left out; without any, each rule says where it counts. Where a comment right there says that it is meant
    so, what may be meant is left out as well.
    """
    wanted, failed = frozenset(zones), list[tuple[str, str]]()
    found: dict[Finding, None] = {}
    for rule in rules:
        try:
            counts = wanted or rule.zones
            found.update(dict.fromkeys(one for one in rule.audit(audited) if audited.zones.get(one.path) in counts))
        except _FAULTS as error:  # the only place where that is caught: the other rules look all the same
            failed.append((rule.rule, f"{rule.name} stumbled ({type(error).__name__}: {error}); please report it"))
    comments = _comments(audited)
    bare: list[Finding] = []
    kept: list[tuple[Finding, Suppression]] = []
    for one in sorted(found, key=_by_place):
        comment = next((each for each in comments[one.path] if _keeps(each, one)), None)
        if comment is None and one.rule in _MAY_BE_MEANT and _MEANT.search(audited.remarks(one.path, one.line, above=_ABOVE)):
            continue
        bare += [one] * (comment is None)
        kept += [] if comment is None else [(one, comment)]
    return Audit(findings=tuple(bare), kept=tuple(kept), failed=tuple(failed))


def _by_place(one: Finding) -> tuple[str, int, str, str, str, tuple[str, ...]]:
    return one.path, one.line, one.rule, one.message, one.witness or "", one.places


def _comments(audited: Audited) -> defaultdict[str, tuple[Suppression, ...]]:
    found: defaultdict[str, tuple[Suppression, ...]] = defaultdict(tuple)
    found.update({file.path: suppressions(file.path, file.data) for file in audited.program.files})
    return found


def _keeps(comment: Suppression, finding: Finding) -> bool:
    return comment.word == KEEP and valid(comment) and finding.rule in comment.rules and comment.first <= finding.line <= comment.last
