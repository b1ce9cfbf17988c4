"""The JSON Schema of everything that is printed as JSON.

The schemas lie in `schema/`; a test compares them with what this module derives from the values.
"""

import json
from collections.abc import Mapping

import msgspec

from ..analyzer.inventory import Registration, Site
from ..parity.evidence import Evidence
from .audit_document import AuditDocument
from .cost_document import CostDocument
from .document import SCHEMA, Document
from .explain_document import ExplainDocument
from .plan_document import PlanDocument
from .split_document import SplitDocument
from .verdict_document import VerdictDocument


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
