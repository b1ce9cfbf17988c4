"""An audit to the one JSON document of it."""

from dataclasses import dataclass

import msgspec

from ..analyzer.auditing.bumped import Reached
from ..analyzer.inventory import Finding, Suppression, Unread
from .audited import Audited

SCHEMA = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A finding that a comment keeps on purpose."""

    finding: Finding
    comment: Suppression


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRun:
    """A rule that stumbled, so that nobody knows what it would have found."""

    rule: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditDocument:
    """What is wrong in one tree; `hidden` counts what is less certain than was asked for."""

    schema: int
    target: str
    revision: str | None
    preset: str
    files: int
    upstream: tuple[str, ...]
    findings: tuple[Finding, ...]
    kept: tuple[Kept, ...]
    hidden: int
    not_run: tuple[NotRun, ...]
    unread: tuple[Unread, ...]
    mended: tuple[Finding, ...] | msgspec.UnsetType = msgspec.UNSET  # of a comparison of two releases: what is wrong on the older side only
    reached: tuple[Reached, ...] | msgspec.UnsetType = msgspec.UNSET  # and which tests reach other names


def audit_document(audited: Audited) -> AuditDocument:
    """Return *audited* as a document."""
    inventory = audited.inventory
    return AuditDocument(
        schema=SCHEMA,
        target=inventory.target,
        revision=inventory.revision,
        preset=inventory.preset,
        files=inventory.files,
        upstream=audited.upstream,
        findings=inventory.findings,
        kept=tuple(Kept(finding=finding, comment=comment) for finding, comment in audited.kept),
        hidden=audited.hidden,
        not_run=tuple(NotRun(rule=rule, reason=reason) for rule, reason in audited.failed),
        unread=inventory.unread,
        mended=msgspec.UNSET if audited.bump is None else audited.bump.mended,
        reached=msgspec.UNSET if audited.bump is None else audited.bump.reached,
    )
