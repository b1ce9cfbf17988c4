"""What source text says about values that nobody has: which constants they are compared with, and whether they may be missing.

A recorder stands for a value that does not exist. What it may be is read off the code that asks it: by the last name of an attribute, a
key or a variable, whatever it hangs on. Both sides of a comparison are read, and both are answered by the same domains.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

_IMPORT_ERRORS = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
Constant = str | int | float | bytes | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """What may be asked of values, by their last name."""

    constants: dict[str, tuple[Constant, ...]] = field(default_factory=dict)  # what it is compared with
    ordered: frozenset[str] = frozenset()  # compared by size
    nullable: frozenset[str] = frozenset()  # asked whether it is None
    arities: dict[str, int] = field(default_factory=dict)  # callee or variable → how many values it is unpacked to
    rows: dict[str, int] = field(default_factory=dict)  # what is looped over → how many values each element is unpacked to
    guarded: frozenset[str] = frozenset()  # modules whose absence is caught where they are imported
    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)  # classes, by name, of which it is asked whether it is one


def learned(trees: Iterable[ast.Module]) -> Learned:
    """Read *trees*."""
    found = _Reading()
    for tree in trees:
        for node in ast.walk(tree):
            found.take(node)
    return found.learned()


class _Reading:
    """What was read so far."""

    def __init__(self) -> None:
        self._constants: dict[str, dict[Constant, None]] = {}
        self._ordered: set[str] = set()
        self._nullable: set[str] = set()
        self._arities: dict[str, int] = {}
        self._rows: dict[str, int] = {}
        self._guarded: set[str] = set()
        self._kinds: dict[str, dict[str, None]] = {}
        self._aliases: dict[tuple[str, str], None] = {}  # variables, each with the last name of what it was assigned

    def take(self, node: ast.AST) -> None:
        """Read a node."""
        match node:
            case ast.Compare():
                self._compare(node)
            case ast.Assign(targets=[ast.Tuple(elts=elts)], value=value) if name := last(value):
                self._arities[name] = len(elts)
            case ast.Assign(targets=[ast.Name(id=alias)], value=value) if name := last(value):
                self._aliases[alias, name] = None
            case ast.NamedExpr(target=ast.Name(id=alias), value=value) if name := last(value):
                self._aliases[alias, name] = None
            case ast.For(target=ast.Tuple(elts=elts), iter=value) | ast.comprehension(target=ast.Tuple(elts=elts), iter=value):
                if name := last(value):
                    self._rows[name] = len(elts)
            case ast.Call(func=ast.Name(id="isinstance"), args=[subject, kinds]) if name := last(subject):
                self._kinds.setdefault(name, {}).update(dict.fromkeys(_named(kinds)))
            case ast.Try() if any(_catches_imports(handler) for handler in node.handlers):
                self._guarded.update(_imported(node.body))
            case _:
                pass

    def _compare(self, node: ast.Compare) -> None:
        for name, op, constant in _compared(node):
            if constant is None and isinstance(op, ast.Is | ast.IsNot | ast.Eq | ast.NotEq):
                self._nullable.add(name)
            else:
                self._constants.setdefault(name, {})[constant] = None
            if isinstance(op, _ORDER):
                self._ordered.add(name)

    def learned(self) -> Learned:
        """Return what was read; what is asked of a variable is asked of what it was assigned."""
        for alias, name in self._aliases:
            if alias in self._constants:
                self._constants.setdefault(name, {}).update(self._constants[alias])
            if alias in self._kinds:
                self._kinds.setdefault(name, {}).update(self._kinds[alias])
            self._ordered |= {name} if alias in self._ordered else set()
            self._nullable |= {name} if alias in self._nullable else set()
        return Learned(
            constants={name: tuple(found) for name, found in self._constants.items()},
            ordered=frozenset(self._ordered),
            nullable=frozenset(self._nullable),
            arities=self._arities,
            rows=self._rows,
            guarded=frozenset(self._guarded),
            kinds={name: tuple(sorted(found)) for name, found in self._kinds.items()},
        )


def last(node: ast.expr) -> str:
    """Return the last name of an expression: of an attribute, a literal key, a variable, or of what is called."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(slice=ast.Constant(value=str(name))):
            return name
        case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=str(name)), *_]):
            return name
        case ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Constant(value=str(name)), *_]):
            return name
        case ast.Call(func=func):
            return last(func)
        case _:
            return ""


def _named(kinds: ast.expr) -> Iterator[str]:
    """Yield the last names of the classes that are asked for."""
    match kinds:
        case ast.Tuple(elts=elts):
            for one in elts:
                yield from _named(one)
        case ast.BinOp(op=ast.BitOr(), left=left, right=right):
            yield from (*_named(left), *_named(right))
        case _ if name := last(kinds):
            yield name
        case _:
            pass


def _compared(node: ast.Compare) -> Iterator[tuple[str, ast.cmpop, Constant]]:
    left = node.left
    for op, right in zip(node.ops, node.comparators, strict=True):
        for subject, other in ((left, right), (right, left)):
            if name := last(subject):
                for constant in _constants(other):
                    yield name, op, constant
        left = right


def _constants(node: ast.expr) -> list[Constant]:
    match node:
        case ast.Constant(value=str() | int() | float() | bytes() | None as value):
            return [value]
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return [-value]
        case ast.List(elts=elts) | ast.Tuple(elts=elts) | ast.Set(elts=elts):
            return [constant for item in elts for constant in _constants(item)]
        case _:
            return []


def _catches_imports(handler: ast.ExceptHandler) -> bool:
    caught = [] if handler.type is None else [handler.type, *ast.iter_child_nodes(handler.type)]
    return handler.type is None or any(isinstance(node, ast.expr) and last(node) in _IMPORT_ERRORS for node in caught)


def _imported(body: Iterable[ast.stmt]) -> Iterator[str]:
    for statement in body:
        for node in ast.walk(statement):
            match node:
                case ast.Import(names=names):
                    yield from (alias.name for alias in names)
                case ast.ImportFrom(module=str(module), level=0):
                    yield module
                case _:
                    pass
