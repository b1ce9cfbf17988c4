"""Text of a target to text that is safe to print: what a terminal would obey or not show becomes visible."""

SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def visible(text: str) -> str:
    r"""Return *text* on one line, with controls, bidi marks, odd blanks and lone surrogates spelled like `\x1b`."""
    return text if text.isprintable() else "".join(letter if letter.isprintable() else spelled(letter) for letter in text)


def unheard(line: str) -> str:
    r"""Return *line*, already visible, so that no CI runner takes it for a command.

    GitHub's obeys a line that begins with `::`, blanks left aside, and one that holds `##[` anywhere. The first gets a `./` in front,
    which leads to the same file; in the second the bracket is spelled `\x5b`.
    """
    told = line.replace("##[", "##\\x5b")
    return f"./{told}" if told.lstrip().startswith("::") else told


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
    return "\n".join(line if line.isprintable() else "".join(map(unit_escaped, line)) for line in text.split("\n"))


def unit_escaped(letter: str) -> str:
    r"""Return *letter*, or if it is unprintable the `\uXXXX` of each of its UTF-16 units."""
    if letter.isprintable():
        return letter
    data = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[at]:02x}{data[at + 1]:02x}" for at in range(0, len(data), 2))
