"""Faults that a migration could have: each a small change of a function, or of what a model's owner says, as another text of its module."""

import ast
import random
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from .tree import Module

_ANOTHER = "a_name_that_stands_nowhere"
_NEVER = b"(1 / 0)"
_LONGEST = 60  # characters of source in the words of a fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One changed module."""

    module: str
    path: str
    line: int
    kind: str
    fault: str
    text: str
    never: str  # with an error in the place of what was changed: who does not notice that either, never comes there


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """Other source for a node, or for all from one node to another."""

    kind: str
    what: str
    first: ast.expr | ast.stmt
    last: ast.expr | ast.stmt
    source: str


def of_function(module: Module, function: str) -> tuple[Mutant, ...]:
    """Return the mutants of one function, `Class.method`."""
    found = _found(ast.parse(module.text).body, function.split("."))
    return () if found is None else tuple(_mutants(module, [found]))


def of_owner(module: Module, before: Module | None, asked: Container[str]) -> tuple[Mutant, ...]:
    """Return the mutants of all that a model's owner says, and did not say *before*, but for points that nobody *asked* for."""
    tree = ast.parse(module.text)
    inside, names = _unasked(tree, asked)
    known = set() if before is None else {ast.dump(node) for node in ast.walk(ast.parse(before.text)) if _is_whole(node)}
    left_out = inside | {node for node in ast.walk(tree) if _is_whole(node) and ast.dump(node) in known}
    return tuple(_mutants(module, [node for node in tree.body if getattr(node, "name", None) not in names], left_out))


def _is_whole(node: ast.AST) -> bool:
    """Whether a node says something by itself: one that stands there before as well is nothing new."""
    return isinstance(node, ast.stmt | ast.expr) and not isinstance(node, ast.Constant | ast.Name | ast.Attribute)


def _unasked(tree: ast.Module, asked: Container[str]) -> tuple[frozenset[ast.AST], frozenset[str]]:
    """Return what stands under points that nobody asks for, and the names that stand nowhere else."""
    entries = [
        (node, key, value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
    ]
    gone = {key: value for _, key, value in entries if isinstance(key, ast.Constant) and "." in str(key.value) and key.value not in asked}
    inside = frozenset(node for pair in gone.items() for one in pair for node in ast.walk(one))
    named = {node.id for node in inside if isinstance(node, ast.Name)}
    return inside, frozenset(named - {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node not in inside})


def spread(mutants: Iterable[Mutant], most: int, seed: int) -> tuple[Mutant, ...]:
    """Return *most* mutants, by chance, of each kind about as many."""
    kinds: dict[str, list[Mutant]] = {}
    for one in mutants:
        kinds.setdefault(one.kind, []).append(one)
    chance = random.Random(seed)  # noqa: S311  chance, not secrecy
    for held in kinds.values():
        chance.shuffle(held)
    taken = [one for row in range(most) for held in kinds.values() for one in held[row : row + 1]][:most]
    return tuple(sorted(taken, key=lambda one: (one.line, one.kind, one.fault)))


def _mutants(module: Module, nodes: Iterable[ast.stmt], left_out: Container[ast.AST] = ()) -> Iterator[Mutant]:
    data = module.text.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in nodes:
        for one in _changes(node, left_out):
            begin = starts[one.first.lineno - 1] + one.first.col_offset
            end = starts[(one.last.end_lineno or 1) - 1] + (one.last.end_col_offset or 0)
            text, never = (data[:begin] + source + data[end:] for source in (one.source.encode(), _NEVER))
            fault = f"{one.kind} `{one.what if len(one.what) <= _LONGEST else one.what[:_LONGEST] + '…'}`"
            yield Mutant(
                module=module.name,
                path=module.path,
                line=one.first.lineno,
                kind=one.kind,
                fault=fault,
                text=text.decode(),
                never=never.decode(),
            )


def _changes(node: ast.AST, left_out: Container[ast.AST]) -> Iterator[_Change]:
    """Yield the changes of a node and of all in it that runs: annotations, documentation and formatted texts do not count."""
    if node in left_out:
        return
    if isinstance(node, ast.expr):
        yield from _of_expression(node, left_out)
    if isinstance(node, ast.stmt):
        yield from _of_statement(node)
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "type_params"} or isinstance(node, ast.JoinedStr):
            continue
        inner = [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, ast.AST)]
        yield from _of_order([one for one in inner if isinstance(one, ast.stmt)])
        for one in inner:
            if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)):
                yield from _changes(one, left_out)


def _of_statement(node: ast.stmt) -> Iterator[_Change]:
    match node:
        case ast.If(test=test) | ast.While(test=test):
            yield _of("negated guard", test, f"not ({ast.unparse(test)})")
        case ast.Expr(value=ast.Call()):
            yield _of("lost call", node, "None")
            said = ast.unparse(node)
            yield _of("doubled call", node, f"{said}\n{' ' * node.col_offset}{said}")
        case _:
            pass


def _of_order(body: list[ast.stmt]) -> Iterator[_Change]:
    for one, other in pairwise(body):
        match one, other:
            case ast.Expr(value=ast.Call()), ast.Expr(value=ast.Call()) if ast.dump(one) != ast.dump(other):
                first, second = ast.unparse(one), ast.unparse(other)
                source = f"{second}\n{' ' * one.col_offset}{first}"
                yield _Change(kind="reordered calls", what=first, first=one, last=other, source=source)
            case _:
                pass


def _of_expression(node: ast.expr, left_out: Container[ast.AST]) -> Iterator[_Change]:
    match node:
        case ast.IfExp(test=test):
            yield _of("negated guard", test, f"(not ({ast.unparse(test)}))")
        case ast.BoolOp(op=op, values=values):
            for at, gone in enumerate(values):
                left = [one for number, one in enumerate(values) if number != at]
                yield _of("lost residual", node, f"({' or '.join(map(ast.unparse, left))})" if isinstance(op, ast.Or) else _all(left), gone)
            weaker = ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            yield _of("weaker precedence", node, f"({ast.unparse(weaker)})")
        case ast.Constant(value=str(value)) if value.replace("_", "").replace(".", "").isalnum():
            yield _of("swapped key or point", node, repr(_ANOTHER))
        case ast.Constant(value=bool(value)):
            yield _of("changed default", node, repr(not value))
        case ast.Constant(value=int(value)):
            yield _of("changed default", node, repr(value + 1))
        case ast.Tuple(elts=[_, _, *_] as elts, ctx=ast.Load()) | ast.List(elts=[_, _, *_] as elts, ctx=ast.Load()):
            made = ast.Tuple if isinstance(node, ast.Tuple) else ast.List
            yield _of("reversed order", node, ast.unparse(made(elts[::-1], ast.Load())))
            yield _of("dropped key", node, ast.unparse(made(elts[:-1], ast.Load())), elts[-1])
        case ast.Set(elts=[_, _, *_] as elts):
            yield _of("dropped key", node, ast.unparse(ast.Set(elts[:-1])), elts[-1])
        case ast.Dict(keys=[_, *_] as keys, values=values):
            for at, key in enumerate(keys):
                if key is not None and key not in left_out:
                    rest = ast.Dict([*keys[:at], *keys[at + 1 :]], [*values[:at], *values[at + 1 :]])
                    yield _of("dropped key", node, ast.unparse(rest), key)
        case ast.Call(args=[ast.Name(id=one) as first, ast.Name(id=other) as second, *_]) if one != other:
            yield _Change(kind="wrong capture", what=f"{one}, {other}", first=first, last=second, source=f"{other}, {one}")
        case ast.Call(keywords=[ast.keyword(value=one), ast.keyword(value=other), *_]) if ast.dump(one) != ast.dump(other):
            yield _of("wrong capture", one, ast.unparse(other))
        case _:
            pass


def _all(values: list[ast.expr]) -> str:
    return f"({' and '.join(f'({ast.unparse(one)})' for one in values)})"


def _of(kind: str, node: ast.expr | ast.stmt, source: str, what: ast.expr | None = None) -> _Change:
    return _Change(kind=kind, what=ast.unparse(what or node), first=node, last=node, source=source)


def _found(body: list[ast.stmt], steps: list[str]) -> ast.stmt | None:
    for node in body:
        match node:
            case ast.ClassDef(name=name, body=inner) if name == steps[0] and len(steps) > 1:
                return _found(inner, steps[1:])
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if [name] == steps:
                return node
            case _:
                pass
    return None
