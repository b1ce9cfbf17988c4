"""One comment on a pull request: the verdict, the drift, what models cost, and the size, within what GitHub takes."""

from ..codemods.describing.delta import Delta, Moved
from .format import View
from .templating import Markdown, filled, folder_name
from .verdicts.markdown import render as verdict

MARKER = "<!-- namebranch:comment -->\n"  # by which the last one is found, and edited
LONGEST = 60_000  # characters; GitHub takes 65,536
_MODELS, _KEYS = 30, 20  # shown


def render(delta: Delta, view: View) -> str:
    """Return the comment, which ends with a line end."""
    values = {
        "delta": delta,
        "verdict": "".join(verdict(delta.verdict, view)).rstrip("\n"),
        "models": delta.models[:_MODELS],
        "more_models": max(0, len(delta.models) - _MODELS),
        "registered": delta.registered[:_KEYS],
        "more_registered": max(0, len(delta.registered) - _KEYS),
        "signed": signed,
        "changed": changed,
        "folder_name": folder_name,
    }
    return MARKER + bounded(filled("comment.md.j2", values))


def signed(moved: Moved) -> str:
    """Return by how much a number changed, with its sign."""
    return f"{moved.now - moved.before:+}"


def changed(moved: Moved) -> Markdown:
    """Return a number, with the one before it where it was another."""
    return Markdown(moved.now if moved.before == moved.now else f"{moved.before} → {moved.now}")


def bounded(text: str) -> str:
    """Return text that GitHub takes: whole lines of it, and a word about the rest."""
    if len(text) <= LONGEST:
        return text
    return text[: text.rindex("\n", 0, LONGEST) + 1] + "\nCut here, since a comment holds no more: `namebranch check` prints all of it.\n"
