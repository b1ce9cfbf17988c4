"""NB407: a few letters are looked for in a whole path, where folders and other words hold them too."""

import re
from collections.abc import Iterator

from ....registry.space import Space
from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ..asking import Form, asked
from ..audited import Audited
from ..comparing import Step, compared, steps
from ..rule import AuditRule

_WORDS = (
    "prompt",
    "attempt",
    "dolphin",
    "sophia",
    "philosophy",
    "robert",
    "liberty",
    "swan",
    "wanted",
    "digit",
    "github",
    "legit",
    "ollama",
    "clipboard",
    "eclipse",
    "sample",
    "option",
    "adopted",
    "planet",
    "bloomberg",
    "coherent",
    "megatron",
    "expert",
    "whispering",
)  # that name folders
_PATH = re.compile(
    r"(?:^|_|\b)(?:path|paths|dir|folder|ckpt|checkpoint|name_or_path|base_model|repo|repo_id|pretrained)(?:$|_|\b)", re.IGNORECASE
)
_SHORT = 3  # letters that nearly any folder may hold


def _audit(audited: Audited) -> Iterator[Finding]:
    for one in compared(audited):
        judged, question = one.leaf.judged, asked(one.leaf)
        if judged is None or question is None or question.form is not Form.PART:
            continue
        gone = steps(audited.linked, one.subject, one.place)
        if not (judged.space is Space.PATH or _PATH.search(judged.key)) or any(step.method == "split" for step in gone):
            continue
        hits = {text: words for text in judged.names if (words := tuple(_words(text, gone)))}
        if hits:
            text, words = next(iter(hits.items()))
            yield audited.finding(
                "NB407",
                (one.leaf.unit, one.leaf.span),
                f"{text!r} is looked for in a whole path: a folder called {words[0]!r} holds it too; ask the configuration for the model's type, "
                f"or only the last part of the path, word by word",
                witness=words[0],
                names=tuple(hits),
                confidence=Confidence.LINKED if any(len(text) <= _SHORT for text in hits) else Confidence.INFERRED,
            )


def _words(text: str, gone: tuple[Step, ...]) -> Iterator[str]:
    """Yield words in which the letters stand, and that are not made of them alone."""
    letters = text.lower() if any(step.method in {"lower", "casefold"} for step in gone) else text
    if letters.isalnum():
        yield from (word for word in _WORDS if letters in word and letters != word)


path_part = AuditRule(
    name="path-part",
    rule="NB407",
    title="a few letters are looked for in a whole path",
    doc="""
Finds `"mpt" in checkpoint_path.lower()`: a folder called `reverse_prompting` holds these letters, and so every model that lies in it is
taken for an MPT. The witness is such a word.

Names of three letters are shown by default, longer ones that stand inside words with `--min-confidence inferred`.

Leaves alone: the last part of a path (`path.split("/")[-1]`), model types and class names (NB410), and longer names.
""",
    finds=(
        Example(
            title="three letters in a path",
            code="""
def build(ckpt_dir):
    if "mpt" in ckpt_dir.lower():  # here
        return 1
    return 2
""",
        ),
    ),
    passes=(
        Example(
            title="a longer name, the last part only, a type",
            code="""
def build(ckpt_dir, config):
    if "mixtral" in ckpt_dir.lower() or "mpt" in ckpt_dir.split("/")[-1]:
        return 1
    return config.model_type == "mpt"
""",
        ),
    ),
    audit=_audit,
)
