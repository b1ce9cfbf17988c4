"""Tables of a dependency's module: the keys that a dict can have, conditions, merges and item stores included."""

import ast
from collections.abc import Iterable, Iterator, Mapping

from .trees import tree_of


def tables_of(data: bytes) -> Mapping[str, tuple[str, ...]]:
    """Return the string keys of each dict (and the members of each list of strings) that a module's own level binds.

    What stands under a condition (`if version >= …`) counts. A name whose value is not spelled is left out.
    """
    tree = tree_of(data)
    found: dict[str, tuple[str, ...]] = {}
    for name, keys, adds in _filled(tree.body if tree is not None else (), found):
        found[name] = tuple(dict.fromkeys((*found.get(name, ()), *keys))) if adds else keys
    return found


def _filled(body: Iterable[ast.stmt], found: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """Yield each name that is bound or filled, its keys, and whether they come to what it has."""
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                if (keys := _keys(value, found)) is not None:
                    yield name, keys, False
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(key)))]):
                yield name, (key,), True
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                yield name, _keys(value, found) or (), True
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="update"), args=args, keywords=keywords)):
                yield name, tuple(key for each in args for key in _keys(each, found) or ()), True
                yield name, tuple(each.arg for each in keywords if each.arg), True
            case ast.If(body=then, orelse=otherwise) | ast.Try(body=then, orelse=otherwise):
                yield from _filled([*then, *otherwise], found)
            case _:
                pass


def _keys(node: ast.expr, found: Mapping[str, tuple[str, ...]]) -> tuple[str, ...] | None:
    """The keys that an expression spells: a display, `{**a, …}`, `a | b`, `dict(a, b=…)`, another table; None where it spells none."""
    match node:
        case ast.Name(id=name):
            return found.get(name)
        case ast.Dict(keys=keys, values=values):
            return tuple(key for pair in zip(keys, values, strict=True) for key in _pair(*pair, found))
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            return tuple(key for item in items for key in _item(item, found))
        case ast.BinOp(left=left, op=ast.BitOr() | ast.Add(), right=right):
            parts = [_keys(left, found), _keys(right, found)]
            return None if None in parts else tuple(key for part in parts for key in part or ())
        case ast.Call(func=ast.Name(id="dict" | "OrderedDict" | "set" | "frozenset" | "list" | "tuple"), args=args, keywords=keywords):
            given = tuple(key for each in args for key in _keys(each, found) or ())
            named = tuple(key for each in keywords for key in ((each.arg,) if each.arg else _keys(each.value, found) or ()))
            return given + named
        case _:
            return None


def _pair(key: ast.expr | None, value: ast.expr, found: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    if key is None:
        return _keys(value, found) or ()
    return (key.value,) if isinstance(key, ast.Constant) and isinstance(key.value, str) else ()


def _item(item: ast.expr, found: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    match item:
        case ast.Constant(value=str(text)):
            return (text,)
        case ast.Tuple(elts=[ast.Constant(value=str(text)), *_]):
            return (text,)
        case ast.Starred(value=value):
            return _keys(value, found) or ()
        case _:
            return ()
