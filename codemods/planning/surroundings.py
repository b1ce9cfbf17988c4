"""What a branch finds around it: which names are bound for sure where it stands, what a module binds, what is plain on `self`."""

import ast
from collections.abc import Iterator, Sequence

from ..editing.places import BLOCKS, Function, Places
from ..editing.usage import usage_of

_PROPERTIES = ("property", "setter")


def parameters(function: Function) -> frozenset[str]:
    """Return the names of a function's parameters."""
    held = function.args
    plain = [*held.posonlyargs, *held.args, *held.kwonlyargs]
    return frozenset(arg.arg for arg in (*plain, *filter(None, [held.vararg, held.kwarg])))


def before(statement: ast.stmt, places: Places) -> Iterator[ast.stmt]:
    """Yield the statements that are sure to have run before *statement* in its function, nearest first."""
    node: ast.AST = statement
    while True:
        parent = places.parents[node]
        for field in BLOCKS:
            held = getattr(parent, field, None)
            if isinstance(held, list) and node in held:
                yield from reversed(held[: held.index(node)])
        if isinstance(parent, Function | ast.Module | ast.ClassDef):
            return
        node = parent


def is_bound(name: str, statement: ast.stmt, function: Function, places: Places) -> bool:
    """Whether *name*, a local of *function*, is sure to be bound where *statement* begins."""
    if name in parameters(function) or any(name in _binds(one) for one in before(statement, places)):
        return True
    around = [node for node in places.up(statement) if isinstance(node, ast.For | ast.With | ast.ExceptHandler)]
    targets = [
        part
        for node in around
        for part in ([node.target] if isinstance(node, ast.For) else _withs(node) if isinstance(node, ast.With) else [])
    ]
    caught = {node.name for node in around if isinstance(node, ast.ExceptHandler)}
    return name in caught or any(isinstance(part, ast.Name) and part.id == name for target in targets for part in ast.walk(target))


def _withs(node: ast.With) -> list[ast.expr]:
    return [item.optional_vars for item in node.items if item.optional_vars is not None]


def _binds(statement: ast.stmt) -> frozenset[str]:
    """Return what a statement binds for sure, if it ends."""
    match statement:
        case ast.Assign() | ast.Import() | ast.ImportFrom() | ast.FunctionDef() | ast.ClassDef() | ast.AugAssign():
            return usage_of([statement]).binds
        case ast.AnnAssign(value=value) if value is not None:
            return usage_of([statement]).binds
        case ast.With(body=body):
            return frozenset(usage_of(_withs(statement)).binds).union(*map(_binds, body))
        case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=last):
            leave = all(isinstance(handler.body[-1], ast.Raise | ast.Return) for handler in handlers)
            return binds_for_sure([*body, *orelse, *last] if leave else last)
        case ast.If(body=body, orelse=orelse) if orelse:
            return binds_for_sure(body) & binds_for_sure(orelse)
        case _:
            return frozenset()


def binds_for_sure(body: Sequence[ast.stmt]) -> frozenset[str]:
    """Return the names that are bound whenever *body* ends."""
    return frozenset().union(*map(_binds, body))


def import_of(name: str, function: Function, places: Places) -> ast.Import | ast.ImportFrom | None:
    """Return the one import inside *function* that binds *name*, if nothing else there does."""
    found = usage_of(function.body)
    holding = [node for node in found.imports if name in usage_of([node]).binds]
    others = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)]
    return holding[0] if len(holding) == 1 and not others and name not in parameters(function) else None


def bound_by_module(name: str, tree: ast.Module) -> list[ast.stmt]:
    """Return the statements at the top of a module that bind *name*."""
    return [node for node in tree.body if name in usage_of([node]).binds]


def is_plain(attribute: str, function: Function, places: Places) -> bool:
    """Whether `self.attribute` is set in `__init__`, is a method, or a property that reads options: it does nothing, and never fails."""
    owner = places.method_of(function)
    if owner is None:
        return False
    methods = {member.name: member for member in owner.body if isinstance(member, Function)}
    if attribute in methods:
        method = methods[attribute]
        named = [ast.unparse(node) for node in method.decorator_list if isinstance(node, ast.Name | ast.Attribute)]
        return not any(name.endswith(_PROPERTIES) for name in named) or (named == ["property"] and _reads_options(method, owner))
    return _is_set(attribute, owner)


def _is_set(attribute: str, owner: ast.ClassDef) -> bool:
    """Whether a class, or its `__init__`, gives the attribute a value."""
    set_up = next((member for member in owner.body if isinstance(member, Function) and member.name == "__init__"), None)
    return (set_up is not None and _sets(attribute, set_up.body)) or any(attribute in _binds(member) for member in owner.body)


def _reads_options(method: Function, owner: ast.ClassDef) -> bool:
    """Whether a property only compares options: `self.cfg.x is not None`, of attributes that are plain themselves."""
    body = [node for node in method.body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))]
    match body:
        case [ast.Return(value=ast.expr() as value)]:
            return all(_is_option(node, owner) for node in ast.walk(value) if isinstance(node, ast.expr))
        case _:
            return False


def _is_option(node: ast.expr, owner: ast.ClassDef) -> bool:
    match node:
        case (
            ast.BoolOp()
            | ast.UnaryOp(op=ast.Not())
            | ast.Constant()
            | ast.Name(id="self" | "bool")
            | ast.Call(func=ast.Name("bool"), args=[_])
        ):
            return True
        case ast.Compare(ops=ops):
            return all(isinstance(op, ast.Is | ast.IsNot | ast.Eq | ast.NotEq) for op in ops)
        case ast.Attribute(value=ast.Attribute(value=ast.Name("self"))):
            return True
        case ast.Attribute(value=ast.Name("self"), attr=attr):
            return _is_set(attr, owner)
        case _:
            return False


def _sets(attribute: str, body: list[ast.stmt]) -> bool:
    targets = (target for one in body if isinstance(one, ast.Assign | ast.AnnAssign) for target in _targets(one))
    return any(isinstance(part, ast.Attribute) and part.attr == attribute for target in targets for part in ast.walk(target))


def _targets(statement: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return statement.targets if isinstance(statement, ast.Assign) else [statement.target]
