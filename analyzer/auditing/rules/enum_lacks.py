"""NB408: a table by the members of an enumeration lacks some of them, and is asked without a default."""

from collections import defaultdict
from collections.abc import Iterator

from ...extracting.expression import Attr, Coll, Expr
from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ...linking.meaning import ClassAt, Place
from ...linking.members import Shape
from ..audited import Audited, place_of
from ..lookups import Asking, strict
from ..rule import AuditRule

_MOST_MISSING = 0.5  # of the members; a table for a few of them is one on purpose


def _audit(audited: Audited) -> Iterator[Finding]:
    asked: defaultdict[str, list[Asking]] = defaultdict(list)
    for asking in strict(audited):
        asked[asking.table].append(asking)
    for one in audited.linked.collections:
        if one.shape is not Shape.MAPPING or one.dotted not in asked or not isinstance(one.definition.value, Coll):
            continue
        place = Place(one.unit, one.definition.scope, one.definition.block, one.definition.span[0])
        holder = _enumeration(audited, one.definition.value, place)
        members = audited.linked.constants.members(one.definition.value.items[0].base, place) if holder is not None else None  # type: ignore[union-attr]
        if holder is None or members is None or members.shape is not Shape.ENUM:
            continue
        lost = tuple(name for name in members.names if name not in one.names)
        users = asked[one.dotted]
        if lost and len(lost) <= len(members.names) * _MOST_MISSING and not any(_is_asked_first(audited, user) for user in users):
            yield audited.finding(
                "NB408",
                (one.unit, one.definition.span),
                f"{one.definition.name} has no key for {', '.join(map(repr, lost))} of {holder.cls.name}, and is asked without a default: "
                f"a KeyError; add them, or refuse them before",
                witness=lost[0],
                names=lost,
                places=(
                    f"{holder.unit.path}:{holder.unit.first + holder.cls.span[0]}",
                    *(place_of(user.unit, user.lookup.span) for user in users),
                ),
                confidence=Confidence.LINKED,
            )


def _enumeration(audited: Audited, value: Coll, place: Place) -> ClassAt | None:
    """Return the enumeration of which all keys are members."""
    holders = {id(at): at for item in value.items if (at := _holder(audited, item, place)) is not None}
    whole = len(holders) == 1 and all(_holder(audited, item, place) is not None for item in value.items)
    return next(iter(holders.values())) if whole else None


def _holder(audited: Audited, item: Expr, place: Place) -> ClassAt | None:
    if not isinstance(item, Attr):
        return None
    found = audited.linked.follower.meaning(item.base, place)
    return found if isinstance(found, ClassAt) else None


def _is_asked_first(audited: Audited, user: Asking) -> bool:
    """Whether the function asks whether the key is there."""
    rows = audited.rows(user.unit.path)[user.unit.first - 1 : user.unit.first - 1 + user.unit.lines]
    table = user.table.rpartition(".")[2]
    return any(f"in {table}" in row for row in rows)


enum_lacks = AuditRule(
    name="enum-lacks",
    rule="NB408",
    title="a table by an enumeration lacks some of its members",
    doc="""
Finds a table whose keys are the members of one of the target's enumerations, some left out, where a function looks a member up without
asking first: the enumeration says which models are supported, the table raises a KeyError for some of them.

Leaves alone: tables for less than half of the members, `.get`, and functions that ask `in TABLE`.
""",
    finds=(
        Example(
            title="a member that was not added to the table",
            code="""
from enum import Enum


class Supported(Enum):
    LLAMA = "LlamaForCausalLM"
    QWEN2 = "Qwen2ForCausalLM"
    MIXTRAL = "MixtralForCausalLM"


CONVERTERS = {Supported.LLAMA: 1, Supported.QWEN2: 2}  # here


def convert(hf_config):
    model = Supported(hf_config.architectures[0])
    return CONVERTERS[model]
""",
        ),
    ),
    passes=(
        Example(
            title="a whole table, and one that is asked with a default",
            code="""
from enum import Enum


class Supported(Enum):
    LLAMA = "LlamaForCausalLM"
    QWEN2 = "Qwen2ForCausalLM"
    MIXTRAL = "MixtralForCausalLM"


WHOLE = {Supported.LLAMA: 1, Supported.QWEN2: 2, Supported.MIXTRAL: 3}
SOME = {Supported.LLAMA: 1, Supported.QWEN2: 2}


def convert(hf_config):
    model = Supported(hf_config.architectures[0])
    return WHOLE[model], SOME.get(model)
""",
        ),
    ),
    audit=_audit,
)
