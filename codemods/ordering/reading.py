"""A file in which people say which models come first."""


def order(data: bytes) -> tuple[str, ...]:
    """Return the models of a file that names one a line, each once; `#` begins a comment.

    Raises:
        ValueError: it is no text, or a line holds more than a name.

    """
    found: dict[str, None] = {}
    for number, line in enumerate(data.decode().splitlines(), 1):
        words = line.partition("#")[0].split()
        if len(words) > 1:
            raise ValueError(f"line {number} holds more than one name: {line.strip()!r}; write one model a line")
        found |= dict.fromkeys(words)
    return tuple(found)
