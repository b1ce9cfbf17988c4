"""Typed sections: facts that one part of a framework reads together, each of them a reason or a keyword."""

from dataclasses import Field, field, fields
from typing import Any

_KEYWORDS = "keywords"


def reason(doc: str = "") -> Any:
    """Declare a field that is None, or says in words why the model is a special case. Ask it for its truth; print it when it acts."""
    return field(default=None, metadata={_KEYWORDS: None, "doc": doc})


def keyword(*allowed: str, doc: str = "") -> Any:
    """Declare a field that is None, or one of the *allowed* words."""
    return field(default=None, metadata={_KEYWORDS: allowed, "doc": doc})


def declaration_fault(kind: Any) -> str | None:
    """Return what is wrong with *kind* as a section, or None."""
    parameters: Any = getattr(kind, "__dataclass_params__", None)
    if not isinstance(kind, type) or parameters is None or not parameters.frozen:
        return f"{kind!r} is no frozen dataclass"
    for each in fields(kind):
        if _KEYWORDS not in each.metadata:
            return f"its field {each.name!r} is neither `reason()` nor `keyword(…)`; a value of another kind is a fact of its own"
        if each.metadata[_KEYWORDS] is not None and not all(each.metadata[_KEYWORDS]):
            return f"its field {each.name!r} allows no word, or an empty one"
    return None


def section_fault(section: Any) -> str | None:
    """Return which field of *section* holds neither a reason nor an allowed keyword, or None."""
    return next((fault for each in fields(section) if (fault := _fault(each, getattr(section, each.name)))), None)


def _fault(each: Field[Any], value: object) -> str | None:
    allowed = each.metadata[_KEYWORDS]
    if value is None or (allowed is not None and value in allowed):
        return None
    if allowed is not None:
        return f"{each.name}={value!r} is none of {', '.join(map(repr, allowed))}"
    return None if isinstance(value, str) and value.strip() else f"{each.name}={value!r} is no reason: say in words why, or leave it out"
