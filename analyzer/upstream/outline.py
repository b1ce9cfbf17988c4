"""One module of a dependency by its syntax: the names it binds, what it takes from elsewhere, its classes and its tables."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .trees import tree_of

LAZY = ("_import_structure", "_LEGACY_MODULE_ALIASES")  # dicts and lists of names that a lazy module serves


@dataclass(frozen=True, slots=True, kw_only=True)
class Class:
    """A class: what it is made of, and what its body binds."""

    name: str
    bases: tuple[str, ...]  # as they are spelled; "" where one is no dotted name
    members: tuple[str, ...]

    @property
    def is_closed(self) -> bool:
        """Whether no base but an enumeration's can add members: what the body lacks the class lacks."""
        return bool(self.bases) and all(base.rpartition(".")[2] in {"Enum", "StrEnum", "IntEnum", "str", "int"} for base in self.bases)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """What one module says of itself. Both arms of an `if` and of a `try` count: what may be there is there."""

    defined: frozenset[str]  # by an assignment, a def, a class
    imported: tuple[tuple[str, str], ...]  # local name, and the dotted name it stands for; relative parts resolved
    stars: tuple[str, ...]  # modules of which all names are taken
    exported: frozenset[str] | None  # `__all__`, where it is spelled
    lazy: frozenset[str]  # names and modules that a lazy module serves
    classes: tuple[Class, ...]
    is_dynamic: bool  # it makes names as it runs: what is not seen may be there


def outline_of(data: bytes, module: str, *, package: bool) -> Outline | None:
    """Read one module; None where it does not parse."""
    tree = tree_of(data)
    if tree is None:
        return None
    statements = list(_statements(tree.body))
    imported = [
        pair for node in statements if isinstance(node, ast.Import | ast.ImportFrom) for pair in _imports(node, module, package=package)
    ]
    return Outline(
        defined=frozenset(name for node in statements for name in _bound(node)),
        imported=tuple((local, target) for local, target in imported if local != "*"),
        stars=tuple(target for local, target in imported if local == "*"),
        exported=_exported(statements),
        lazy=frozenset(text for node in statements if LAZY[0] in (names := _targets(node)) or LAZY[1] in names for text in _strings(node)),
        classes=tuple(_class(node) for node in statements if isinstance(node, ast.ClassDef)),
        is_dynamic=any(_makes_names(node) for node in statements),
    )


def absolute(target: str, level: int, module: str, *, package: bool) -> str:
    """Return the dotted name of a relative import (*level* dots) in *module*."""
    if not level:
        return target
    parts = module.split(".")
    kept = parts[: len(parts) - level + (1 if package else 0)]
    return ".".join([*kept, *filter(None, [target])])


def dotted(node: ast.expr) -> str:
    """Return `a.b.c` for a chain of attributes on a name, else ""."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name):
            return f"{head}.{name}" if (head := dotted(value)) else ""
        case _:
            return ""


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Every statement of the module's own level, whatever arm it stands in."""
    for node in body:
        yield node
        if isinstance(node, ast.If | ast.Try | ast.With | ast.For | ast.While):
            inner = [*getattr(node, "body", ()), *getattr(node, "orelse", ()), *getattr(node, "finalbody", ())]
            yield from _statements([*inner, *(each for handler in getattr(node, "handlers", ()) for each in handler.body)])


def _imports(node: ast.Import | ast.ImportFrom, module: str, *, package: bool) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Import):
        for item in node.names:
            yield (item.asname, item.name) if item.asname else (item.name.partition(".")[0],) * 2
        return
    source = absolute(node.module or "", node.level, module, package=package)
    for item in node.names:
        yield (item.name, source) if item.name == "*" else (item.asname or item.name, f"{source}.{item.name}")


def _bound(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case _:
            yield from _targets(node)


def _targets(node: ast.stmt) -> set[str]:
    """The names that an assignment, a loop, or a call of a method on a name binds or fills."""
    match node:
        case ast.Assign(targets=targets):
            found: list[ast.expr] = targets
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target) | ast.For(target=target):
            found = [target]
        case ast.With(items=items):
            found = [item.optional_vars for item in items if item.optional_vars is not None]
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=value))):
            found = [value]
        case _:
            return set()
    return {each.id for target in found for each in ast.walk(target) if isinstance(each, ast.Name)}


def _exported(statements: Iterable[ast.stmt]) -> frozenset[str] | None:
    spelled = [node for node in statements if "__all__" in _targets(node)]
    return frozenset(text for node in spelled for text in _strings(node)) if spelled else None


def _strings(node: ast.AST) -> Iterator[str]:
    return (each.value for each in ast.walk(node) if isinstance(each, ast.Constant) and isinstance(each.value, str))


def _class(node: ast.ClassDef) -> Class:
    members = [name for statement in _statements(node.body) for name in _bound(statement)]
    return Class(name=node.name, bases=tuple(map(dotted, node.bases)), members=tuple(dict.fromkeys(members)))


def _makes_names(node: ast.stmt) -> bool:
    """`def __getattr__`, `globals()[…] = …`, `globals().update(…)`, `exec(…)`."""
    match node:
        case ast.FunctionDef(name=name):
            return name == "__getattr__"
        case ast.Expr(value=ast.Call(func=ast.Name(id="exec"))):
            return True
        case _:
            return _fills_globals(node)


def _fills_globals(node: ast.stmt) -> bool:
    match node:
        case ast.Assign(targets=[ast.Subscript(value=ast.Call(func=ast.Name(id="globals" | "vars")))]):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="globals" | "vars")), attr="update"))):
            return True
        case _:
            return False
