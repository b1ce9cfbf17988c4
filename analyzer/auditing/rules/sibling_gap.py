"""NB404: a list has a model and lacks a sibling that the lists around it have."""

from collections import defaultdict
from collections.abc import Iterator

from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ..audited import Audited
from ..lists import NameList, lists_of
from ..rule import AuditRule

_SUFFIXES = ("_text", "_moe")
_MOST = 60  # names; a longer list holds all that there are
_PAIRS = 2  # whole pairs of model and sibling in one list that make a habit
_LISTS = 3  # lists with both that make a habit


def _audit(audited: Audited) -> Iterator[Finding]:
    found = tuple(one for one in lists_of(audited) if len(one.names) > 1)
    spoken = tuple(frozenset(one.names) for one in found if len(one.names) <= _MOST)
    for one in found:
        yield from _within(audited, one, spoken)
    yield from _across(audited, found)


def _within(audited: Audited, one: NameList, spoken: tuple[frozenset[str], ...]) -> Iterator[Finding]:
    """Within one list each model stands beside its text model, or its mixture of experts, but for one."""
    for suffix in _SUFFIXES if one.form != "arms" else ():
        siblings = {name: f"{name}{suffix}" for name in one.names if f"{name}{suffix}" in audited.names.types}
        whole = [name for name, sibling in siblings.items() if sibling in one.names]
        lost = [sibling for sibling in siblings.values() if sibling not in one.names]
        if len(whole) >= _PAIRS and len(lost) == 1:
            twin = any({lost[0], lost[0].removesuffix(suffix)} <= other for other in spoken)
            yield audited.finding(
                "NB404",
                (one.unit, one.span),
                f"{one.title} has {', '.join(map(repr, whole))} with their {suffix!r} siblings, and lacks {lost[0]!r}: add it, or say why not",
                witness=lost[0],
                names=tuple(lost),
                confidence=Confidence.LINKED if suffix == "_text" or (twin and one.form != "table") else Confidence.INFERRED,
            )


def _across(audited: Audited, found: tuple[NameList, ...]) -> Iterator[Finding]:
    """All other lists that have a model have its sibling too."""
    both: defaultdict[tuple[str, str], list[NameList]] = defaultdict(list)
    for one in found:
        for name in one.names:
            for sibling in one.names:
                if sibling.startswith(f"{name}_") and sibling in audited.names.types and name in audited.names.types:
                    both[name, sibling].append(one)
    spoken: defaultdict[str, set[str]] = defaultdict(set)
    for one in found:
        spoken[one.scope].update(one.names)
    for (name, sibling), holders in both.items():
        lacking = [one for one in found if name in one.names and sibling not in one.names and sibling not in spoken[one.scope]]
        if len(lacking) == 1 and holders:
            (one,) = lacking
            sure = len({holder.scope for holder in holders}) >= _LISTS and one.unit.path in {holder.unit.path for holder in holders}
            yield audited.finding(
                "NB404",
                (one.unit, one.span),
                f"{one.title} has {name!r} and lacks {sibling!r}, which every other list of {name!r} has: add it, or say why not",
                witness=sibling,
                names=(sibling,),
                places=tuple(holder.where for holder in holders),
                confidence=Confidence.LINKED if sure else Confidence.INFERRED,
            )


sibling_gap = AuditRule(
    name="sibling-gap",
    rule="NB404",
    title="a list has a model, and lacks the sibling that every other list has",
    doc="""
Finds `("qwen3_vl", "qwen3_5", "qwen3_5_text", "gemma3", "gemma3_text")`, where one model stands without its text model; and a list with
`gemma4` and without `gemma4_unified` where all other lists that have the one have the other.

Leaves alone: a sibling that another test of the same function speaks of.
""",
    finds=(
        Example(
            title="one text model forgotten among pairs",
            code="""
PACKED = ("qwen3_vl", "qwen3_5", "qwen3_5_text", "gemma3", "gemma3_text")  # here


def pack(config):
    return config.model_type in PACKED
""",
        ),
        Example(
            title="one list of several that lacks the sibling",
            code="""
def one(config):
    return config.model_type in ("gemma4", "gemma4_unified")


def two(config):
    return config.model_type in ("gemma4", "gemma4_unified", "llama")


def three(config):
    return config.model_type in ("gemma4", "gemma4_unified", "mistral")


def four(config):
    return config.model_type in ("gemma4", "qwen2")  # here
""",
        ),
    ),
    passes=(
        Example(
            title="a sibling with an arm of its own, and whole pairs",
            code="""
def one(config):
    if config.model_type in ("gemma4", "gemma3"):
        return 1
    return config.model_type in ("gemma4_unified", "llama")


def two(config):
    return config.model_type in ("gemma4", "gemma4_unified", "qwen3_5", "qwen3_5_text")
""",
        ),
    ),
    audit=_audit,
)
