"""One program seen from two releases of what it stands on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...registry.universe.names import Names
from ...registry.universe.snapshot import Snapshot
from ..analysis import Program
from ..inventory import Finding, Site, Zone
from ..reaching.asking import Reaches
from ..reaching.reach import compare
from ..settings.schema import Settings
from ..upstream.knowledge import Upstream
from .audit import audit
from .audited import Audited
from .bumped import Bump, Reached
from .rule import AuditRule


@dataclass(frozen=True, kw_only=True)
class Side:
    """One of two releases: what is known of dependencies, and the names of models."""

    upstream: Upstream
    names: Names
    snapshot: Snapshot


def bump(program: Program, settings: Settings, rules: Sequence[AuditRule], zones: Sequence[Zone], sides: tuple[Side, Side]) -> Bump:
    """Return what is wrong on the second of *sides* and was not on the first, what is no more, and which tests reach other names."""
    old, new = (audit(Audited(program, settings, side.upstream), rules, zones) for side in sides)
    before, after = ({_key(one) for one in each.findings} for each in (old, new))
    return Bump(
        moves=_moves(*sides),
        broken=tuple(one for one in new.findings if _key(one) not in before),
        mended=tuple(one for one in old.findings if _key(one) not in after),
        reached=tuple(_reached(program, frozenset(zones) or frozenset({Zone.SHARED}), *sides)),
        failed=tuple(sorted({*old.failed, *new.failed})),
    )


def _key(one: Finding) -> tuple[str, str, int, str | None, tuple[str, ...]]:
    """What a finding is about; its message may name a release."""
    return one.rule, one.path, one.line, one.witness, one.names


def _moves(old: Side, new: Side) -> tuple[str, ...]:
    pairs = zip(old.upstream.said, new.upstream.said, strict=False)
    return tuple(before if before == after else f"{before} → {after}" for before, after in pairs)


def _reached(program: Program, zones: frozenset[Zone], old: Side, new: Side) -> Iterator[Reached]:
    """Yield each test in *zones* whose known names change, once a decision; not one that takes most of what comes and loses most of what goes."""
    if old.names is new.names:
        return
    before = Reaches(program, old.names, snapshot=old.snapshot)
    after = Reaches(program, new.names, snapshot=new.snapshot)
    first: dict[str, Site] = {}
    for site, draft in program.sites:
        if site.zone in zones and draft.decision is not None:
            first.setdefault(site.decision, site)
    for decision, site in first.items():
        one, two = before.of_decision(decision), after.of_decision(decision)
        change = compare(one, two)
        if one.undecided or two.undecided or not (change.gained or change.lost):
            continue
        old_names, new_names = set(before.universe.of(two.space)), set(after.universe.of(two.space))
        if not (_is_most(change.gained, new_names - old_names) or _is_most(change.lost, old_names - new_names)):
            yield Reached(path=site.path, line=site.line, test=f"{site.subject} {site.op}", gained=change.gained, lost=change.lost)


def _is_most(names: tuple[str, ...], of: set[str]) -> bool:
    """Whether a test takes whatever comes: one that asks for everything but some names gains every new one."""
    return len(names) > _FEW and len(names) > len(of) / 2


_FEW = 3
