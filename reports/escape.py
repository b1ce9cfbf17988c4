"""Text of a target to text that is safe to print: what a terminal would obey or not show becomes visible."""

from collections.abc import Iterator

SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def visible(text: str) -> str:
    r"""Return *text* on one line, with controls, bidi marks, odd blanks and lone surrogates spelled like `\x1b`."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() else spelled(letter) for letter in text)


def spelled(letter: str) -> str:
    """Return the escape of one code point as Python writes it."""
    return SHORT.get(letter) or letter.encode("unicode_escape", "backslashreplace").decode("ascii")


def without_surrogates(text: str) -> str:
    r"""Return *text* with lone surrogates (bytes of a path that are not UTF-8) spelled like `\udcff`, so that it encodes."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def safe_json(text: str) -> str:
    r"""Return JSON *text* with everything unprintable as `\uXXXX`: the same value, harmless on a terminal.

    JSON holds such characters only inside strings; line ends between tokens stay.
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == "\n" else "".join(units(letter)) for letter in text)


def units(letter: str) -> Iterator[str]:
    """Yield the JSON escape of each UTF-16 unit of *letter*."""
    data = letter.encode("utf-16-be", "surrogatepass")
    for at in range(0, len(data), 2):
        yield f"\\u{data[at]:02x}{data[at + 1]:02x}"
