"""NB409: a model is registered with a descriptor of its own, and shared code still asks for its name."""

from collections import defaultdict
from collections.abc import Iterator

from ....registry.space import Space
from ....registry.universe.spelling import key_of
from ...finding.detector import Example
from ...inventory import Confidence, Finding, Kind, Registration
from ..audited import Audited
from ..rule import AuditRule

_ASKS = frozenset({Kind.COMPARE, Kind.MEMBERSHIP, Kind.MATCH})
_DECLARES = frozenset({"decorator", "class-attribute", "method-on-owner"})
_TYPES = frozenset({Space.MODEL_TYPE, Space.TEXT_MODEL_TYPE, Space.UNKNOWN})


def _audit(audited: Audited) -> Iterator[Finding]:
    descriptors = _descriptors(audited)
    for site, draft in audited.sites:
        mine = {name: descriptors[name] for name in site.names if name in descriptors and _serves(audited, descriptors[name], site.path)}
        if site.kind not in _ASKS or not mine or site.constant is not None or site.space not in _TYPES:
            continue
        if len(site.names) > len(mine) and site.confidence is Confidence.INFERRED:
            continue
        name, entry = next(iter(mine.items()))
        yield audited.finding(
            "NB409",
            (draft.unit, draft.span),
            f"{', '.join(map(repr, mine))} is registered in {entry.registry}, and this arm still asks for the name: move what it does to "
            f"{entry.owner.rpartition('.')[2]}, or say why it stays",
            witness=name,
            names=tuple(mine),
            places=tuple(dict.fromkeys(f"{each.path}:{each.line}" for each in mine.values())),
            confidence=Confidence.LINKED if site.confidence is not Confidence.INFERRED else Confidence.INFERRED,
        )


def _descriptors(audited: Audited) -> dict[str, Registration]:
    """The types that have a descriptor: registered by what is declared, in a file of their own."""
    entries: defaultdict[str, list[Registration]] = defaultdict(list)
    for entry in audited.program.found.registrations:
        if entry.form in _DECLARES and entry.space is Space.MODEL_TYPE and _is_own_file(audited, entry):
            entries[entry.key].append(entry)
    return {key: found[0] for key, found in entries.items()}


def _is_own_file(audited: Audited, entry: Registration) -> bool:
    """Whether a registration stands in a file or a folder that is called after its model."""
    return _own_part(audited, entry) is not None


def _own_part(audited: Audited, entry: Registration) -> int | None:
    key, parts = key_of(entry.key), entry.path.removesuffix(".py").split("/")
    fits = (
        at
        for at, part in enumerate(parts)
        if audited.names.is_name(part) and (key.startswith(key_of(part)) or key_of(part).startswith(key))
    )
    return next(fits, None)


def _serves(audited: Audited, entry: Registration, path: str) -> bool:
    """Whether a registry is there for a file: the file lies below what the folder of all models lies in."""
    at = _own_part(audited, entry)
    around = entry.path.split("/")[: max(0, (at or 0) - 1)]
    return path.split("/")[: len(around)] == around


half_migrated = AuditRule(
    name="half-migrated",
    rule="NB409",
    title="a registered model that still has an arm of its own",
    doc="""
Finds `config.model_type == "jamba"` in shared code of a target that registers a descriptor for `jamba` in a file of its own: a part of the
model has moved there, and a part was left behind. Whoever reads the descriptor misses the rest.

Leaves alone: tables and name sets, entries of a table of classes, registrations in a file for all models.
""",
    finds=(
        Example(
            title="an arm beside a descriptor",
            code="""
def load(config):
    if config.model_type == "jamba":  # here
        return 1
    return 2
# file: model_support/jamba.py
from .registry import register_model_support


@register_model_support("jamba")
class JambaSupport:
    pass
# file: model_support/registry.py
SUPPORT = {}


def register_model_support(model_type):
    def deco(cls):
        SUPPORT[model_type] = cls
        return cls
    return deco
""",
        ),
    ),
    passes=(
        Example(
            title="an arm for a model without a descriptor",
            code="""
def load(config):
    return config.model_type == "mixtral"
# file: model_support/jamba.py
from .registry import register_model_support


@register_model_support("jamba")
class JambaSupport:
    pass
# file: model_support/registry.py
SUPPORT = {}


def register_model_support(model_type):
    def deco(cls):
        SUPPORT[model_type] = cls
        return cls
    return deco
""",
        ),
    ),
    audit=_audit,
)
