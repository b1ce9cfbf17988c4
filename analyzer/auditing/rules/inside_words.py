"""NB410: letters that also stand inside the names of models which have nothing to do with the one that is meant."""

import re
from collections.abc import Iterable, Iterator

from ....registry.space import Space
from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ..asking import Form, asked
from ..audited import Audited
from ..comparing import Compared, Step, compared, steps
from ..rule import AuditRule

_SPACES = frozenset({Space.MODEL_TYPE, Space.TEXT_MODEL_TYPE, Space.ARCHITECTURE, Space.CLASS_NAME})
_MOST_SHOWN = 3
_BEFORE = re.compile(r"[A-Za-z][a-z]*$")
_SHORT = 3  # letters
_SHORTEST = 2  # letters; what is shorter is no name


def _audit(audited: Audited) -> Iterator[Finding]:
    for one in compared(audited):
        judged = one.leaf.judged
        question = asked(one.leaf)
        if judged is None or question is None or question.form is not Form.PART or judged.space not in _SPACES:
            continue
        gone = steps(audited.linked, one.subject, one.place)
        known = audited.reach.universe.of(judged.space)
        hits = {text: found for text in judged.names if (found := tuple(_accidents(text, known, gone))) and audited.names.is_name(text)}
        hits = _of_order(judged.names, hits)
        if hits:
            yield _told(audited, one, hits)


def _accidents(text: str, known: Iterable[str], gone: tuple[Step, ...]) -> Iterator[str]:
    """Yield the names in which the letters stand, but never where a word begins."""
    is_lower = any(step.method in {"lower", "casefold"} for step in gone)
    letters = text.lower() if is_lower else text
    if len(letters) < _SHORTEST or not letters.isalnum():
        return
    for name in known:
        spelled = name.lower() if is_lower else name
        places = [at for at in range(len(spelled)) if spelled.startswith(letters, at)]
        if places and not any(_begins(name, at) for at in places):
            yield name


def _of_order(texts: tuple[str, ...], hits: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Leave out what an earlier string of the same list has taken: `Mllama` stands before `Llama`."""
    kept: dict[str, tuple[str, ...]] = {}
    for at, text in enumerate(texts):
        earlier = [other.lower() for other in texts[:at]]
        left = tuple(name for name in hits.get(text, ()) if not any(other in name.lower() for other in earlier))
        if left:
            kept[text] = left
    surely = {text: names for text, found in kept.items() if (names := tuple(name for name in found if not _is_compound(text, name)))}
    return surely or kept


def _is_compound(text: str, name: str) -> bool:
    """Whether the letters end a word, as in `mbart`, `MT5ForCausalLM`: a cousin, more often than not; three letters of many are none."""
    at = name.lower().find(text.lower())
    behind, before = name[at + len(text) :], _BEFORE.search(name[:at])
    long = before is not None and len(before.group()) > 1
    return (not behind[:1].isalpha() or behind[0].isupper()) and not (len(text) <= _SHORT and long)


def _begins(name: str, at: int) -> bool:
    """Whether a word of a name begins at a letter: `GLM` in `ChatGLM`, not in `XGLM`."""
    before = name[at - 1 : at]
    return not before.isalpha() or (name[at].isupper() and before.islower())


def _told(audited: Audited, one: Compared, hits: dict[str, tuple[str, ...]]) -> Finding:
    text, names = next(iter(hits.items()))
    shown = ", ".join(map(repr, names[:_MOST_SHOWN])) + (f" and {len(names) - _MOST_SHOWN} more" if len(names) > _MOST_SHOWN else "")
    others = "" if len(hits) == 1 else "; the same goes for " + ", ".join(f"{key!r} ({value[0]})" for key, value in list(hits.items())[1:])
    return audited.finding(
        "NB410",
        (one.leaf.unit, one.leaf.span),
        f"{text!r} also stands inside {shown}, where it is no word of its own{others}; ask for a beginning, or for whole names",
        witness=names[0],
        names=tuple(hits),
        confidence=Confidence.INFERRED
        if all(_is_compound(text, name) for text, found in hits.items() for name in found)
        else Confidence.LINKED,
    )


inside_words = AuditRule(
    name="inside-words",
    rule="NB410",
    title="letters that also stand inside other models' names",
    doc="""
Finds `"mpt" in type(model).__name__.lower()`, which is true for `PromptDepthAnythingForDepthEstimation` as well: the letters stand in the
middle of a word. The witness is a model of the release that the names come from.

Leaves alone: letters that only stand where a word begins, whatever follows (`"qwen2"` in `qwen2_moe`), and paths (NB407).
""",
    finds=(
        Example(
            title="three letters of a class's name",
            code="""
def export(model):
    if "mpt" in type(model).__name__.lower():  # here
        return 1
    return 2
""",
        ),
    ),
    passes=(
        Example(
            title="a word of its own, and the class as it is spelled",
            code="""
def export(model, config):
    if "qwen2_5" in config.model_type or "MPT" in type(model).__name__:
        return 1
    return 2
""",
        ),
    ),
    audit=_audit,
)
