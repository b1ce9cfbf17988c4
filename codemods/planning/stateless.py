"""Whether an object that is made without arguments is like any other of its class, so that it may as well be made anew."""

import ast

from ..editing.places import Places

_WRITES = frozenset({"setattr", "vars", "object", "super"})


def is_stateless(node: ast.expr, places: Places) -> bool:
    """Whether *node* calls, without arguments, a plain class of its module that keeps nothing: no base, no `__init__`, nothing set on `self`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.args and not node.keywords):
        return False
    name = node.func.id
    found = [one for one in places.document.tree.body if isinstance(one, ast.ClassDef) and one.name == name]
    return len(found) == 1 and _keeps_nothing(found[0])


def _keeps_nothing(kind: ast.ClassDef) -> bool:
    if kind.bases or kind.keywords or kind.decorator_list:
        return False
    plain = (ast.FunctionDef, ast.Pass)
    members = [one for one in kind.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    return all(isinstance(one, plain) for one in members) and all(_is_pure(one) for one in members if isinstance(one, ast.FunctionDef))


def _is_pure(method: ast.FunctionDef) -> bool:
    """Whether a method does nothing to its object: it is not set up, written to, or handed on."""
    if method.name in {"__init__", "__new__", "__getattr__", "__getattribute__"} or method.decorator_list or not method.args.args:
        return False
    own = method.args.args[0].arg
    bases = {id(node.value) for node in ast.walk(method) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)}
    alone = any(isinstance(node, ast.Name) and node.id == own and id(node) not in bases for node in ast.walk(method))
    words = {node.id for node in ast.walk(method) if isinstance(node, ast.Name)}
    return (
        not alone and not words & _WRITES and "__dict__" not in {node.attr for node in ast.walk(method) if isinstance(node, ast.Attribute)}
    )
