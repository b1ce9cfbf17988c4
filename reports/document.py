"""An inventory to the one JSON document of a scan, and the text of everything that is printed as JSON."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from ..analyzer.inventory import Finding, Inventory, Registration, Site, Unread
from ..analyzer.judging.counts import Counts, count
from .escape import safe_json, without_surrogates
from .format import Content

if TYPE_CHECKING:  # a scan prints none of these
    from ..parity.evidence import Evidence
    from .audit_document import AuditDocument
    from .cost_document import CostDocument
    from .explain_document import ExplainDocument
    from .plan_document import PlanDocument
    from .split_document import SplitDocument
    from .verdict_document import VerdictDocument

SCHEMA = 1
Part = Site | Registration | Finding | msgspec.Struct


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One scan. Of a summary only the numbers are there, with `--registrations` only the registrations."""

    schema: int
    target: str
    revision: str | None
    preset: str
    files: int
    units: int
    counts: Counts
    sites: tuple[Site, ...] | msgspec.UnsetType = msgspec.UNSET
    registrations: tuple[Registration, ...] | msgspec.UnsetType = msgspec.UNSET
    findings: tuple[Finding, ...] | msgspec.UnsetType = msgspec.UNSET
    unread: tuple[Unread, ...]


def document(inventory: Inventory, content: Content) -> Document:
    """Return *inventory* as a document that holds what *content* asks for."""
    whole, registrations = content is Content.SITES, content is not Content.SUMMARY
    return Document(
        schema=SCHEMA,
        target=inventory.target,
        revision=inventory.revision,
        preset=inventory.preset,
        files=inventory.files,
        units=inventory.units,
        counts=count(inventory),
        sites=inventory.sites if whole else msgspec.UNSET,
        registrations=inventory.registrations if registrations else msgspec.UNSET,
        findings=inventory.findings if whole else msgspec.UNSET,
        unread=inventory.unread,
    )


def encoded(
    value: "Document | CostDocument | AuditDocument | Evidence | ExplainDocument | PlanDocument | SplitDocument | VerdictDocument | Part",
    *,
    indent: int = 0,
) -> str:
    """Return *value* as JSON: keys in the order of their fields, without anything that a terminal would obey."""
    try:
        data = msgspec.json.encode(value)
    except UnicodeEncodeError:
        data = msgspec.json.encode(mended(msgspec.to_builtins(value)))
    return safe_json((msgspec.json.format(data, indent=indent) if indent else data).decode())


def mended(value: object) -> object:
    """Return a copy of plain *value* in which lone surrogates are spelled out."""
    match value:
        case str():
            return without_surrogates(value)
        case dict():
            return {mended(key): mended(held) for key, held in value.items()}
        case list() | tuple():
            return [mended(held) for held in value]
        case _:
            return value
