"""Text and bars in a given number of terminal cells, with or without Unicode."""

from rich.cells import cell_len
from rich.text import Text

from ..escape import visible

EIGHTHS = " ▏▎▍▌▋▊▉█"
COMMIT = 12  # digits of a revision that are shown


def bar(part: int, whole: int, *, cells: int, unicode: bool) -> str:
    """Return a bar of *cells* times *part* / *whole* cells, visible where *part* is not 0."""
    if part <= 0 or whole <= 0:
        return ""
    eighths = max(1, round(8 * cells * min(part, whole) / whole))
    if not unicode:
        return "#" * max(1, round(eighths / 8))
    full, rest = divmod(eighths, 8)
    return EIGHTHS[-1] * full + EIGHTHS[rest].strip()


def shortened(path: str, *, cells: int, unicode: bool) -> str:
    """Return *path* in at most *cells* cells, made visible; whole leading folders go first, the file's name stays longest."""
    shown, dots = visible(path), "…" if unicode else "..."
    if cell_len(shown) <= cells:
        return shown
    parts = shown.split("/")
    for at in range(1, len(parts)):
        tail = "/".join((dots, *parts[at:]))
        if cell_len(tail) <= cells:
            return tail
    return ending(parts[-1], cells=cells, dots=dots)


def ending(text: str, *, cells: int, dots: str) -> str:
    """Return as much of the end of *text* as fits into *cells* cells after *dots*."""
    while text and cell_len(dots + text) > cells:
        text = text[1:]
    return dots + text


def cut(text: str, *, cells: int, unicode: bool) -> str:
    """Return the beginning of *text* in at most *cells* cells, made visible."""
    shown, dots = visible(text), "…" if unicode else "..."
    if cell_len(shown) <= cells:
        return shown
    while shown and cell_len(shown + dots) > cells:
        shown = shown[:-1]
    return shown + dots


def number(value: int, one: str, many: str | None = None) -> str:
    """Return for example `1 site`, `1,204 sites`; *many* is *one* with an `s` unless given."""
    return f"{value:,} {one if value == 1 else many or one + 's'}"


def joined(parts: list[str], *, unicode: bool, style: str = "") -> Text:
    """Return the non-empty *parts* on one line with dots between them."""
    return Text((" · " if unicode else " - ").join(part for part in parts if part), style=style)
