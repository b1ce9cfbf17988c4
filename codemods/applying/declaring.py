"""Fields of a section: each fact is made known once, with its type, its default and who asks for it."""

import ast
from collections.abc import Iterable, Iterator

from ...registry.dialects.dialect import Dialect, HookKind, Part
from ...registry.dialects.emit import part
from ...registry.dialects.keys import function_of
from ..planning.plan import HookPlan


def declarations(plans: Iterable[HookPlan], dialect: Dialect) -> Iterator[str]:
    """Yield the text of each field that the facts of *plans* need, in their order."""
    asked: dict[str, list[HookPlan]] = {}
    for plan in plans:
        if plan.point.kind is HookKind.FACT:
            asked.setdefault(function_of(plan.point.name), []).append(plan)
    for name, held in asked.items():
        default = held[0].point.default or "None"
        kinds = {_kind(one.value) for plan in held for one in plan.registrations}
        if default == "False" and "str" in kinds:
            default = "None"  # a field that holds the reason
        kinds.add(_kind(default))
        places = dict.fromkeys(plan.point.anchor.replace("::", ", ") for plan in held)
        doc = f"Asked in {'; '.join(places)}."
        yield part(dialect, Part.DECLARATION, name=name, type=" | ".join(sorted(kinds, key=_none_last)), default=default, doc=doc)


def _kind(value: str) -> str:
    """Return the name of the type of a literal."""
    held = ast.literal_eval(value)
    return "None" if held is None else type(held).__name__


def _none_last(kind: str) -> tuple[bool, str]:
    return kind == "None", kind
