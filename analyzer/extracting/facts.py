"""The facts of one unit: a pure function of its bytes and its context (top level, member of a class, header)."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from .expression import Expr, Formula, Span

Block: TypeAlias = tuple[tuple[int, int], ...]
"""The compound statements around a place, outermost first: each one's number in the unit, and which of its arms.

An arm below 0 is one that no decision leads to and that may not be entered: the body of a `for`, an exception's handler.
"""


class Scope(Struct, frozen=True, array_like=True, gc=False):
    """A class, function, lambda or comprehension inside the unit; number 0 is the unit's own surroundings."""

    name: str
    form: str  # unit, class, function, lambda, comprehension
    parent: int
    params: tuple[str, ...]


class Guard(Struct, frozen=True, array_like=True, gc=False):
    """A decision that leads to a place, with its outcome there, and the number of the guard before it.

    A list that shares its beginnings: a chain of 20,000 arms has 20,000 guards, not as many for each arm.
    """

    decision: int
    holds: bool
    before: int | None


class Decision(Struct, frozen=True, array_like=True, gc=False):
    """One whole test, where it stands, and what it decides."""

    formula: Formula
    role: str
    chain: int | None  # number of the chain in the unit
    arm: int | None  # from 0
    scope: int
    block: Block
    span: Span
    lines: int  # physical lines of what hangs on it
    guard: int | None  # the last of the guards that dominate it


class Lookup(Struct, frozen=True, array_like=True, gc=False):
    """`table[key]` or `table.get(key)` by something that is not a number or a slice."""

    table: Expr
    key: Expr
    op: str
    text: str
    key_text: str
    scope: int
    block: Block
    span: Span


class Definition(Struct, frozen=True, array_like=True, gc=False):
    """One binding of a name or an attribute: `name` is dotted, `op` is how (`=`, `+=`, `for`, `store`, `append`, …)."""

    name: str
    op: str
    value: Expr
    key: Expr | None  # of an item store
    scope: int
    block: Block
    span: Span
    guard: int | None = None  # the last of the guards that dominate it


class Function(Struct, frozen=True, array_like=True, gc=False):
    """A def: its header's span, its own scope, and what it is decorated with."""

    name: str
    scope: int  # where it is defined
    body: int  # the scope of its body
    decorators: tuple[Expr, ...]
    defaults: tuple[tuple[str, Expr], ...]
    block: Block
    span: Span
    lines: int
    has_body: bool  # False where only the header was read
    effects: int  # statements that call something for its effect, or store into something
    rest: str = ""  # the parameter that takes all further positional arguments


class Class(Struct, frozen=True, array_like=True, gc=False):
    """A class: its header's span, bases and decorators."""

    name: str
    scope: int
    body: int
    bases: tuple[Expr, ...]
    keywords: tuple[tuple[str, Expr], ...]
    decorators: tuple[Expr, ...]
    block: Block
    span: Span
    lines: int


class Import(Struct, frozen=True, array_like=True, gc=False):
    """One name bound by an import: `import module [as local]` where *name* is None, else `from module import name [as local]`."""

    local: str
    module: str
    name: str | None
    scope: int
    block: Block
    span: Span
    typing_only: bool  # under `if TYPE_CHECKING`
    guarded: bool  # inside a `try`


class Return(Struct, frozen=True, array_like=True, gc=False):
    """What a function hands back at one place, and the decisions that lead there."""

    value: Expr
    scope: int
    block: Block
    guard: int | None


class Invocation(Struct, frozen=True, array_like=True, gc=False):
    """A call that may hand a name on or register something: where it stands, and on how many lines."""

    call: Expr
    scope: int
    block: Block
    span: Span


class Facts(Struct, frozen=True, array_like=True, gc=False):
    """Everything LibCST says of one unit that linking may need."""

    scopes: tuple[Scope, ...]
    decisions: tuple[Decision, ...]
    lookups: tuple[Lookup, ...]
    definitions: tuple[Definition, ...]
    functions: tuple[Function, ...]
    classes: tuple[Class, ...]
    imports: tuple[Import, ...]
    returns: tuple[Return, ...]
    invocations: tuple[Invocation, ...]
    guards: tuple[Guard, ...]
    used: tuple[str, ...]  # identifiers read anywhere in the unit, sorted

    def leading(self, guard: int | None) -> Iterator[Guard]:
        """Yield the guards from *guard* outwards: the decisions of this unit that dominate a place, with their outcome."""
        while guard is not None:
            found = self.guards[guard]
            yield found
            guard = found.before
