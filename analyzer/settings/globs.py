"""Gitignore patterns in, a test of paths out; a leading `src/` of a pattern or a path makes no difference."""

import re
from collections.abc import Callable
from functools import lru_cache

from pathspec import GitIgnoreSpec

_SOURCE_FOLDER = "src/"
_NAMED_GROUP = re.compile(r"\(\?P<\w+>")


def plain(path: str) -> str:
    """Return the path without a leading `src/`: how trees and archives of one package are compared."""
    return path.removeprefix(_SOURCE_FOLDER)


def _plain_glob(glob: str) -> str:
    negated, rest = ("!", glob[1:]) if glob.startswith("!") else ("", glob)
    anchored, rest = ("/", rest[1:]) if rest.startswith("/") else ("", rest)
    body = rest.removeprefix(_SOURCE_FOLDER)
    if body != rest and body.strip("/"):  # `src/train.py` is anchored by its slash, and stays so
        anchored = "/"
    return f"{negated}{anchored}{body or rest}"


class Matcher:
    """The test of one list of patterns."""

    __slots__ = ("_globs", "_may_take", "_spec")

    def __init__(self, globs: tuple[str, ...]) -> None:
        """Raise ValueError, naming the pattern, for one that is not valid."""
        self._globs = globs
        try:
            self._spec = GitIgnoreSpec.from_lines(map(_plain_glob, globs))
        except (ValueError, TypeError) as error:
            raise ValueError(f"{_invalid(globs)!r} is not a valid pattern: {error}") from None
        self._may_take = _may_take([str(pattern.regex.pattern) for pattern in self._spec.patterns if pattern.include and pattern.regex])

    def __call__(self, path: str) -> str | None:
        """Return the pattern that takes the path in, or None; the path has no leading `src/`."""
        if not self._may_take(path):  # most paths end here, at a tenth of the price
            return None
        found = self._spec.check_file(path)
        return self._globs[found.index] if found.include and found.index is not None else None


def _invalid(globs: tuple[str, ...]) -> str:
    """Return the first of the patterns that is not valid, or the last one."""
    for glob in globs:
        try:
            GitIgnoreSpec.from_lines([_plain_glob(glob)])
        except (ValueError, TypeError):
            return glob
    return globs[-1]


def _may_take(sources: list[str]) -> Callable[[str], object]:
    """Return a test that no path fails which one of the regular expressions finds."""
    if not sources:
        return lambda _: None
    joined = re.compile("|".join(_NAMED_GROUP.sub("(?:", source) for source in sources))  # group names would stand twice
    return joined.match if all(source.startswith("^") for source in sources) else joined.search


@lru_cache(maxsize=256)
def matcher(globs: tuple[str, ...]) -> Matcher:
    """Return the matcher of these patterns, made once."""
    return Matcher(globs)
