"""The hooks of a file: functions that its descriptors bind to hook points, and those that declare that they take the context."""

import ast
from collections.abc import Iterator

from ...registry.dialects.dialect import Dialect, Part
from ..editing.places import Function


def consumers(tree: ast.Module, dialect: Dialect, parameter: str) -> Iterator[tuple[Function, str]]:
    """Yield the hooks of a file, each with the name by which it has what *parameter* is called elsewhere.

    That is the parameter with the annotation of the dialect's context, or the one of that very name.
    """
    bound = frozenset(_bound(tree, dialect))
    declared = context(dialect)
    for node in ast.walk(tree):
        if isinstance(node, Function):
            named = [one for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs) if one.arg == parameter]
            typed = [one for one in (*node.args.posonlyargs, *node.args.args) if declared and declared == _last(one.annotation)]
            if typed or (named and (node.name in bound or _decorated(node, dialect))):
                yield node, (typed or named)[0].arg


def context(dialect: Dialect) -> str:
    """Return the name of the class of the context; nothing where the dialect has none."""
    return "" if dialect.context is None else dialect.context.parameter.partition(":")[2].strip().rpartition(".")[2]


def _last(annotation: ast.expr | None) -> str:
    if isinstance(annotation, ast.Constant):
        return str(annotation.value).strip().rpartition(".")[2]
    return "" if annotation is None else ast.unparse(annotation).rpartition(".")[2]


def _bound(tree: ast.Module, dialect: Dialect) -> Iterator[str]:
    """Yield the names of functions that stand in the slots of descriptors."""
    slots = {(slot.call, slot.argument) for slot in dialect.slots}
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            name = ast.unparse(call.func).rpartition(".")[2]
            for keyword in call.keywords:
                if (name, keyword.arg) in slots:
                    yield from (part.id for part in ast.walk(keyword.value) if isinstance(part, ast.Name))


def _decorated(node: Function, dialect: Dialect) -> bool:
    """Whether a function is registered as a hook by a decorator."""
    text = dialect.texts.get(Part.DECORATOR)
    name = "" if text is None else text.text.strip().lstrip("@").partition("(")[0]
    return bool(name) and any(name == ast.unparse(one).partition("(")[0] for one in node.decorator_list)
