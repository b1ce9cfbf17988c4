"""NB408: a name that a guard, or another table, lets through is looked up in a table that does not have it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ..audited import Audited, place_of
from ..chains import is_bound_between
from ..lookups import Asking, let_through, strict
from ..rule import AuditRule


def _audit(audited: Audited) -> Iterator[Finding]:
    together: defaultdict[tuple[int, int, str], list[Asking]] = defaultdict(list)
    told: set[int] = set()
    for asking in strict(audited):
        together[id(asking.unit), asking.lookup.scope, asking.lookup.key_text].append(asking)
        for known, guard in let_through(audited, asking):
            lost = tuple(text for text in known.texts if text not in asking.names) if known.holds else ()
            if lost:
                told.add(id(asking.lookup))
                yield _told(audited, asking, lost, "the test before lets", (guard.where,))
                break
    for found in together.values():
        yield from _beside(audited, [one for one in found if id(one.lookup) not in told])


def _beside(audited: Audited, found: list[Asking]) -> Iterator[Finding]:
    """Of two tables that are asked for one key in one place, the smaller decides; the other's further keys never arrive."""
    for one in found:
        others = [
            other
            for other in found
            if not _is_bound_between(one, other)
            and other.table != one.table
            and other.lookup.block == one.lookup.block
            and set(one.names) & set(other.names)
        ]
        lost = tuple(dict.fromkeys(name for other in others for name in other.names if name not in one.names))
        if lost:
            places = tuple(dict.fromkeys(place_of(other.unit, other.lookup.span) for other in others))
            yield _told(audited, one, lost, f"{_last(others)} has", places)


def _is_bound_between(one: Asking, other: Asking) -> bool:
    first, last = sorted((one.lookup.span[0], other.lookup.span[0]))
    return is_bound_between(one.unit, one.lookup.key_text, one.lookup.scope, first, last)


def _last(others: Iterable[Asking]) -> str:
    return " and ".join(dict.fromkeys(other.table.rpartition(".")[2] for other in others))


def _told(audited: Audited, asking: Asking, lost: tuple[str, ...], who: str, places: tuple[str, ...]) -> Finding:
    table = asking.table.rpartition(".")[2]
    defined = tuple(dict.fromkeys(hop for hop in (asking.leaf.judged.via if asking.leaf.judged is not None else ())))
    return audited.finding(
        "NB408",
        (asking.unit, asking.lookup.span),
        f"{who} {', '.join(map(repr, lost))} through, and {table} has no such key: a KeyError; add it there, or keep it out before",
        witness=lost[0],
        names=lost,
        places=(*places, *(hop for hop in defined if hop not in places)),
        confidence=Confidence.LINKED,
    )


table_lacks = AuditRule(
    name="table-lacks",
    rule="NB408",
    title="a guard lets a name through that the table does not have",
    doc="""
Finds `TABLE[kind]` behind `if kind not in SUPPORTED: raise`, where `SUPPORTED` has names that `TABLE` lacks; and two tables that are asked
for one key side by side, where one has keys that the other lacks. For these names the lookup raises a KeyError, behind a test that says
they are supported.

Leaves alone: `.get`, lookups inside a `try` that catches a KeyError, tables that answer for any key or are filled by a loop.
""",
    finds=(
        Example(
            title="a list before a table, and two tables side by side",
            code="""
SUPPORTED = ("llama", "qwen2", "mixtral")
LAYER_OF = {"llama": 1, "qwen2": 2}
NORM_OF = {"llama": 3}


def plan(config):
    if config.model_type not in SUPPORTED:
        raise ValueError(config.model_type)
    return LAYER_OF[config.model_type]  # here


def both(config):
    return LAYER_OF[config.model_type], NORM_OF[config.model_type]  # here
""",
        ),
    ),
    passes=(
        Example(
            title="a default, a guard by the table itself, an error that is caught",
            code="""
SUPPORTED = ("llama", "qwen2", "mixtral")
LAYER_OF = {"llama": 1, "qwen2": 2}


def plan(config):
    if config.model_type not in SUPPORTED:
        raise ValueError(config.model_type)
    try:
        first = LAYER_OF[config.model_type]
    except KeyError:
        first = 0
    return LAYER_OF.get(config.model_type, first)


def one(config):
    if config.model_type in LAYER_OF:
        return LAYER_OF[config.model_type]
    return None
""",
        ),
    ),
    audit=_audit,
)
