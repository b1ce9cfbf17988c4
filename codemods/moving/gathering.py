"""Which statements of a module move together: the definitions of a model, and what nothing but they uses; and which must not move."""

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from ..editing.document import Document
from .modules import Module, Own

_MODULE_BOUND = frozenset({"globals", "locals", "vars", "eval", "exec", "__name__", "__file__", "__package__", "__spec__", "__loader__"})
_FRAMES = frozenset({"currentframe", "_getframe", "getsource", "getsourcefile", "getmodule", "stack"})
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Carried = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)


class NotMovable(Exception):  # noqa: N818  a result, not an error
    """A definition stays where it is; code and reason."""

    def __init__(self, code: str, reason: str) -> None:
        """Take the code of the refusal and its reason."""
        super().__init__(reason)
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Gathered:
    """What moves out of a module."""

    module: Module
    roots: tuple[str, ...]  # definitions that were asked for
    helpers: tuple[str, ...]  # what goes along
    statements: tuple[ast.stmt, ...]  # in source order
    loggers: tuple[str, ...]  # names of loggers that are made after the module's name
    methods: Mapping[str, str]  # the class of each of them that was a method until now

    @property
    def names(self) -> tuple[str, ...]:
        """All names that move."""
        return (*self.roots, *self.helpers)

    @property
    def rest(self) -> tuple[ast.stmt, ...]:
        """What stays."""
        return tuple(node for node in self.module.document.tree.body if node not in self.statements)


def gathered(document: Document, roots: Iterable[str], is_used: Callable[[str], bool], methods: Mapping[str, str]) -> Gathered:
    """Return what moves with *roots*, some of which were *methods*; *is_used* tells whether any other file speaks of a name.

    Raises:
        NotMovable: one of them is bound to its module.

    """
    module = Module(document=document)
    if "*" in module.bindings:
        raise NotMovable("R10", "the module imports `*`, so where its names come from cannot be told")
    held = {name: _definition(module, name) for name in roots}
    first = tuple(held)
    while more := _helpers(module, held, is_used):
        held |= more
    for node in held.values():
        check_free(node, document)
    loggers = {name for node in held.values() for name in module.needs(node).names if is_logger(module, name)}
    return Gathered(
        module=module,
        roots=first,
        helpers=tuple(name for name in held if name not in first),
        statements=tuple(node for node in document.tree.body if node in held.values()),
        loggers=tuple(sorted(loggers)),
        methods=methods,
    )


def is_logger(module: Module, name: str) -> bool:
    """Whether a name of the module is a logger called after the module."""
    match module.origin(name):
        case Own(statements=(ast.Assign(targets=[ast.Name()], value=ast.Call(args=[ast.Name(id="__name__")])),)):
            return True
        case _:
            return False


def _definition(module: Module, name: str) -> ast.stmt:
    nodes = module.bindings.get(name, ())
    if len(nodes) != 1 or not isinstance(nodes[0], Definition):
        raise NotMovable("R10", f"{name} is bound more than once, or not by a definition at the top of the module")
    return nodes[0]


def _helpers(module: Module, held: dict[str, ast.stmt], is_used: Callable[[str], bool]) -> dict[str, ast.stmt]:
    """Return what only *held* reads, and nobody else speaks of."""
    moving = set(held.values())
    wanted = {name for node in moving for name in module.needs(node).names if name not in held}
    rest = [node for node in module.document.tree.body if node not in moving]
    read = {name: [node for node in rest if name in module.needs(node).names] for name in wanted}
    found: dict[str, ast.stmt] = {}
    for name in sorted(wanted):
        match module.origin(name):
            case Own(statements=(node,)) if isinstance(node, Carried) and _is_plain(node) and not is_logger(module, name):
                others = [each for each in read[name] if each is not node]
                if not others and not is_used(name) and not _is_offered(name, module):
                    found[name] = node
            case _:
                pass
    return found


def _is_plain(node: ast.stmt) -> bool:
    """Whether a statement makes one name, and does nothing else."""
    match node:
        case ast.Assign(targets=[ast.Name()]) | ast.AnnAssign(target=ast.Name(), value=ast.expr()):
            return not any(isinstance(part, ast.Call) for part in ast.walk(node))
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return not node.decorator_list
        case _:
            return False


def _is_offered(name: str, module: Module) -> bool:
    texts = (part.value for node in module.bindings.get("__all__", ()) for part in ast.walk(node) if isinstance(part, ast.Constant))
    return name in texts


def check_free(node: ast.stmt, document: Document) -> None:
    """Make sure that nothing in *node* depends on the module that it stands in.

    Raises:
        NotMovable: something does, or it shares a line.

    """
    for part in ast.walk(node):
        word = _bound(part)
        if word is not None:
            line = getattr(part, "lineno", node.lineno)
            raise NotMovable("X5", f"{word} in line {line - node.lineno + 1} of it means the module that it stands in")
    if document.text[document.starts[node.lineno - 1] : document.offset(node.lineno, node.col_offset)].strip():
        raise NotMovable("R10", "it shares a line with another statement")


def _bound(part: ast.AST) -> str | None:
    match part:
        case ast.Name(id=name) if name in _MODULE_BOUND:
            return f"`{name}`"
        case ast.Attribute(value=ast.Name(id="inspect" | "sys" as module), attr=name) if name in _FRAMES:
            return f"`{module}.{name}`"
        case ast.Global(names=names):
            return f"`global {', '.join(names)}`"
        case _:
            return None
