"""What took the place of a function that is gone: who called it, calls another with the same arguments now."""

import ast
from collections.abc import Iterator

from .dispatch import definitions
from .tree import Function, Module, Tree, absolute, functions, parsed


def successor(gone: Function, old: Tree, new: Tree) -> Function | None:
    """Return the one function of the new tree that is called where *gone* was, with its arguments; None if that is none, or not one."""
    name = gone.name.rpartition(".")[2]
    found = {
        function.key: function
        for key, module in old.modules.items()
        if name in module.text and key in new.modules and new.modules[key].text != module.text
        for function in _called_instead(gone.name, module, new.modules[key], new)
    }
    return next(iter(found.values())) if len(found) == 1 else None


def _called_instead(gone: str, module: Module, other: Module, new: Tree) -> Iterator[Function]:
    before, after = definitions(module), definitions(other)
    for caller in before.keys() & after.keys():
        calls = list(_calls(before[caller]))
        known = {ast.dump(call.func) for call in calls}
        given = {_given(call) for call in calls if _is_call_of(gone, call.func) and (call.args or call.keywords)}
        for call in _calls(after[caller]) if given else ():
            if _given(call) in given and ast.dump(call.func) not in known:
                found = _resolved(call.func, other, caller, new)
                yield from () if found is None else (found,)


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    return (one for one in ast.walk(node) if isinstance(one, ast.Call))


def _given(call: ast.Call) -> tuple[str, ...]:
    return *map(ast.dump, call.args), *sorted(map(ast.dump, call.keywords))


def _is_call_of(function: str, node: ast.expr) -> bool:
    """Return whether a function is called, or a method of the same object: what others call by that name may be anything."""
    outer, _, name = function.rpartition(".")
    match node:
        case ast.Name(id=called):
            return not outer and called == name
        case ast.Attribute(value=ast.Name(id=holder), attr=called):
            return called == name and (holder in {"self", "cls"}) == bool(outer)
        case _:
            return False


def _resolved(node: ast.expr, module: Module, caller: str, tree: Tree) -> Function | None:
    """Return the function of a tree that is meant in a module: its own, one of the same class, or one that is imported."""
    match node:
        case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
            return functions(module).get(f"{caller.rpartition('.')[0]}.{name}")
        case ast.Name(id=name) if name in (own := functions(module)):
            return own[name]
        case ast.Name(id=name):
            return next((one for base, imported in _imported(name, module) if (one := _held(base, imported, tree)) is not None), None)
        case _:
            return None


def _imported(name: str, module: Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(parsed(module)):
        if isinstance(node, ast.ImportFrom):
            yield from ((absolute(node, module), one.name) for one in node.names if (one.asname or one.name) == name)


def _held(module: str, name: str, tree: Tree) -> Function | None:
    return functions(tree.modules[module]).get(name) if module in tree.modules else None
