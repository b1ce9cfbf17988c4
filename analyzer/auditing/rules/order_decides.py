"""NB402: a name fits two strings that are tried one after the other, and the first that fits is not the better one."""

from collections.abc import Iterator, Sequence

from ....registry.space import Space
from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ..asking import Form, asked, covers
from ..audited import Audited
from ..comparing import Compared, compared, steps
from ..rule import AuditRule

_SPACES = frozenset({Space.MODEL_TYPE, Space.ARCHITECTURE, Space.CLASS_NAME})
_TABLE = 3  # strings that make an ordered table
_MOST_SHOWN = 4


def _audit(audited: Audited) -> Iterator[Finding]:
    for one in compared(audited):
        judged, question = one.leaf.judged, asked(one.leaf)
        if judged is None or question is None or question.form is not Form.PART or judged.constant is None:
            continue
        if judged.space in _SPACES and len(judged.names) >= _TABLE and _values(audited, one):
            yield from _shadowed(audited, one, _folded(audited, one, judged.names))
            yield from _better(audited, one, judged.space)


def _values(audited: Audited, one: Compared) -> tuple[object, ...]:
    """What each string leads to, where that is a table."""
    judged = one.leaf.judged
    assert judged is not None
    held = [each for each in audited.linked.collections if each.dotted == judged.constant and each.shape == "mapping"]
    if len(held) != 1:
        return ()
    members = audited.linked.constants.defined(held[0].definition, held[0].unit)
    return tuple(value for value, _ in members.values) if members is not None and len(members.values) == len(judged.names) else ()


def _folded(audited: Audited, one: Compared, names: tuple[str, ...]) -> tuple[str, ...]:
    is_lower = any(step.method in {"lower", "casefold"} for step in steps(audited.linked, one.subject, one.place))
    return tuple(name.lower() for name in names) if is_lower else names


def _shadowed(audited: Audited, one: Compared, texts: tuple[str, ...]) -> Iterator[Finding]:
    """A key of which every hit is one of an earlier key."""
    judged = one.leaf.judged
    assert judged is not None
    for at, text in enumerate(texts):
        earlier = next((other for other in range(at) if covers((Form.PART, texts[other]), (Form.PART, text))), None)
        if earlier is not None:
            yield audited.finding(
                "NB402",
                (one.leaf.unit, one.leaf.span),
                f"{judged.names[at]!r} is never reached: {judged.names[earlier]!r} stands before it in {_last(judged.constant)} and fits "
                f"everything that it fits; put the longer one first",
                witness=judged.names[at],
                names=(judged.names[earlier], judged.names[at]),
                places=judged.via[:1],
            )


def _better(audited: Audited, one: Compared, space: Space) -> Iterator[Finding]:
    judged = one.leaf.judged
    assert judged is not None
    texts, values = _folded(audited, one, judged.names), _values(audited, one)
    lowered = texts != judged.names
    wrong: dict[tuple[int, int], list[str]] = {}
    for name in audited.reach.universe.of(space):
        found = _choice(texts, name.lower() if lowered else name)
        if found is None or covers((Form.PART, texts[found[0]]), (Form.PART, texts[found[1]])):
            continue
        if values[found[0]] != values[found[1]]:
            wrong.setdefault(found, []).append(name)
    for (first, best), names in wrong.items():
        shown = ", ".join(names[:_MOST_SHOWN]) + (f" and {len(names) - _MOST_SHOWN} more" if len(names) > _MOST_SHOWN else "")
        yield audited.finding(
            "NB402",
            (one.leaf.unit, one.leaf.span),
            f"{shown} begins with {judged.names[best]!r}, and {judged.names[first]!r} stands before it in {_last(judged.constant)}: "
            f"the order decides, and the first wins; put the beginning first, or ask for beginnings",
            witness=names[0],
            names=(judged.names[first], judged.names[best]),
            places=judged.via[:1],
            confidence=Confidence.LINKED,
        )


def _choice(texts: Sequence[str], name: str) -> tuple[int, int] | None:
    """Return the first string that fits and the one that the name begins with, where that is another one."""
    fitting = [at for at, text in enumerate(texts) if text in name]
    best = [at for at in fitting if name.startswith(texts[at])]
    if not best or name.startswith(texts[fitting[0]]):
        return None
    return fitting[0], best[0]


def _last(constant: str | None) -> str:
    return (constant or "").rpartition(".")[2]


order_decides = AuditRule(
    name="order-decides",
    rule="NB402",
    title="two strings fit one name, and the first wins",
    doc="""
Finds, in a table whose keys are looked for one after the other inside a name: a key that an earlier one shadows (`Llama` before `Mllama`),
and a known name that begins with one key and is taken by an earlier one in its middle (`T5GemmaModel` by `Gemma`, before `T5`).

Leaves alone: keys that lead to the same, and longer keys that stand first.
""",
    finds=(
        Example(
            title="a shorter key first, and a key in the middle of a name",
            code="""
NAME_TO_TYPE = {"Llama": "llama", "Gemma": "gemma", "Mllama": "mllama", "T5": "t5"}


def type_of(model):
    for key, value in NAME_TO_TYPE.items():
        if key.lower() in type(model).__name__.lower():  # here  # here
            return value
    return None
""",
        ),
    ),
    passes=(
        Example(
            title="the longer key first",
            code="""
NAME_TO_TYPE = {"Mllama": "mllama", "Llama": "llama", "Bloom": "bloom"}


def type_of(model):
    for key, value in NAME_TO_TYPE.items():
        if key.lower() in type(model).__name__.lower():
            return value
    return None
""",
        ),
    ),
    audit=_audit,
)
