"""What a file defines at its top level: names, functions with how they may be called, classes, tables with their entries."""

import ast
from collections.abc import Iterator

from .module import Class, Entry, Signature

_MAPPINGS = {"OrderedDict", "dict", "MappingProxyType"}


def top(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield the statements of a module, those in `if`, `try` and `with` too."""
    queue: list[ast.stmt] = list(reversed(tree.body))
    while queue:
        node = queue.pop()
        yield node
        match node:
            case ast.If(body=body, orelse=orelse):
                queue += [*body, *orelse]
            case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final):
                queue += [*body, *orelse, *final, *(line for handler in handlers for line in handler.body)]
            case ast.With(body=body) | ast.For(body=body):
                queue += body
            case _:
                continue


def names(tree: ast.Module) -> frozenset[str]:
    """Return all names that are bound at the top level."""
    return frozenset(name for node in top(tree) for name in _bound(node))


def _bound(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import(names=aliases):
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in aliases)
        case ast.ImportFrom(names=aliases):
            yield from (alias.asname or alias.name for alias in aliases)
        case ast.Assign() | ast.AnnAssign() | ast.AugAssign() | ast.For() | ast.With():
            yield from (each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))
        case _:
            return


def functions(tree: ast.Module) -> Iterator[Signature]:
    """Yield the functions, and the methods of classes."""
    for node in top(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield signature(node, node.name, bound=False)
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef):
                    static = any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in member.decorator_list)
                    yield signature(member, f"{node.name}.{member.name}", bound=not static)


def signature(node: ast.FunctionDef | ast.AsyncFunctionDef, name: str, *, bound: bool) -> Signature:
    """Return how a function may be called; *bound*: its first parameter is given."""
    args = node.args
    places = len(args.posonlyargs) + len(args.args) - bound
    must = tuple(each.arg for each, default in zip(args.kwonlyargs, args.kw_defaults, strict=True) if default is None)
    least = max(places - len(args.defaults), 0)
    return Signature(name=name, line=node.lineno, least=least, most=None if args.vararg else max(places, 0), must=must)


def classes(tree: ast.Module) -> Iterator[Class]:
    """Yield the classes."""
    for node in top(tree):
        if isinstance(node, ast.ClassDef):
            yield Class(name=node.name, line=node.lineno, bases=tuple(ast.unparse(base) for base in node.bases if _is_dotted(base)))


def entries(tree: ast.Module) -> Iterator[Entry]:
    """Yield the entries of tables whose keys are texts."""
    for node in top(tree):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=table)], value=value) | ast.AnnAssign(target=ast.Name(id=table), value=ast.expr() as value)
            ):
                for key, item in _pairs(value):
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        texts = tuple(
                            each.value for each in ast.walk(item) if isinstance(each, ast.Constant) and isinstance(each.value, str)
                        )
                        yield Entry(
                            table=table, key=key.value, line=key.lineno, texts=texts, value=ast.unparse(item) if _is_dotted(item) else ""
                        )
            case _:
                continue


def _pairs(value: ast.expr) -> Iterator[tuple[ast.expr | None, ast.expr]]:
    match value:
        case ast.Dict(keys=keys, values=values):
            yield from zip(keys, values, strict=True)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[inner]) if name in _MAPPINGS:
            yield from _pairs(inner)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            yield from ((item.elts[0], item.elts[1]) for item in items if isinstance(item, ast.Tuple) and len(item.elts) > 1)
        case _:
            return


def _is_dotted(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)
