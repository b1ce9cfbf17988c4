"""How a hook comes by every name that a branch reads: by its context, as an argument, or by an import of its own."""

import ast
import builtins
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ...analyzer.linking.meaning import module_of
from ...registry.dialects.dialect import Dialect
from ..editing.document import Edit, UneditableError
from ..editing.flow import live_out
from ..editing.imports import absolute, absolute_edit
from ..editing.places import Function, Places
from ..editing.usage import Usage, usage_of
from .binding import binds_first
from .plan import Capture, Carry
from .surroundings import bound_by_module, import_of, is_bound, is_plain, parameters

_BUILTINS = frozenset(dir(builtins))


class NotLiftable(Exception):  # noqa: N818  it is the name of an outcome: the branch stays where it is, and only its test is asked elsewhere
    """Statements cannot move into a hook; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured:
    """The names around a body, each with how it is carried, and what that changes in the body's text."""

    captures: tuple[Capture, ...]
    edits: tuple[Edit, ...]  # of the document that the body stands in
    arguments: tuple[str, ...] = ()  # expressions at the site
    parameters: tuple[str, ...] = ()  # what the hook calls them
    fields: tuple[tuple[str, str], ...] = ()  # of the context: field, expression at the site
    imports: tuple[str, ...] = ()  # the first lines of the hook
    frees: tuple[str, ...] = ()  # names that the module imported for the body
    uses_context: bool = False


@dataclass(slots=True)
class _Gathering:
    dialect: Dialect
    places: Places
    function: Function
    statement: ast.stmt
    captures: dict[str, Capture] = field(default_factory=dict)
    edits: list[Edit] = field(default_factory=list)
    arguments: dict[str, str] = field(default_factory=dict)  # by parameter
    fields: dict[str, str] = field(default_factory=dict)
    imports: dict[str, None] = field(default_factory=dict)
    frees: dict[str, None] = field(default_factory=dict)

    def gather(self, usage: Usage, residual: Sequence[ast.expr], body: Sequence[ast.stmt]) -> None:
        """Find out how everything is carried that *usage*, of *residual* and then *body*, reads around them."""
        locals_ = usage_of(self.function.body).binds | parameters(self.function)
        own, asked = usage_of(body).binds, {read.id for read in usage_of(residual).reads}
        for node in usage.reads:
            if node.id != "self" and not (node.id in own - asked and binds_first(node.id, body, usage)):
                self.name(node, usage, locals_)
        for attribute in usage.self_reads:
            self.attribute(attribute, usage)
        for imported in usage.imports:
            if isinstance(imported, ast.ImportFrom) and (edit := _absolute(imported, self.places)) is not None:
                self.edits.append(edit)

    def name(self, node: ast.Name, usage: Usage, locals_: frozenset[str]) -> None:
        """Find out how one name is carried."""
        if node.id in locals_:
            self._local(node, usage)
        elif node.id not in self.captures:
            self._free(node.id)

    def _local(self, node: ast.Name, usage: Usage) -> None:
        name = node.id
        held = import_of(name, self.function, self.places)
        known = dict(self.dialect.context.fields) if self.dialect.context is not None else {}
        if held is not None:
            self._imported(held, name, Carry.REIMPORT)
        elif not is_bound(name, self.statement, self.function, self.places):
            raise NotLiftable(f"{name} may not be bound where the hook is called")
        elif name in known and name in parameters(self.function) and name not in usage.binds:
            self._field(node, name, known[name], name in usage.mutates)
        else:
            self.arguments[name] = name
            self.captures[name] = Capture(name=name, carry=Carry.ARGUMENT, text=name, mutated=name in usage.mutates)

    def attribute(self, node: ast.Attribute, usage: Usage) -> None:
        """Find out how `self.x` is carried."""
        text = f"self.{node.attr}"
        known = dict(self.dialect.context.fields) if self.dialect.context is not None else {}
        if not is_plain(node.attr, self.function, self.places):
            raise NotLiftable(f"{text} is no plain attribute that is set in __init__: reading it for every model may do something, or fail")
        if text in known:
            self._field(node, text, known[text], mutated=False)
        else:
            parameter = node.attr.lstrip("_")
            if parameter in usage.binds or parameter in {read.id for read in usage.reads}:
                raise NotLiftable(f"{text} and {parameter} would be called the same in the hook")
            self.arguments[parameter] = text
            self.captures[text] = Capture(name=text, carry=Carry.ARGUMENT, text=parameter)
            self._rename(node, parameter)

    def _field(self, node: ast.Name | ast.Attribute, text: str, named: str, mutated: bool) -> None:  # noqa: FBT001  a fact of the name
        assert self.dialect.context is not None
        parameter = self.dialect.context.parameter.partition(":")[0].strip()
        if self.fields.setdefault(named, text) != text:
            raise NotLiftable(f"{text} and {self.fields[named]} are both the context's {named}")
        self.captures[text] = Capture(name=text, carry=Carry.CONTEXT, text=f"{parameter}.{named}", mutated=mutated)
        self._rename(node, f"{parameter}.{named}")

    def _rename(self, node: ast.Name | ast.Attribute, text: str) -> None:
        document = self.places.document
        if document.source(node) != ast.unparse(node):
            raise NotLiftable(f"{ast.unparse(node)} stands where its place is not known: in an f-string of several lines")
        self.edits.append(Edit(start=document.start(node), end=document.end(node), text=text))

    def _free(self, name: str) -> None:
        held = bound_by_module(name, self.places.document.tree)
        if not held and name in _BUILTINS:
            return
        if not held:
            raise NotLiftable(f"nothing says where {name} comes from")
        if any(isinstance(one, ast.If) and "TYPE_CHECKING" in ast.unparse(one.test) for one in held):
            raise NotLiftable(f"{name} is imported for types only")
        only = held[0] if len(held) == 1 else None
        if isinstance(only, ast.Import | ast.ImportFrom):
            self._imported(only, name, Carry.IMPORT)
            self.frees[name] = None
        else:
            module = module_of(self.places.document.path)[0]
            self.imports[f"from {module} import {name}"] = None
            self.captures[name] = Capture(name=name, carry=Carry.IMPORT, text=f"from {module} import {name}")

    def _imported(self, node: ast.Import | ast.ImportFrom, name: str, carry: Carry) -> None:
        _, line = import_line(node, name, self.places)
        self.imports[line] = None
        self.captures[name] = Capture(name=name, carry=carry, text=line)


def captured(
    residual: Sequence[ast.expr],
    body: Sequence[ast.stmt],
    allowed: frozenset[str],
    statement: ast.stmt,
    places: Places,
    dialect: Dialect,
    *,
    given: frozenset[str] = frozenset(),
) -> Captured:
    """Return how the names are carried that *residual* and *body* read.

    *allowed* are the ways out that the caller sees to, *given* the names whose values the hook hands back.

    Raises:
        NotLiftable: they cannot move.

    """
    function = places.function(statement)
    if function is None:
        raise NotLiftable("it stands outside of functions")
    usage = usage_of([*residual, *body])
    _check(usage, allowed, residual, body, function, places, given)
    found = _Gathering(dialect=dialect, places=places, function=function, statement=statement)
    found.gather(usage, residual, body)
    _check_context(dialect, usage, found.fields)
    return Captured(
        captures=tuple(found.captures.values()),
        edits=tuple(found.edits),
        arguments=tuple(found.arguments.values()),
        parameters=tuple(found.arguments),
        fields=tuple(sorted(found.fields.items())),
        imports=tuple(sorted(found.imports, key=lambda line: (line.startswith("from "), line))),
        frees=tuple(found.frees),
        uses_context=bool(found.fields),
    )


def free_imports(node: ast.expr, places: Places) -> tuple[str, ...]:
    """Return the import lines by which a function elsewhere has the names that *node*, which stands at the top of a module, reads.

    Raises:
        NotLiftable: a name is none of the module's.

    """
    found: dict[str, None] = {}
    usage = usage_of([node])
    if usage.escapes or usage.self_reads or usage.self_alone:
        raise NotLiftable("it means something else in another module")
    for name in dict.fromkeys(read.id for read in usage.reads):
        held = bound_by_module(name, places.document.tree)
        if not held and name in _BUILTINS:
            continue
        if not held:
            raise NotLiftable(f"nothing says where {name} comes from")
        only = held[0] if len(held) == 1 else None
        if isinstance(only, ast.Import | ast.ImportFrom):
            found[import_line(only, name, places)[1]] = None
        else:
            found[f"from {module_of(places.document.path)[0]} import {name}"] = None
    return tuple(sorted(found))


def import_line(node: ast.Import | ast.ImportFrom, name: str, places: Places) -> tuple[str | None, str]:
    """Return the module that an import takes *name* from, and the line that imports it anywhere."""
    alias = next(alias for alias in node.names if (alias.asname or alias.name.partition(".")[0]) == name)
    named = f" as {alias.asname}" if alias.asname else ""
    module = None if isinstance(node, ast.Import) else absolute(node, places.document.path)
    return module, f"import {alias.name}{named}" if module is None else f"from {module} import {alias.name}{named}"


def _absolute(node: ast.ImportFrom, places: Places) -> Edit | None:
    try:
        return absolute_edit(node, places.document)
    except UneditableError as error:
        raise NotLiftable(str(error)) from error


def _check(
    usage: Usage,
    allowed: frozenset[str],
    residual: Sequence[ast.expr],
    body: Sequence[ast.stmt],
    function: Function,
    places: Places,
    given: frozenset[str],
) -> None:
    for fault in _faults(usage, allowed, residual, body, function):
        raise NotLiftable(fault)
    if body and (live := live_out(body, function, places) - given):
        raise NotLiftable(f"{', '.join(sorted(live))} is read after its body")


def _faults(
    usage: Usage, allowed: frozenset[str], residual: Sequence[ast.expr], body: Sequence[ast.stmt], function: Function
) -> Iterator[str]:
    if left := sorted(usage.escapes - allowed):
        yield f"its body uses {', '.join(left)}, which means something else in a hook"
    if usage.self_writes:
        yield f"its body sets self.{min(usage.self_writes)}"
    if usage.self_alone:
        yield "its body hands self on"
    if isinstance(function, ast.AsyncFunctionDef) and "await" in usage.escapes:
        yield "its body awaits"
    if bound := usage_of(residual).binds:
        yield f"its test binds {min(bound)}"
    names = {read.id for read in usage.reads} | usage.binds | {read.attr for read in usage.self_reads}
    if any(name.startswith("__") and not name.endswith("__") for name in names):
        yield "its body uses a name that its class makes private"
    declared = {name for node in ast.walk(function) if isinstance(node, ast.Global | ast.Nonlocal) for name in node.names}
    if both := sorted(declared & usage.binds):
        yield f"{both[0]} is bound in another scope"


def _check_context(dialect: Dialect, usage: Usage, fields: dict[str, str]) -> None:
    if dialect.context is None or not fields:
        return
    parameter = dialect.context.parameter.partition(":")[0].strip()
    if parameter in usage.binds or any(node.id == parameter for node in usage.reads):
        raise NotLiftable(f"its body uses the name {parameter}, which the hook gives to its context")
