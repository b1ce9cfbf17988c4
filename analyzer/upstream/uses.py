"""What a target's file takes from its dependencies: imports, attributes of imported modules, dotted names in strings."""

import ast
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeAlias

from .outline import absolute, dotted

_GATE = re.compile(
    r"[vV]ersion|VERSION|hasattr|is_\w+_available|\w*_(?:AVAILABLE|available)\b|find_spec|TYPE_CHECKING|\bHA(?:S|VE)_|\bhas_|\bmodules\b"
)
_CAUGHT = frozenset({"ImportError", "ModuleNotFoundError", "AttributeError", "Exception", "BaseException", "RuntimeError"})
_PATH = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){2,}")
Bound: TypeAlias = tuple[str, bool]
"""What a local name stands for, and whether it was imported where its absence is meant."""
_SHORT = 12  # lines of a function that only tells a version


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """One dotted name of a dependency, and how it is used; or a word that was looked for."""

    dotted: str
    line: int
    form: str  # import, read, store, string, asked (`hasattr`, `getattr` with a default), word
    is_gated: bool  # under a test of a version, a hasattr, a try that catches it: its absence is meant


def gates_in(tree: ast.Module) -> frozenset[str]:
    """Return the names that a file gives to a test of what is installed: `IS_V5 = Version(…) >= …`, `def has_x(): …`."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(attr=name)], value=ast.Compare() | ast.BoolOp() as value):
                if _GATE.search(_words(value)):
                    found.add(name)
            case ast.FunctionDef(name=name) if (node.end_lineno or 0) - node.lineno < _SHORT and _tells_version(node):
                found.add(name)
            case ast.Try(body=body, handlers=handlers):
                found.update(_flags([*body, *(each for handler in handlers for each in handler.body)]))
            case _:
                pass
    return frozenset(found)


def uses(
    tree: ast.Module,
    module: str,
    roots: frozenset[str],
    gates: frozenset[str],
    *,
    package: bool,
    words: Container[str] = (),
) -> tuple[Use, ...]:
    """Return what a file takes from *roots* (top-level packages), and the strings that are one of *words*, in the order of its lines."""
    reader = _Reader(module, roots, gates, package=package, words=words)
    with suppress(RecursionError):  # what lies deeper is not looked at
        reader.block(tree.body, {}, gated=False)
    return tuple(sorted(dict.fromkeys(reader.found), key=lambda use: (use.line, use.dotted, use.form)))


def _tells_version(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Return) and each.value is not None and _GATE.search(_words(each.value)) for each in ast.walk(node))


def _words(node: ast.AST) -> str:
    """The names, attributes and strings of an expression; much quicker than its text."""
    words: list[str] = []
    for each in ast.walk(node):
        match each:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.Constant(value=str(word)):
                words.append(word)
            case _:
                pass
    return " ".join(words)


def _flags(body: Iterable[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=bool() | None)):
                yield name
            case _:
                pass


class _Reader:
    """Walks a file with what is bound to a dependency, and whether a test of what is installed stands around."""

    def __init__(self, module: str, roots: frozenset[str], gates: frozenset[str], *, package: bool, words: Container[str]) -> None:
        self.found: list[Use] = []
        self._searched = words
        self._module, self._package, self._roots = module, package, roots
        self._gates = gates

    def block(self, body: Iterable[ast.stmt], bound: dict[str, Bound], *, gated: bool) -> None:
        """Read statements in their order; behind `if version < …: return` the rest is gated."""
        for node in body:
            self._statement(node, bound, gated=gated)
            if isinstance(node, ast.If) and self._is_gate(node.test) and isinstance(node.body[-1], ast.Return | ast.Raise | ast.Continue):
                gated = True

    def _statement(self, node: ast.stmt, bound: dict[str, Bound], *, gated: bool) -> None:
        match node:
            case ast.Import() | ast.ImportFrom():
                self._import(node, bound, gated=gated)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                self._expressions(node, bound, gated=gated)
                self.block(node.body, dict(bound), gated=gated)
            case ast.If(test=test):
                inner = gated or self._is_gate(test)
                self._expression(test, bound, gated=inner)
                self.block(node.body, bound, gated=inner)
                self.block(node.orelse, bound, gated=inner)
            case ast.Try():
                inner = gated or any(_catches(handler) for handler in node.handlers)
                for body in (node.body, *(handler.body for handler in node.handlers), node.orelse):
                    self.block(body, bound, gated=inner)
                self.block(node.finalbody, bound, gated=gated)
            case ast.With() | ast.AsyncWith():
                inner = gated or any("suppress" in _words(item.context_expr) for item in node.items)
                self._expressions(node, bound, gated=inner)
                self.block(node.body, bound, gated=inner)
            case ast.For() | ast.AsyncFor() | ast.While():
                self._expressions(node, bound, gated=gated)
                self.block([*node.body, *node.orelse], bound, gated=gated)
            case ast.Assign(targets=targets):
                self._expressions(node, bound, gated=gated)
                for target in targets:
                    if isinstance(target, ast.Name):
                        bound.pop(target.id, None)
            case ast.Match(subject=subject, cases=cases):
                self._expression(subject, bound, gated=gated)
                for case in cases:
                    self.block(case.body, bound, gated=gated)
            case _:
                self._expressions(node, bound, gated=gated)

    def _import(self, node: ast.Import | ast.ImportFrom, bound: dict[str, Bound], *, gated: bool) -> None:
        source = absolute(node.module or "", node.level, self._module, package=self._package) if isinstance(node, ast.ImportFrom) else ""
        for item in node.names:
            target = f"{source}.{item.name}" if source else item.name
            local = item.asname or (item.name if source else item.name.partition(".")[0])
            bound.pop(local, None)
            if target.partition(".")[0] in self._roots and item.name != "*":
                bound[local] = (target if source or item.asname else local), gated
                self._use(target, node.lineno if len(node.names) == 1 else item.lineno, "import", gated=gated)

    def _expressions(self, node: ast.AST, bound: Mapping[str, Bound], *, gated: bool) -> None:
        """Read the expressions of a statement, not the statements below it."""
        for child in ast.iter_child_nodes(node):
            if child in (getattr(node, "returns", None), getattr(node, "annotation", None)):
                self._annotation(child if isinstance(child, ast.expr) else None, bound, gated=gated)
            elif not isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case) and not _is_docstring(node, child):
                self._expression(child, bound, gated=gated)

    def _expression(self, node: ast.AST, bound: Mapping[str, Bound], *, gated: bool) -> None:
        match node:
            case ast.Attribute(ctx=ctx):
                path = dotted(node)
                head, _, rest = path.partition(".")
                if head in bound:
                    form = "read" if isinstance(ctx, ast.Load) else "store"
                    self._use(f"{bound[head][0]}.{rest}", node.lineno, form, gated=gated or bound[head][1])
                elif not path:
                    self._expressions(node, bound, gated=gated)
            case ast.Call(
                func=ast.Name(id="getattr" | "setattr" | "hasattr" as called), args=[subject, ast.Constant(value=str(name)), *rest]
            ):
                self._expressions(node, bound, gated=gated)
                head, _, inner = dotted(subject).partition(".")
                if head in bound:
                    asks = called == "hasattr" or (called == "getattr" and bool(rest))
                    path = ".".join(filter(None, (bound[head][0], inner, name)))
                    form = "asked" if asks else "store" if called == "setattr" else "read"
                    self._use(path, node.lineno, form, gated=gated or asks or bound[head][1])
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements) if _are_alternatives(elements):
                self._expressions(node, bound, gated=True)
            case ast.Constant(value=str(text)) if _PATH.fullmatch(text) and text.partition(".")[0] in self._roots:
                self._use(text, node.lineno, "string", gated=gated)
            case ast.Constant(value=str(text)) if text in self._searched:
                self._use(text, node.lineno, "word", gated=gated)
            case ast.arg():  # its annotation: a string there is a type, and need not be there as it runs
                self._annotation(node.annotation, bound, gated=gated)
            case ast.BoolOp(values=values) if any(self._is_gate(value) for value in values):
                self._expressions(node, bound, gated=True)
            case ast.IfExp(test=test) if self._is_gate(test):
                self._expressions(node, bound, gated=True)
            case _:
                self._expressions(node, bound, gated=gated)

    def _annotation(self, node: ast.expr | None, bound: Mapping[str, Bound], *, gated: bool) -> None:
        if node is not None and not isinstance(node, ast.Constant):
            self._expression(node, bound, gated=gated)

    def _use(self, path: str, line: int, form: str, *, gated: bool) -> None:
        self.found.append(Use(dotted=path, line=line, form=form, is_gated=gated))

    def _is_gate(self, test: ast.expr) -> bool:
        text = _words(test)
        return _GATE.search(text) is not None or not self._gates.isdisjoint(text.split())


def _catches(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    named = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(dotted(each).rpartition(".")[2] in _CAUGHT for each in named)


def _is_docstring(node: ast.AST, child: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(child, ast.Constant)


def _are_alternatives(elements: list[ast.expr]) -> bool:
    """Whether a display spells several dotted names of one module: of classes that were renamed, one is there."""
    spelled = [each.value for each in elements if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return len(spelled) > 1 and all(map(_PATH.fullmatch, spelled)) and len({text.rpartition(".")[0] for text in spelled}) == 1
