"""Flags that an object keeps beside the key that they are made of: attributes that one body sets, and nothing else in the target does."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from ...analyzer.analysis import Program
from ...analyzer.inventory import Site
from ..editing.document import UneditableError
from ..editing.places import Function, Places
from ..editing.usage import usage_of
from .branch import TESTS, Documents

_UNSET = frozenset({None, False})


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What is known of a flag: it is true for the names of a test, and this attribute of its object holds what the test asks."""

    key: str
    test: Site


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Kept:
    """`NAME.attribute = value`, and where it stands."""

    places: Places
    statement: ast.Assign
    holder: str  # NAME


@dataclass(slots=True)
class Flags:
    """Looks for the key beside a flag, in the code of one target."""

    program: Program
    documents: Documents
    _known: dict[str, _Kept | None] = field(default_factory=dict)

    def beside(self, name: str, names: tuple[str, ...]) -> Beside | None:
        """Return the key beside the flag of that *name*, which stands for *names*; None where there is none, or others may set one alone.

        Both are attributes of one object, each set once in all of the target, by neighbours in one body, from the same value.
        """
        flag = self._kept(name)
        test = None if flag is None else self._tested(flag, names)
        key = None if flag is None or test is None else self._beside(flag)
        return None if test is None or key is None else Beside(key=key, test=test)

    def _tested(self, flag: _Kept, names: tuple[str, ...]) -> Site | None:
        """Return the one test, true for *names* and nothing else, whose outcome a flag is."""
        value, path = flag.statement.value, flag.places.document.path
        if not isinstance(value, ast.Compare) or not isinstance(value.ops[0], ast.Eq | ast.In) or len(value.ops) > 1:
            return None
        found = [site for site, _ in self.program.sites if site.path == path and site.line == value.lineno and site.kind in TESTS]
        return found[0] if len(found) == 1 and set(found[0].names) == set(names) and _is_chain(value.left) else None

    def _beside(self, flag: _Kept) -> str | None:
        """Return the attribute of the same object that keeps what the flag's test asks."""
        assert isinstance(flag.statement.value, ast.Compare)
        asked, block = flag.statement.value.left, flag.places.block(flag.statement)
        for at, statement in enumerate(block.statements):
            match statement:
                case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=holder), attr=key)], value=value) if holder == flag.holder:
                    between = block.statements[min(at, block.at) : max(at, block.at)]
                    if ast.dump(value) == ast.dump(asked) and _is_steady(between, asked, holder, key) and self._kept(key) is not None:
                        return key
                case _:
                    pass
        return None

    # -- who sets an attribute

    def _kept(self, name: str) -> _Kept | None:
        """Return the one place in the target that sets an attribute of that name, for sure where it is called; None where others may."""
        if name not in self._known:
            try:
                found = [one for path, data in self.documents.paths.items() if name.encode() in data for one in self._sets(name, path)]
            except UneditableError:
                found = []
            self._known[name] = found[0] if len(found) == 1 else None
        return self._known[name]

    def _sets(self, name: str, path: str) -> Iterator[_Kept | None]:
        """Yield what sets the attribute in a file: None for what is not as plain as it must be."""
        places = self.documents.places(path)
        for node in ast.walk(places.document.tree):
            match node:
                case ast.Attribute(attr=attr, ctx=ast.Store() | ast.Del()) if attr == name:
                    yield _plain(node, places)
                case ast.AnnAssign(target=ast.Name(id=attr), value=value) if attr == name and _is_unset(value, places.parents[node]):
                    pass
                case ast.Name(id=attr, ctx=ast.Store()) if attr == name and not isinstance(places.parents[node], ast.AnnAssign):
                    yield None
                case ast.AnnAssign(target=ast.Name(id=attr)) if attr == name:
                    yield None
                case ast.keyword(arg=attr) | ast.arg(arg=attr) | ast.Constant(value=attr) if attr == name:
                    yield None
                case _:
                    pass


def _plain(node: ast.Attribute, places: Places) -> _Kept | None:
    statement = places.parents[node]
    if not isinstance(statement, ast.Assign) or len(statement.targets) > 1 or not isinstance(node.value, ast.Name):
        return None
    if not isinstance(places.block(statement).owner, Function):
        return None
    return _Kept(places=places, statement=statement, holder=node.value.id)


def _is_unset(value: ast.expr | None, owner: ast.AST) -> bool:
    """Whether a class says of an attribute only that it is there."""
    return isinstance(owner, ast.ClassDef) and (value is None or (isinstance(value, ast.Constant) and value.value in _UNSET))


def _is_chain(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _is_steady(between: list[ast.stmt], asked: ast.expr, holder: str, key: str) -> bool:
    """Whether nothing leaves in between, and what is asked and where it is kept stay the same."""
    usage = usage_of(between)
    read = {part.id for part in ast.walk(asked) if isinstance(part, ast.Name)} | {holder}
    last = asked.attr if isinstance(asked, ast.Attribute) else key
    parts = (part for one in between for part in ast.walk(one) if isinstance(part, ast.Attribute) and not isinstance(part.ctx, ast.Load))
    return not usage.escapes and not read & usage.binds and not any(part.attr == last for part in parts)
