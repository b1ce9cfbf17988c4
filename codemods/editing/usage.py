"""What statements do with names: what they read and bind, how they leave, and what they do to `self`."""

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from .places import Function

Scope = Function | ast.Lambda | ast.ClassDef | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FRAMES = frozenset({"super", "globals", "locals", "vars", "dir", "eval", "exec", "__class__", "__name__", "__file__", "__package__"})
_CHANGING = frozenset(
    {"append", "add", "update", "extend", "insert", "discard", "remove", "setdefault", "pop", "popitem", "clear", "sort", "reverse"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What some statements do with names of the scope that they stand in; what nested scopes bind for themselves is left out."""

    reads: tuple[ast.Name, ...]  # in source order, those of nested scopes included
    binds: frozenset[str]
    escapes: frozenset[str]  # return, break, continue, yield, await, global, nonlocal, del, a frame
    self_reads: tuple[ast.Attribute, ...]  # `self.x`
    self_writes: frozenset[str]
    self_alone: bool  # `self` is handed on
    mutates: frozenset[str]  # names whose objects are stored into or changed by a method
    imports: tuple[ast.Import | ast.ImportFrom, ...]

    def reads_of(self, name: str) -> list[ast.Name]:
        """Return where *name* is read."""
        return [node for node in self.reads if node.id == name]


class _Collector(ast.NodeVisitor):
    def __init__(self, *, in_class: bool = False) -> None:
        self._in_class = in_class
        self.reads: list[ast.Name] = []
        self.binds: set[str] = set()
        self.escapes: set[str] = set()
        self.self_reads: list[ast.Attribute] = []
        self.self_writes: set[str] = set()
        self.self_alone = False
        self.mutates: set[str] = set()
        self.imports: list[ast.Import | ast.ImportFrom] = []
        self._loops = 0

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            if node.id in _FRAMES:
                self.escapes.add(node.id)
            self.self_alone |= node.id == "self"
            self.reads.append(node)
        elif isinstance(node.ctx, ast.Store):
            self.binds.add(node.id)
        else:
            self.escapes.add("del")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name) and node.value.id == "self":
            if isinstance(node.ctx, ast.Load):
                self.self_reads.append(node)
            else:
                self.self_writes.add(node.attr)
            return
        if not isinstance(node.ctx, ast.Load):
            self._changed(node.value)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load):
            self._changed(node.value)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGING:
            self._changed(node.func.value)
        self.generic_visit(node)

    def _changed(self, node: ast.expr) -> None:
        while isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        if isinstance(node, ast.Name):
            self.mutates.add(node.id)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            self.reads.append(node.target)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.target)
        if self._in_class:  # what a local is annotated with is never evaluated
            self.visit(node.annotation)
        if node.value is not None:
            self.visit(node.value)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        self.binds |= {node.name} if node.name else set()
        self.generic_visit(node)

    def visit_MatchAs(self, node: ast.MatchAs) -> None:
        self.binds |= {node.name} if node.name else set()
        self.generic_visit(node)

    def visit_MatchStar(self, node: ast.MatchStar) -> None:
        self.binds |= {node.name} if node.name else set()

    def visit_MatchMapping(self, node: ast.MatchMapping) -> None:
        self.binds |= {node.rest} if node.rest else set()
        self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        self.imports.append(node)
        self.binds |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self.imports.append(node)
        self.binds |= {alias.asname or alias.name for alias in node.names}
        if any(alias.name == "*" for alias in node.names):
            self.escapes.add("import *")

    # -- ways out

    def visit_Return(self, node: ast.Return) -> None:
        self.escapes.add("return")
        self.generic_visit(node)

    def visit_Break(self, _: ast.Break) -> None:
        if not self._loops:
            self.escapes.add("break")

    def visit_Continue(self, _: ast.Continue) -> None:
        if not self._loops:
            self.escapes.add("continue")

    def visit_For(self, node: ast.For | ast.AsyncFor | ast.While) -> None:
        self._loops += 1
        for field, value in ast.iter_fields(node):
            if field == "orelse":
                self._loops -= 1
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    self.visit(child)
        if isinstance(node, ast.AsyncFor):
            self.escapes.add("await")

    visit_AsyncFor = visit_For  # noqa: N815  the parser's names
    visit_While = visit_For  # noqa: N815  as above

    def visit_AsyncWith(self, node: ast.AsyncWith) -> None:
        self.escapes.add("await")
        self.generic_visit(node)

    def visit_Yield(self, node: ast.Yield | ast.YieldFrom) -> None:
        self.escapes.add("yield")
        self.generic_visit(node)

    visit_YieldFrom = visit_Yield  # noqa: N815  as above

    def visit_Await(self, node: ast.Await) -> None:
        self.escapes.add("await")
        self.generic_visit(node)

    def visit_Global(self, _: ast.Global) -> None:
        self.escapes.add("global")

    def visit_Nonlocal(self, _: ast.Nonlocal) -> None:
        self.escapes.add("nonlocal")

    # -- nested scopes

    def visit_FunctionDef(self, node: Function) -> None:
        self.binds.add(node.name)
        annotations = [arg.annotation for arg in ast.walk(node.args) if isinstance(arg, ast.arg)]
        for outside in (*node.decorator_list, *node.args.defaults, *filter(None, [*node.args.kw_defaults, *annotations, node.returns])):
            self.visit(outside)
        self._nested(node.body, {arg.arg for arg in ast.walk(node.args) if isinstance(arg, ast.arg)})

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815  as above

    def visit_Lambda(self, node: ast.Lambda) -> None:
        for outside in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(outside)
        self._nested([node.body], {arg.arg for arg in ast.walk(node.args) if isinstance(arg, ast.arg)})

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.binds.add(node.name)
        for outside in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(outside)
        self._nested(node.body, set(), in_class=True)

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        inner = _Collector()
        inner.generic_visit(node)
        targets = {name.id for part in node.generators for name in ast.walk(part.target) if isinstance(name, ast.Name)}
        self._merge(inner, targets)
        self.binds |= {walrus.target.id for walrus in ast.walk(node) if isinstance(walrus, ast.NamedExpr)}

    visit_SetComp = visit_ListComp  # noqa: N815  as above
    visit_DictComp = visit_ListComp  # noqa: N815  as above
    visit_GeneratorExp = visit_ListComp  # noqa: N815  as above

    def _nested(self, body: Iterable[ast.AST], bound: set[str], *, in_class: bool = False) -> None:
        inner = _Collector(in_class=in_class)
        for node in body:
            inner.visit(node)
        self._merge(inner, bound | inner.binds)
        self.escapes |= (inner.escapes & (_FRAMES - {"super", "__class__"})) | (inner.escapes & {"nonlocal", "global"})
        if "self" not in bound:
            self.self_writes |= inner.self_writes

    def _merge(self, inner: "_Collector", bound: set[str]) -> None:
        """Take over what a nested scope does to names that it does not bind."""
        self.reads += [node for node in inner.reads if node.id not in bound]
        self.mutates |= inner.mutates - bound
        if "self" not in bound:
            self.self_reads += inner.self_reads
            self.self_alone |= inner.self_alone


def usage_of(nodes: Iterable[ast.AST]) -> Usage:
    """Return what *nodes*, which stand in one scope, do with names."""
    found = _Collector()
    for node in nodes:
        found.visit(node)
    return Usage(
        reads=tuple(sorted(found.reads, key=lambda node: (node.lineno, node.col_offset))),
        binds=frozenset(found.binds),
        escapes=frozenset(found.escapes),
        self_reads=tuple(found.self_reads),
        self_writes=frozenset(found.self_writes),
        self_alone=found.self_alone,
        mutates=frozenset(found.mutates),
        imports=tuple(found.imports),
    )
