"""NB406: a string is compared as if it were a list of strings, or a list as if it were a string."""

from collections.abc import Iterator

from ....registry.space import Space
from ...extracting.expression import Attr, Coll, Expr, Item, Str
from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ...linking.linked import Linked
from ...linking.meaning import Bound, Place
from ..audited import Audited
from ..comparing import Compared, compared
from ..rule import AuditRule

_EQUAL = frozenset({"==", "!="})
_AMONG = frozenset({"in", "not in"})


def _audit(audited: Audited) -> Iterator[Finding]:
    for one in compared(audited):
        told = _wrong(audited.linked, one)
        if told is not None:
            judged = one.leaf.judged
            assert judged is not None
            yield audited.finding(
                "NB406",
                (one.leaf.unit, one.leaf.span),
                told,
                witness=judged.names[0],
                names=judged.names,
                confidence=_sure(judged.confidence),
            )


def _sure(found: Confidence) -> Confidence:
    return Confidence.LINKED if found is Confidence.INFERRED else found


def _wrong(linked: Linked, one: Compared) -> str | None:
    judged = one.leaf.judged
    if judged is None or not judged.names:
        return None
    letters = _value(linked, one.letters, one.place)
    match letters:
        case Str(text) if judged.op in _AMONG and not judged.reversed and not judged.many:
            return f"{text!r} is a string, so this asks for any part of it, the empty one too: write `==`, or a tuple, ({text!r},)"
        case Str(text) if judged.op in _EQUAL and _is_list(one.subject):
            return f"{one.leaf.subject} is a list and never equals the string {text!r}: ask with `in`, or for its first element"
        case Str() if judged.op in {"startswith", "endswith"} and _is_list(one.subject):
            return f"{one.leaf.subject} is a list and has no {judged.op}: ask for its elements"
        case Coll(shape, items, _) if shape != "dict" and all(isinstance(item, Str) for item in items):
            return _against_list(one, judged.op, judged.space)
        case _:
            return None


def _against_list(one: Compared, op: str, space: Space) -> str | None:
    if op in _EQUAL and space is Space.MODEL_TYPE and isinstance(one.subject, Attr | Item):
        return f"{one.leaf.subject} is a string and never equals a list of names: ask with `in`"
    if op in _AMONG and _is_list(one.subject):
        return f"{one.leaf.subject} is a list and is never an element of a list of names: ask for its elements"
    return None


def _value(linked: Linked, expr: Expr, place: Place) -> Expr:
    """Return what a constant is bound to, once and for all, else the expression itself."""
    match linked.follower.meaning(expr, place):
        case Bound(((_, definition),), _) if definition.op == "=":
            return definition.value
        case _:
            return expr


def _is_list(subject: Expr) -> bool:
    """Whether a subject is the list of architectures itself, as configurations hold it."""
    match subject:
        case Attr(_, "architectures") | Item(_, Str("architectures")):
            return True
        case _:
            return False


list_or_string = AuditRule(
    name="list-or-string",
    rule="NB406",
    title="a list is taken for a string, or a string for a list",
    doc="""
Finds `kind in ("llama")`, which is no tuple but a string, so that `"ll"` and the empty string are in it; `config.architectures == "X"` and
`config.architectures in [...]`, where a list never equals a string; `config.model_type == ["llama"]`.

Leaves alone: letters looked for in a name (`"llama" in kind`), a name among the architectures (`"X" in config.architectures`).
""",
    finds=(
        Example(
            title="brackets that make no tuple, and a list that is compared with a string",
            code="""
MINE = ("mixtral")


def build(config):
    if config.model_type in ("llama"):  # here
        return 1
    if config.model_type in MINE:  # here
        return 2
    if config.architectures == "LlamaForCausalLM":  # here
        return 3
    if config.architectures in ["LlamaForCausalLM", "MistralForCausalLM"]:  # here
        return 4
    if config.model_type == ["qwen2", "qwen3"]:  # here
        return 5
    return 6
""",
        ),
    ),
    passes=(
        Example(
            title="a tuple of one, letters in a name, an element of the list",
            code="""
def build(config):
    if config.model_type in ("llama",) or "llama" in config.model_type:
        return 1
    if "LlamaForCausalLM" in config.architectures or config.architectures[0] == "MistralForCausalLM":
        return 2
    if config.architectures == ["LlamaForCausalLM"]:
        return 3
    return 4
""",
        ),
    ),
    audit=_audit,
)
