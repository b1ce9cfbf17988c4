"""Strings and documents that name what moved: where, and what they would say. The old names keep working, so nobody has to follow."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...analyzer.reading.source import SourceFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One place that spells a dotted name."""

    path: str
    line: int
    kind: str  # target (a `_target_`), patch, string, document
    before: str
    after: str


def mentions(files: Iterable[SourceFile], old: str, new: str, names: Iterable[str], patched: Iterable[str] = ()) -> Iterator[Mention]:
    """Yield where *files* spell `old.name`; and, in what patches, the names that moved code now finds in its own module (*patched*)."""
    moved, read = set(names), set(patched)
    words = re.compile(re.escape(old).encode() + rb"\.(" + b"|".join(sorted(name.encode() for name in moved | read)) + rb")(?!\w)")
    for file in files:
        if old.encode() not in file.data:
            continue
        for found in words.finditer(file.data):
            start = file.data.rfind(b"\n", 0, found.start()) + 1
            line = file.data[start : found.end()]
            kind = _kind(file.path, line)
            name = found[1].decode()
            if name in moved or kind == "patch":
                number = file.data.count(b"\n", 0, start) + 1
                yield Mention(path=file.path, line=number, kind=kind, before=f"{old}.{name}", after=f"{new}.{name}")


def _kind(path: str, line: bytes) -> str:
    if b"_target_" in line:
        return "target"
    if path.endswith(".py"):
        return "patch" if b"patch" in line or b"setattr" in line else "string"
    return "document"
