"""NB405: two lists of one file that speak of the same models, and one lacks some of the other's."""

from collections import defaultdict
from collections.abc import Iterator

from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ..audited import Audited
from ..lists import NameList, lists_of
from ..rule import AuditRule

_SURELY, _NEARLY = 8, 0.9  # names of a list, and how many of them another must have, to be surely of one thing
_SHARED = 2  # names that two lists must share, where none is of text models
_PART = 0.5  # of the smaller list that must be shared
_MOST_SHOWN = 12


def _audit(audited: Audited) -> Iterator[Finding]:
    by_file: defaultdict[str, list[NameList]] = defaultdict(list)
    for one in lists_of(audited):
        by_file[one.unit.path].append(one)
    for found in by_file.values():
        for one in found:
            yield from _lacking(audited, one, [other for other in found if other is not one and _is_comparable(audited, one, other)])


def _is_comparable(audited: Audited, one: NameList, other: NameList) -> bool:
    """Whether two lists are about the same: they overlap, neither is made of the other, and both are asked about a model in one way."""
    shared = {_plain(audited, name) for name in one.names} & {_plain(audited, name) for name in other.names}
    tables = one.form == "table" and other.form == "table"
    inside = one.scope == other.scope and "arms" in {one.form, other.form}
    nested = inside or (one.scope == other.scope and one.subject == other.subject and one.form == other.form == "test")
    enough = 1 if _spells_text(audited, one) or _spells_text(audited, other) else _SHARED
    return len(shared) >= enough and len(shared) >= _PART * min(len(one.names), len(other.names)) and not tables and not nested


def _plain(audited: Audited, name: str) -> str:
    """Return a type without what makes it the text part of another."""
    return name.removesuffix("_text") if name in audited.names.types else name


def _lacking(audited: Audited, one: NameList, others: list[NameList]) -> Iterator[Finding]:
    """Yield what a list lacks of the others, each name as this list would spell it."""
    mine = {_plain(audited, name) for name in one.names}
    spells_text = _spells_text(audited, one)
    missing: dict[str, NameList] = {}
    for other in others:
        for name in other.names:
            spelled = _spelled(audited, name, text=spells_text)
            if spelled and _plain(audited, name) not in mine and spelled not in one.names:
                missing.setdefault(spelled, other)
    if not missing:
        return
    holders = tuple(dict.fromkeys(holder.where for holder in missing.values()))
    titles = tuple(dict.fromkeys(holder.title for holder in missing.values()))
    shown = ", ".join(map(repr, list(missing)[:_MOST_SHOWN])) + (
        f" and {len(missing) - _MOST_SHOWN} more" if len(missing) > _MOST_SHOWN else ""
    )
    yield audited.finding(
        "NB405",
        (one.unit, one.span),
        f"{one.title} lacks {shown}, which {' and '.join(titles)} has; add what belongs here, or say why it does not",
        witness=next(iter(missing)),
        names=tuple(missing),
        places=holders,
        confidence=Confidence.LINKED if any(_is_surely_part(one, other) for other in others) else Confidence.INFERRED,
    )


def _is_surely_part(one: NameList, other: NameList) -> bool:
    """Whether a list in a test is a part of a longer one that asks for the same, name by name."""
    return (
        one.scope != other.scope
        and one.form == "test"
        and other.form == "arms"
        and len(one.names) >= _SURELY
        and set(one.names) < set(other.names)
    )


def _spells_text(audited: Audited, one: NameList) -> bool:
    """Whether a list holds the types of text models, where whole models have others: its subject says so, or its names."""
    texts = set(audited.names.text_types.values())
    return "text" in one.title.lower() or any(name.endswith("_text") and name in texts for name in one.names)


def _spelled(audited: Audited, name: str, *, text: bool) -> str:
    """Return a name as a list of text models, or one of whole models, would spell it; empty where it is none of these."""
    inner = audited.names.text_types
    if text:
        return name if name in inner.values() else inner.get(name, "")
    return next((root for root, part in inner.items() if part == name and name == f"{root}_text"), name)


differing_copies = AuditRule(
    name="differing-copies",
    rule="NB405",
    title="lists of one thing that differ",
    doc="""
Finds lists of one file that share half of their names, where one lacks what another has: a model was added to one of them and forgotten in
the others. Each missing name is told in the spelling of the list that lacks it: of the text model, where the list holds those.

What is surely one thing, a long list in a test whose every name has an arm of its own elsewhere in the file, is shown by default; the rest
with `--min-confidence inferred`.
""",
    finds=(
        Example(
            title="three lists of which one was kept up",
            code="""
ROUTER = ["jamba", "mixtral", "qwen3_moe"]  # here


def leaf(config):
    if config.model_type == "mixtral":
        return 1
    if config.model_type == "qwen3_moe":
        return 2
    if config.model_type == "ernie4_5_moe":
        return 3
    if config.model_type == "jamba":
        return 4
    return 5


def configure(config):
    return config.model_type in ROUTER
""",
        ),
    ),
    passes=(
        Example(
            title="two lists of the same models, and two of others",
            code="""
ONE = ["jamba", "mixtral", "qwen3_moe"]
SAME = ("qwen3_moe", "mixtral", "jamba")
OTHER = {"llama", "mistral"}


def configure(config):
    return config.model_type in ONE, config.model_type in SAME, config.model_type in OTHER
""",
        ),
    ),
    audit=_audit,
)
