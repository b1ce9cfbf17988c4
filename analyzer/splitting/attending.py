"""Functions of shared code that only run for one model: called only where it was asked for, or from code that belongs to it.

What a name test guards belongs to a model whatever it is called, and so do the functions that only such code uses. A function that
is used anywhere else, or for other models as well, is none of these.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..inventory import Kind, Site

_NEGATIVE = frozenset({"!=", "not in", "is not"})
_NO_TESTS = frozenset({Kind.TABLE, Kind.NAMESET, Kind.PER_MODEL_DEF, Kind.REACH_IN, Kind.PREDICATE, Kind.FLAG})
_ROUNDS = 12
_WORD = re.compile(r"\w+")
_HEAD = re.compile(r"^(?:async[ \t]+)?def[ \t]+(\w+)", re.MULTILINE)
_Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendant:
    """One such function."""

    path: str
    line: int  # of its header
    first: int  # of its first decorator, or of its header
    last: int
    name: str
    names: tuple[str, ...]  # the names of the model, as the tests spell them


@dataclass(frozen=True, slots=True, kw_only=True)
class _Region:
    path: str
    first: int
    last: int
    names: tuple[str, ...]


class Module:
    """One file as syntax; one that does not parse holds nothing."""

    def __init__(self, text: str) -> None:
        """Take the text of a file; it is parsed when something of it is asked for."""
        self.text = text

    @cached_property
    def tree(self) -> ast.Module:
        try:
            return ast.parse(self.text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return ast.Module(body=[], type_ignores=[])

    @cached_property
    def heads(self) -> frozenset[str]:
        return frozenset(_HEAD.findall(self.text))

    @cached_property
    def functions(self) -> dict[str, _Function]:
        return {node.name: node for node in self.tree.body if isinstance(node, _Function)}

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self.text))

    @cached_property
    def uses(self) -> dict[str, list[int]]:
        """The lines on which each name or attribute is read."""
        found: dict[str, list[int]] = {}
        for name, line in filter(None, map(_used, ast.walk(self.tree))):
            found.setdefault(name, []).append(line)
        return found

    def used_within(self, first: int, last: int) -> Iterator[str]:
        """Yield the names that are read on some lines."""
        return (name for name, lines in self.uses.items() if any(first <= line <= last for line in lines))


def _used(node: ast.AST) -> tuple[str, int] | None:
    match node:
        case ast.Name(id=name, ctx=ast.Load(), lineno=line):
            return name, line
        case ast.Attribute(attr=name, lineno=line):
            return name, line
        case _:
            return None


def parsed(files: Mapping[str, str]) -> dict[str, Module]:
    """Return the files of these texts as syntax."""
    return {path: Module(text) for path, text in files.items()}


def arms(modules: Mapping[str, Module], sites: Iterable[Site]) -> Mapping[tuple[str, int, int], tuple[int, int]]:
    """Return the lines of each `if` and `elif` that is taken for names alone, by path, line and column of a site in its test."""
    return {
        (site.path, site.line, site.column): (node.lineno, _last(node.body)) for _, node, found in _taken(modules, sites) for site in found
    }


def attendants(
    files: Mapping[str, Module], owned: Mapping[str, Module], sites: Sequence[Site], same: Callable[[Sequence[str]], bool]
) -> tuple[Attendant, ...]:
    """Return the functions of shared code that attend to one model.

    *files* are those of shared code and *owned* models' own, *sites* are those of shared code, and *same* tells whether names are
    one model's.
    """
    modules = {**owned, **files}
    regions = [*_guarded(modules, sites, same), *_owned(modules, sites, same)]
    named = {(site.path, site.line) for site in sites if site.kind in {Kind.PER_MODEL_DEF, Kind.PREDICATE}}
    found: dict[tuple[str, str], Attendant] = {}
    for _ in range(_ROUNDS):
        fresh = [
            one
            for one in _candidates(modules, files, regions, same)
            if (one.path, one.name) not in found and (one.path, one.line) not in named
        ]
        if not fresh:
            break
        found |= {(one.path, one.name): one for one in fresh}
        regions += [_Region(path=one.path, first=one.first, last=one.last, names=one.names) for one in fresh]
    return tuple(sorted(found.values(), key=lambda one: (one.path, one.line)))


def _candidates(
    modules: Mapping[str, Module], shared: Iterable[str], regions: Sequence[_Region], same: Callable[[Sequence[str]], bool]
) -> Iterator[Attendant]:
    """Yield the functions that are used in *regions* and nowhere else, by names of one model."""
    asked = {name for region in regions for name in modules[region.path].used_within(region.first, region.last)}
    homes: dict[str, list[str]] = {}
    for path in shared:
        for name in modules[path].functions.keys() & asked if modules[path].heads & asked else ():
            homes.setdefault(name, []).append(path)
    for name, (path, *others) in homes.items():
        node = modules[path].functions[name]
        first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
        last = node.end_lineno or node.lineno
        users = None if others else _users(modules, regions, name, _Region(path=path, first=first, last=last, names=()))
        names = tuple(dict.fromkeys(spelled for region in users or () for spelled in region.names))
        if names and same(names):
            yield Attendant(path=path, line=node.lineno, first=first, last=last, name=name, names=names)


def _users(modules: Mapping[str, Module], regions: Sequence[_Region], name: str, own: _Region) -> list[_Region] | None:
    """Return the regions that use a function; None where something else does, too."""
    found = []
    for path, module in modules.items():
        for line in module.uses.get(name, ()) if name in module.words else ():
            if path == own.path and own.first <= line <= own.last:
                continue
            holding = [region for region in regions if region.path == path and region.first <= line <= region.last]
            if not holding:
                return None
            found += holding
    return found


def _guarded(modules: Mapping[str, Module], sites: Iterable[Site], same: Callable[[Sequence[str]], bool]) -> Iterator[_Region]:
    """Yield the bodies of tests that are true for one model only."""
    for path, node, found in _taken(modules, sites):
        names = tuple(name for site in found for name in site.names)
        if same(names):
            yield _Region(path=path, first=node.body[0].lineno, last=_last(node.body), names=names)


def _taken(modules: Mapping[str, Module], sites: Iterable[Site]) -> Iterator[tuple[str, ast.If, tuple[Site, ...]]]:
    """Yield each `if` and `elif` that can be taken for names alone, with the sites that say for which."""
    held: dict[str, list[Site]] = {}
    for site in sites:
        if site.op not in _NEGATIVE and site.kind not in _NO_TESTS:
            held.setdefault(site.path, []).append(site)
    for path, asked in held.items():
        for node in ast.walk(modules[path].tree):
            if isinstance(node, ast.If) and (found := _only_if(node.test, asked)):
                yield path, node, found


def _only_if(test: ast.expr, sites: Sequence[Site]) -> tuple[Site, ...]:
    """Return the sites by whose names alone a test can be true; nothing where it can be true without one.

    A flag may hold more than a name test; a predicate that is called does not (NB108).
    """
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            return next((found for value in values if (found := _only_if(value, sites))), ())
        case ast.BoolOp(values=values):
            each = [_only_if(value, sites) for value in values]
            return tuple(site for found in each for site in found) if all(each) else ()
        case ast.Compare() | ast.Call():
            at = test.lineno, test.col_offset + 1
            return tuple(site for site in sites if (site.line, site.column) == at)
        case _:
            return ()


def _last(body: Sequence[ast.stmt]) -> int:
    return body[-1].end_lineno or body[-1].lineno


def _owned(modules: Mapping[str, Module], sites: Iterable[Site], same: Callable[[Sequence[str]], bool]) -> Iterator[_Region]:
    """Yield the definitions that say by their name whose they are."""
    for site in sites:
        if site.kind is Kind.PER_MODEL_DEF and same(site.names):
            yield _Region(path=site.path, first=site.line, last=site.line + max(site.lines, 1) - 1, names=site.names)
