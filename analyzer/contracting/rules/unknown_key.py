"""NB504: a lookup that does not say what happens to an unknown key."""

from collections.abc import Iterator

from ...finding.detector import Example
from ...inventory import Finding, Zone
from ..registries import Registry
from ..rule import ContractRule
from ..subject import Subject, finding


def _judge(subject: Subject) -> Iterator[Finding]:
    for registry in subject.registries:
        for path in _askers(subject, registry):
            for looked in subject.tree.modules[path].lookups:
                if looked.table in registry.tables and not looked.guarded:
                    told = f"{looked.table}[…] of {registry.name} raises a bare KeyError for a model that nobody registered"
                    yield finding(
                        "NB504", (path, looked.line), f"{told}; use .get() with a default, or raise an error that names the known keys"
                    )


def _askers(subject: Subject, registry: Registry) -> Iterator[str]:
    """Yield the shared files in which a table of the registry can be looked up: its own, and those that import it from there."""
    tree = subject.tree
    for path in tree.modules:
        if tree.zones[path] is Zone.SHARED and (
            path in registry.homes or any(tree.defining(path, table) in registry.homes for table in registry.tables)
        ):
            yield path


_DEFINED = """
# file: kit/registry.py
MODELS = {}

def register_model(kind):
    def put(owner):
        MODELS[kind] = owner
        return owner
    return put
"""
_OWNER = """
# file: kit/models/__init__.py
from kit.models import jamba
# file: kit/models/jamba.py
from kit.registry import register_model

@register_model("jamba")
class Jamba: ...
"""

unknown_key = ContractRule(
    name="unknown-key",
    rule="NB504",
    title="a lookup that does not say what happens to an unknown key",
    doc="""
Promise: what a lookup answers for a key that nobody owns, for None and for an empty key is written down: a default, or an error that says what
is known. A bare `KeyError: 'x'` is an accident, and the caller cannot tell it from one of its own.

Leaves alone: `.get`, a lookup in a `try`, and one in a function that asks `key in table`.
""",
    finds=(
        Example(
            title="a bare lookup in the registry, and one beside it",
            code=_DEFINED
            + """
def get(kind):
    from kit import models
    return MODELS[kind]  # here
# file: kit/train.py
from kit.registry import MODELS

def train(config):
    return MODELS[config.model_type]()  # here
"""
            + _OWNER,
        ),
    ),
    passes=(
        Example(
            title="a default, an error of its own, a test before",
            code=_DEFINED
            + """
def get(kind):
    from kit import models
    return MODELS.get(kind)

def must(kind):
    if kind not in MODELS:
        raise LookupError(f"no {kind}; known are {sorted(MODELS)}")
    return MODELS[kind]

def tried(kind):
    try:
        return MODELS[kind]
    except KeyError:
        raise LookupError(kind) from None

def maybe(kind):
    return MODELS[kind] if kind in MODELS else None
"""
            + _OWNER,
        ),
    ),
    judge=_judge,
)
