"""Drafts in, sites out: each with an identity that survives moves, reformatting and shifted lines (CONTRACT, "Identity")."""

import hashlib
from collections import Counter
from collections.abc import Iterable

from ..finding.detector import Detector
from ..finding.draft import Draft
from ..inventory import Site
from ..linking.meaning import PlacedUnit


def sites_of(drafts: Iterable[tuple[Detector, Draft]]) -> tuple[Site, ...]:
    """Return the sites of *drafts*, sorted by path, line and column; equal drafts of one place are one site."""
    return tuple(site for site, _ in identified(drafts))


def identified(drafts: Iterable[tuple[Detector, Draft]]) -> tuple[tuple[Site, Draft], ...]:
    """Return the sites of *drafts* in their order, each with the draft that it was made of."""
    unique = {(draft.unit.path, _line(draft), draft.span, detector.name, draft.subject): (detector, draft) for detector, draft in drafts}
    ordered = [unique[key] for key in sorted(unique, key=lambda key: (key[0], key[1], key[2][1], key[2][2:], key[3], key[4]))]
    seen: Counter[tuple[str, ...]] = Counter()
    first: dict[tuple[int, int], str] = {}
    found: list[tuple[Site, Draft]] = []
    for detector, draft in ordered:
        identity = _identity(detector, draft)
        place = (draft.unit.path, *identity)
        ordinal = str(seen[place])
        seen[place] += 1
        decision = _hash("decision", *place, ordinal)
        if draft.decision is not None:
            unit, test = draft.decision
            decision = first.setdefault((id(unit), test), decision)
        found.append((_site(detector, draft, _hash(*identity, ordinal), decision), draft))
    return tuple(found)


def _hash(*parts: str) -> str:
    return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _line(draft: Draft) -> int:
    return draft.unit.first + draft.span[0]


def _scope(draft: Draft) -> str:
    return ".".join((*draft.unit.outer, *draft.scope)) or "<module>"


def _identity(detector: Detector, draft: Draft) -> tuple[str, ...]:
    """Return what an id is made of: rule, the test normalised, the subject's last attribute, and the scope; never where it lies.

    What is reached through a constant, a flag or a predicate is known by that one's own name, so that it stays itself when the constant
    grows or moves to another module. An item that is stored into a table has its own key in it, so that one store is never another.
    Equal ones of a scope are told apart by their order in the file; of two files, by the path.
    """
    names = draft.held_by.rpartition(".")[2] if draft.held_by else ",".join(sorted(draft.names))
    if draft.op == "store" and len(draft.names) == 1:
        names = f"{names}[{draft.names[0]}]"
    return detector.rule, detector.kind, draft.op, names, draft.key, _scope(draft)


def _site(detector: Detector, draft: Draft, identity: str, decision: str) -> Site:
    unit, (top, left, bottom, right) = draft.unit, draft.span
    chain, arm = _chain(draft)
    return Site(
        id=identity,
        rule=detector.rule,
        kind=detector.kind,
        op=draft.op,
        path=unit.path,
        line=unit.first + top,
        column=left + 1,
        end_line=unit.first + bottom,
        end_column=right + 1,
        lines=draft.lines,
        unit=unit.digest,
        subject=draft.subject,
        origin=draft.origin,
        space=draft.space,
        names=draft.names,
        constant=draft.constant,
        scope=_scope(draft),
        zone=unit.zone,
        subsystem=unit.subsystem,
        decision=decision,
        chain=chain,
        arm=arm,
        role=draft.role,
        confidence=draft.confidence,
        via=draft.via,
    )


def _chain(draft: Draft) -> tuple[str | None, int | None]:
    if draft.decision is None:
        return None, None
    unit, number = draft.decision
    decision = unit.facts.decisions[number]
    if decision.chain is None or unit is not draft.unit:
        return None, None
    return _chain_id(unit, decision.chain), decision.arm


def _chain_id(unit: PlacedUnit, chain: int) -> str:
    return _hash("chain", unit.path, ".".join(unit.outer), unit.digest, str(chain))
