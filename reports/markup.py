"""Text of a target to Markdown that shows it, whatever it holds: no markup, no link, no mention, no HTML comes of it."""

import re

from .escape import visible

SPEAKS = re.compile(
    r"[^\w\s.,;:/()+='\"-]|(?<![^\W_])_|_(?![^\W_])|(?<=www)\.|:(?![\d\s])"
)  # what Markdown, HTML or GitHub may take for markup
LINKS = frozenset("@#:.")  # what GitHub makes links of, even where it is an entity; not across a comment
PLAIN_CODE = re.compile(r"[^\s`|\\](?:[^`|\\]*[^\s`|\\])?")
LONGEST = 300  # characters


def words(text: str) -> str:
    """Return *text* as words."""
    return SPEAKS.sub(entity, visible(text))


def entity(found: re.Match[str]) -> str:
    """Return one letter so that it is nothing but a letter."""
    return f"&#{ord(found[0])};" + ("<!-- -->" if found[0] in LINKS else "")


def code(text: str) -> str:
    """Return *text* as code, also within a table, and cut where it is very long; empty text is nothing."""
    shown = visible(text)
    shown = shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "…"
    if not shown:
        return ""
    return f"`{shown}`" if PLAIN_CODE.fullmatch(shown) else f"<code>{SPEAKS.sub(entity, shown)}</code>"


def row(*cells: str) -> str:
    """Return one line of a table; the cells are Markdown already."""
    return f"| {' | '.join(cells)} |\n"
