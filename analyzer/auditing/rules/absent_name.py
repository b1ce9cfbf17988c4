"""NB411: a name that may be missing is used as if it were always there."""

import re
from collections.abc import Iterator

from ...extracting.expression import Attr, Expr, Item, Name, Opaque, Str
from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ...linking.meaning import Bound
from ..asking import Form, asked, head
from ..audited import Audited
from ..comparing import Compared, compared
from ..rule import AuditRule

_NONE = re.compile(r"getattr\([^()]*,\s*None\s*\)|\.get\(\s*[\"'][\w.]+[\"']\s*(?:,\s*None\s*)?\)")
_METHOD = re.compile(r"^(?:\s*\.(?:lower|upper|casefold|startswith|endswith|replace|split|strip|find)\()")
_ASKS = r"\b(?:if|and|or|not|assert|while|elif)\s+\(?(?:not\s+)?{0}\b(?!\.)|\b{0}\s+is\s+(?:not\s+)?None|isinstance\(\s*{0}\b|\b{0}\s+or\b|except "
_MAY_LACK = "architectures"


def _audit(audited: Audited) -> Iterator[Finding]:
    for one in compared(audited):
        told = _at_once(audited, one) or _later(audited, one) or _first_of_none(audited, one)
        if told is not None:
            message, confidence = told
            yield audited.finding(
                "NB411", (one.leaf.unit, one.leaf.span), message, witness="None", names=_names(one), confidence=confidence
            )


def _names(one: Compared) -> tuple[str, ...]:
    return one.leaf.judged.names if one.leaf.judged is not None else ()


def _is_text_only(one: Compared) -> bool:
    """Whether the test needs a string: letters in it, its beginning, a method of it."""
    question = asked(one.leaf)
    return (question is not None and question.form is not Form.EXACT) or ".lower()" in one.leaf.subject or ".upper()" in one.leaf.subject


def _at_once(audited: Audited, one: Compared) -> tuple[str, Confidence] | None:
    """`getattr(config, "model_type", None).startswith(…)`."""
    found = _NONE.search(one.leaf.subject)
    if found is None or not _is_text_only(one):
        return None
    rest = one.leaf.subject[found.end() :]
    op = one.leaf.judged.op if one.leaf.judged is not None else ""
    if _METHOD.match(rest) or (not rest and op in {"startswith", "endswith", "in", "not in", "find"}):
        return f'{found.group()} may be None here, and None has no such method: hand over a default, `""`', Confidence.EXACT
    return None


def _later(audited: Audited, one: Compared) -> tuple[str, Confidence] | None:
    """`kind = getattr(config, "model_type", None)`, and then `kind.startswith(…)`, and nobody has asked."""
    variable = head(one.leaf.subject)
    if not variable or not _is_text_only(one) or not one.leaf.subject.startswith(variable):
        return None
    match audited.linked.follower.meaning(Name(variable), one.place):
        case Bound(((unit, definition),), _) if (
            unit is one.leaf.unit and definition.op == "=" and isinstance(definition.value, Attr | Item)
        ):
            pass
        case _:
            return None
    first, last = definition.span[0], one.leaf.span[2]
    rows = [audited.row(unit.path, unit.first + at) for at in range(first, last + 1)]
    if not _NONE.search(rows[0]) or re.search(r"\)\s*or\b", rows[0]):
        return None
    if re.search(_ASKS.format(re.escape(variable)), "\n".join(rows)):
        return None
    return (
        f"{variable} may be None here (line {unit.first + first}), and the test then raises: ask first, or hand over a default",
        Confidence.LINKED,
    )


def _first_of_none(audited: Audited, one: Compared) -> tuple[str, Confidence] | None:
    """`config.architectures[0]` in a file that elsewhere allows for there being none."""
    if not _is_first(one.subject):
        return None
    rows = audited.rows(one.leaf.unit.path)
    around = range(max(0, one.leaf.unit.first - 1), one.leaf.unit.first + one.leaf.span[2])
    guards = [
        at
        for at, row in enumerate(rows)
        if _MAY_LACK in row and re.search(r"getattr\(|\bif\b.*architectures\b(?!\[)|\bor\b|\bis\b|isinstance", row)
    ]
    if any(at in around for at in guards) or not guards:
        return None
    return (
        f"{one.leaf.subject} fails where there are no architectures, which line {guards[0] + 1} allows for: do the same here",
        Confidence.INFERRED,
    )


def _is_first(subject: Expr) -> bool:
    match subject:
        case Item(Attr(_, "architectures") | Item(_, Str("architectures")), Opaque("0")):
            return True
        case _:
            return False


absent_name = AuditRule(
    name="absent-name",
    rule="NB411",
    title="a name that may be missing is used as if it were there",
    doc="""
Finds `getattr(config, "model_type", None).startswith("qwen")`, also with a variable in between, where nothing asks whether it is None: a
configuration without a type raises an AttributeError or a TypeError instead of taking the other branch. And `config.architectures[0]` in a
file that elsewhere allows for there being none (`--min-confidence inferred`).

Leaves alone: a default that is a string, `x and x.startswith(…)`, `(… or "")`, comparisons with `==` and `in (…)`, which None survives.
""",
    finds=(
        Example(
            title="a method of None, at once and later",
            code="""
def patch(config):
    if getattr(config, "model_type", None).startswith("qwen2"):  # here
        return 1
    kind = getattr(config, "model_type", None)
    if "llama" in kind.lower():  # here
        return 2
    return 3
""",
        ),
    ),
    passes=(
        Example(
            title="a default, a question before, a comparison",
            code="""
def patch(config):
    if getattr(config, "model_type", "").startswith("qwen2"):
        return 1
    kind = getattr(config, "model_type", None)
    if kind == "llama" or getattr(config, "model_type", None) in ("mistral", "mixtral"):
        return 2
    if kind and "llama" in kind.lower():
        return 3
    name = getattr(config, "model_type", None) or ""
    return name.startswith("gemma")
""",
        ),
    ),
    audit=_audit,
)
