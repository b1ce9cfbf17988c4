"""Where shared code asks the registry: calls of what the settings and the dialect name."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ...analyzer.inventory import Zone
from ...analyzer.scanned import File
from ...analyzer.settings.globs import matcher, plain
from ...analyzer.settings.schema import Settings
from ...registry.dialects.dialect import Dialect

_CALLED = re.compile(r"\b([A-Za-z_]\w*)\(")


def lookups(settings: Settings, dialect: Dialect | None) -> frozenset[str]:
    """Return the names of the functions that ask a registry."""
    named = {name.rpartition(".")[2] for idiom in settings.registry.idioms for name in idiom.lookup}
    calls = dialect.calls if dialect is not None else ()
    return frozenset(named | {found[1] for call in calls if (found := _CALLED.search(call.text))})


@dataclass(frozen=True, slots=True, kw_only=True)
class Asks:
    """One line of shared code that asks a registry."""

    path: str
    line: int
    subsystem: str


def asked(files: Iterable[File], settings: Settings, dialect: Dialect | None) -> Iterator[Asks]:
    """Yield where shared code asks, by path and line; the registry's own modules left aside."""
    names, is_registry = lookups(settings, dialect), matcher(settings.registry.modules)
    needles = [name.encode() for name in names]
    for file in sorted(files, key=lambda file: file.path):
        is_common = file.zone is Zone.SHARED and not is_registry(plain(file.path))
        if is_common and any(needle in file.data for needle in needles):
            yield from (Asks(path=file.path, line=line, subsystem=file.subsystem) for line in _calls(file.data, names))


def _calls(data: bytes, names: frozenset[str]) -> tuple[int, ...]:
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()  # what cannot be parsed is told as unread already
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return tuple(sorted({call.lineno for call in calls if _last(call.func) in names}))


def _last(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""
