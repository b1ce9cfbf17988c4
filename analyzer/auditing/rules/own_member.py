"""NB413: a member of one of the target's own classes that this class does not have."""

import re
from collections.abc import Iterator

from ...extracting.expression import Attr, Expr, Name, Span, children, dotted
from ...finding.detector import Example
from ...inventory import Finding
from ...linking.meaning import ClassAt, Place, PlacedUnit
from ..audited import Audited
from ..comparing import compared
from ..rule import AuditRule

_OF_EVERY_CLASS = frozenset({"name", "value", "mro"})
_OF_ENUMS = re.compile(r"(?:\w+\.)?(?:Str|Int)?(?:Enum|Flag)")


def _audit(audited: Audited) -> Iterator[Finding]:
    told: set[tuple[int, str]] = set()
    for one in compared(audited):
        missing: dict[str, ClassAt] = {}
        for attribute in (*_attributes(one.letters), *_attributes(one.subject)):
            at = audited.linked.follower.meaning(attribute.base, one.place)
            if isinstance(at, ClassAt) and (id(one.leaf.unit), f"{at.dotted}.{attribute.name}") not in told:
                told.add((id(one.leaf.unit), f"{at.dotted}.{attribute.name}"))
                if not _has(audited, at, attribute.name):
                    missing[f"{dotted(attribute)}"] = at
        if missing:
            yield _told(audited, (one.leaf.unit, one.leaf.span), missing)


def _told(audited: Audited, where: tuple[PlacedUnit, Span], missing: dict[str, ClassAt]) -> Finding:
    holders = {f"{at.unit.path}:{at.unit.first + at.cls.span[0]}": at.cls.name for at in missing.values()}
    return audited.finding(
        "NB413",
        where,
        f"{' and '.join(holders.values())} has no {', '.join(name.rpartition('.')[2] for name in missing)}: "
        f"reading it raises an AttributeError; use a name that is there",
        witness=next(iter(missing)),
        names=tuple(name.rpartition(".")[2] for name in missing),
        places=tuple(holders),
    )


def _attributes(expr: Expr) -> Iterator[Attr]:
    """Yield what is read of something that is called like a class."""
    match expr:
        case Attr(Name(name) | Attr(_, name), _) if name[:1].isupper():
            yield expr
        case _:
            for part in children(expr):
                yield from _attributes(part)


def _has(audited: Audited, at: ClassAt, name: str) -> bool:
    """Whether a class may have a member: by its own lines or those of its ancestors, or because not all of it is known."""
    if name.startswith("_") or name in _OF_EVERY_CLASS or not name[:1].isalpha():
        return True
    known = (at, *_above(audited, at))
    return any(one is None or bool(one.cls.decorators or one.cls.keywords) or _spells(audited, one, name) for one in known)


def _above(audited: Audited, at: ClassAt) -> Iterator[ClassAt | None]:
    """Yield the ancestors; None for one of which nobody knows the members."""
    queue, seen = [at], {at.dotted}
    while queue:
        one = queue.pop()
        for base in one.cls.bases:
            meaning = audited.linked.follower.meaning(base, Place(one.unit, one.cls.scope, (), 1 << 30))
            if isinstance(meaning, ClassAt) and meaning.dotted not in seen:
                seen.add(meaning.dotted)
                queue.append(meaning)
                yield meaning
            elif not isinstance(meaning, ClassAt) and not _is_plain(dotted(base) or "?"):
                yield None


def _is_plain(base: str) -> bool:
    return base in {"str", "int", "object"} or _OF_ENUMS.fullmatch(base) is not None


def _spells(audited: Audited, at: ClassAt, name: str) -> bool:
    """Whether the text of a class speaks of a name, or of what makes members as it goes."""
    first = at.unit.first + at.cls.span[0]
    rows = audited.rows(at.unit.path)[first - 1 : first - 1 + max(at.cls.lines, at.unit.lines)]
    text = "".join(rows)
    return re.search(rf"\b{re.escape(name)}\b", text) is not None or "__getattr__" in text or "setattr" in text or "locals()" in text


own_member = AuditRule(
    name="own-member",
    rule="NB413",
    title="a member that one of the target's own classes does not have",
    doc="""
Finds `kind in (ModelType.llama, ModelType.llama3)` where the class `ModelType` of the target has no `llama3`. The tuple is built before
anything is compared, so the test raises an AttributeError whatever the name is.

Leaves alone: classes with a metaclass, a decorator or a `__getattr__`, and those that inherit from another package.
""",
    finds=(
        Example(
            title="a member that was taken out",
            code="""
class LanguageType:
    llama = "llama"
    qwen2 = "qwen2"


class ModelType(LanguageType):
    llava = "llava"


def patch(model_type):
    if model_type in (ModelType.llama, ModelType.llama3):  # here
        return 1
    if model_type in (ModelType.qwen2, ModelType.llava):
        return 2
    return 3
""",
        ),
    ),
    passes=(
        Example(
            title="members that are there, inherited ones too, and classes that nobody can see through",
            code="""
from enum import Enum

from elsewhere import Names


class Known(Names):
    llama = "llama"


class Kind(str, Enum):
    LLAMA = "llama"


def patch(model_type, config):
    if model_type == Kind.LLAMA or model_type == Kind.LLAMA.value:
        return 1
    return config.model_type in (Known.llama, Known.qwen2)
""",
        ),
    ),
    audit=_audit,
)
