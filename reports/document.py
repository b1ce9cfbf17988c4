"""An inventory to the one JSON document of a scan, and the JSON Schema of everything that is printed as JSON.

The schemas lie in `schema/`; a test compares them with what this module derives from the values.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from ..analyzer.inventory import Finding, Inventory, Registration, Site, Unread
from ..analyzer.judging.counts import Counts, count
from ..parity.evidence import Evidence
from .audit_document import AuditDocument
from .cost_document import CostDocument
from .escape import safe_json, without_surrogates
from .explain_document import ExplainDocument
from .format import Content
from .plan_document import PlanDocument
from .split_document import SplitDocument
from .verdict_document import VerdictDocument

SCHEMA = 1


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
    value: Document
    | CostDocument
    | AuditDocument
    | Evidence
    | ExplainDocument
    | PlanDocument
    | SplitDocument
    | VerdictDocument
    | Site
    | Registration
    | Finding
    | msgspec.Struct,
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


def schemas() -> Mapping[str, str]:
    """Return the text of each schema file by its name."""
    titles = {
        "site": Site,
        "registration": Registration,
        "scan": Document,
        "cost": CostDocument,
        "audit": AuditDocument,
        "explain": ExplainDocument,
        "verdict": VerdictDocument,
        "evidence": Evidence,
        "plan": PlanDocument,
        "split": SplitDocument,
    }
    return {f"{name}-{SCHEMA}.schema.json": schema_text(name, kind) for name, kind in titles.items()}


def schema_text(name: str, kind: type) -> str:
    """Return the JSON Schema of *kind*, closed: a key it does not list is an error."""
    schema, components = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    for component in components.values():
        if component.get("type") == "object":
            component["additionalProperties"] = False
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"namebranch {name}, schema {SCHEMA}"}
    return json.dumps({**head, **schema[0], "$defs": components}, indent=2) + "\n"
