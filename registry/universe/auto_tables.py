"""The auto tables of transformers, read off the syntax of the files that write them."""

import ast
from collections.abc import Iterable, Iterator

Tables = dict[str, dict[str, tuple[str, ...]]]


def auto_tables(trees: Iterable[ast.Module]) -> Tables:
    """Return every table of names (`…_NAMES`): model type → class names, merged over the files in the order given.

    Both arms of an `if` count (`TYPE_CHECKING`, `is_tokenizers_available()`): the tables say what exists, not what this
    machine could load. Tables that only complete another one (`MISSING_…`) are merged into it and dropped.
    """
    tables: Tables = {}
    for tree in trees:
        for name, value in _written(tree.body):
            tables.setdefault(name, {}).update(_pairs(value, tables))
    return {name: held for name, held in sorted(tables.items()) if held and not name.startswith("MISSING_")}


def _written(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Each assignment to, and update of, a table, in the order of the source."""
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_table(name):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if _is_table(name):
                yield name, value
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="update"), args=[value])) if _is_table(name):
                yield name, value
            case ast.If(body=then, orelse=otherwise):
                yield from _written([*then, *otherwise])
            case _:
                pass


def _is_table(name: str) -> bool:
    return name.endswith("_NAMES") or name == "SPECIAL_MODEL_TYPE_TO_MODULE_NAME"


def _pairs(node: ast.expr, tables: Tables) -> dict[str, tuple[str, ...]]:
    """The entries that an expression spells: `OrderedDict([...])`, `{...}`, `dict(**A, **B)`, `A | B`, another table."""
    match node:
        case ast.Name(id=name):
            return tables.get(name, {})
        case ast.Dict(keys=keys, values=values):
            return _merged(_pairs(value, tables) if key is None else _entry(key, value) for key, value in zip(keys, values, strict=True))
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return _merged(_entry(*item.elts) for item in items if isinstance(item, ast.Tuple) and len(item.elts) == len(("key", "value")))
        case ast.Call(args=args, keywords=keywords):
            spread = [keyword.value for keyword in keywords if keyword.arg is None]
            return _merged(_pairs(each, tables) for each in [*args, *spread])
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _merged(_pairs(each, tables) for each in (left, right))
        case _:
            return {}


def _merged(parts: Iterable[dict[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    return {key: value for part in parts for key, value in part.items()}


def _entry(key: ast.expr, value: ast.expr) -> dict[str, tuple[str, ...]]:
    if isinstance(key, ast.Constant) and isinstance(key.value, str) and (classes := tuple(dict.fromkeys(_classes(value)))):
        return {key.value: classes}
    return {}


def _classes(value: ast.expr) -> Iterator[str]:
    """The class names of one entry, in the order of the source: a string, a tuple (slow, fast), a dict (backend → class)."""
    match value:
        case ast.Constant(value=str(name)):
            yield name
        case ast.Tuple(elts=items) | ast.List(elts=items):
            for item in items:
                yield from _classes(item)
        case ast.Dict(values=items):
            for item in items:
                yield from _classes(item)
        case ast.IfExp(body=then, orelse=otherwise):
            yield from _classes(then)
            yield from _classes(otherwise)
        case _:
            pass
