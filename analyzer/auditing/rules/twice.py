"""NB401: a key that stands twice in a table with different values, and an alternative that an earlier one of the same test covers."""

from collections.abc import Iterator

from ...extracting.expression import Coll, Expr
from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ...linking.collections import Collection
from ...linking.meaning import Place
from ...linking.members import Shape
from ..asking import Asked, Form, covers
from ..audited import Audited
from ..chains import alone
from ..rule import AuditRule


def _audit(audited: Audited) -> Iterator[Finding]:
    for one in audited.linked.collections:
        if one.shape is Shape.MAPPING and isinstance(one.definition.value, Coll):
            yield from _keys(audited, one, one.definition.value)
    for arm in alone(audited):
        yield from _alternatives(audited, arm.enough)


def _keys(audited: Audited, one: Collection, table: Coll) -> Iterator[Finding]:
    place = Place(one.unit, one.definition.scope, one.definition.block, one.definition.span[0])
    last: dict[str, Expr] = {}
    for item, value in zip(table.items, table.values, strict=False):
        members = audited.linked.constants.members(item, place)
        if members is None or members.shape is not Shape.SCALAR or len(members.names) != 1:
            continue
        (name,) = members.names
        if name in last and last[name] != value:
            yield audited.finding(
                "NB401",
                (one.unit, one.definition.span),
                f"{one.definition.name} has the key {name!r} twice, with different values: the first is never used; take one out",
                witness=name,
                names=(name,),
            )
        last[name] = value


def _alternatives(audited: Audited, parts: tuple[Asked, ...]) -> Iterator[Finding]:
    for at, one in enumerate(parts):
        if not one.holds or one.leaf.judged is None or one.leaf.judged.constant is not None:
            continue
        earlier = [other for other in parts[:at] if other.holds and other.subject == one.subject and other.leaf.span != one.leaf.span]
        taken = {
            text: other
            for text in one.texts
            for other in earlier
            if any(covers((other.form, known), (one.form, text)) for known in other.texts)
        }
        if len(taken) == len(one.texts):
            first = next(iter(taken.values()))
            yield audited.finding(
                "NB401",
                (one.leaf.unit, one.leaf.span),
                f"nothing is left to ask here: whatever {_said(one)} also {_said(first)}, which stands before it; take it out, or correct one of them",
                witness=one.texts[0],
                names=one.texts,
                confidence=Confidence.LINKED,
            )


def _said(one: Asked) -> str:
    return (
        f"{one.form} {' or '.join(map(repr, one.texts[:3]))}"
        if one.form is not Form.EXACT
        else f"is {' or '.join(map(repr, one.texts[:3]))}"
    )


twice = AuditRule(
    name="twice",
    rule="NB401",
    title="a key that stands twice, an alternative that is covered",
    doc="""
Finds a key that stands twice in the display of a table, with different values: Python keeps the last. And
`kind.startswith("qwen2") or kind.startswith("qwen2_vl")`, where the second part can never decide: often the first was meant to be another.

Leaves alone: a key that stands twice with the same value.
""",
    finds=(
        Example(
            title="a key with two values, a prefix of a prefix",
            code="""
LAYERS = {"llama": 1, "qwen2": 2, "mixtral": 3, "qwen2": 4}  # here


def layers(config):
    if config.model_type.startswith("glm") or config.model_type.startswith("glm4"):  # here
        return 1
    return LAYERS[config.model_type]
""",
        ),
    ),
    passes=(
        Example(
            title="the same value twice, the longer prefix of another subject",
            code="""
LAYERS = {"llama": 1, "qwen2": 2, "mixtral": 3, "qwen2": 2}


def layers(config, text):
    if config.model_type.startswith("glm") or text.model_type.startswith("glm4") or config.model_type == "chatglm":
        return 1
    return LAYERS[config.model_type]
""",
        ),
    ),
    audit=_audit,
)
