"""What changes in a file, as `patch` and `git apply` read it."""

from collections.abc import Iterator

from .escape import visible


def difference(path: str, before: bytes | None, after: bytes | None) -> Iterator[str]:
    """Yield the lines of a unified difference, each with its end; None is no file. Control characters are made visible."""
    from difflib import unified_diff  # noqa: PLC0415  only what is shown needs it

    names = ("/dev/null" if before is None else f"a/{path}", "/dev/null" if after is None else f"b/{path}")
    for line in unified_diff(_lines(before), _lines(after), *names):
        text = visible(line.removesuffix("\n")) + "\n"
        yield text if line.endswith("\n") else f"{text}\\ No newline at end of file\n"


def _lines(data: bytes | None) -> list[str]:
    *whole, rest = (data or b"").decode("utf-8", "backslashreplace").split("\n")
    return [f"{line}\n" for line in whole] + ([rest] if rest else [])
