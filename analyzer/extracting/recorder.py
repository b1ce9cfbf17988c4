"""The state of one walk over one unit: where it stands, and the facts it has collected."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

import libcst as cst

from .expression import Expr, Formula, Opaque, Span
from .facts import Block, Class, Decision, Definition, Facts, Function, Guard, Import, Invocation, Lookup, Return, Scope
from .trees import nodes

ValueOf: TypeAlias = Callable[["Recorder", Any], Expr]
FormulaOf: TypeAlias = Callable[["Recorder", Any], Formula]
Handle: TypeAlias = Callable[["Recorder", Any], None]

_TEXT_LIMIT = 200
_DEEPEST = 200
_printer = cst.Module([])


class TooDeep(Exception):  # noqa: N818 - it says what an expression is
    """An expression is nested deeper than anybody writes: what is made of it would exhaust those who read it."""


class Recorder:
    """Walks nodes by three tables of handlers: what a node's value is, what it says as a test, what a statement does."""

    def __init__(
        self,
        rows: Sequence[str],
        spans: Mapping[int, Span],
        values: Mapping[type[Any], ValueOf],
        formulas: Mapping[type[Any], FormulaOf],
        statements: Mapping[type[Any], Handle],
    ) -> None:
        self._rows, self._spans = rows, spans
        self._values, self._formulas, self._statements = values, formulas, statements
        self.scopes = [Scope("", "unit", 0, ())]
        self.decisions: list[Decision] = []
        self.lookups: list[Lookup] = []
        self.definitions: list[Definition] = []
        self.functions: list[Function] = []
        self.classes: list[Class] = []
        self.imports: list[Import] = []
        self.returns: list[Return] = []
        self.invocations: list[Invocation] = []
        self.scope = 0
        self.block: Block = ()
        self.guards: list[Guard] = []
        self.guard: int | None = None  # the last of those that lead here
        self.role = "none"  # what a test met now is to the code around it
        self.block_end = 0  # last line of the block walked now
        self.effects = 0  # statements of the function walked now that act on something
        self.typing_only = False
        self.guarded = False
        self._depth = 0
        self._compounds = 0
        self._chains = 0
        self._last: Span = (0, 0, 0, 0)

    # -- walking

    def value(self, node: cst.CSTNode) -> Expr:
        """Walk an expression whose value is used."""
        handler = self._values.get(node.__class__)
        if handler is None:
            return Opaque(self.text(node)[:60])
        self._go_deeper()
        found = handler(self, node)
        self._depth -= 1
        return found

    def formula(self, node: cst.CSTNode) -> Formula:
        """Walk an expression that is taken for true or false."""
        handler = self._formulas.get(node.__class__, self._formulas[cst.CSTNode])
        self._go_deeper()
        found = handler(self, node)
        self._depth -= 1
        return found

    def _go_deeper(self) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise TooDeep(f"an expression is nested more than {_DEEPEST} deep")

    def statement(self, node: cst.CSTNode) -> None:
        """Walk a statement."""
        self._last = self._spans.get(id(node), self._last)
        handler = self._statements.get(node.__class__)
        if handler is not None:
            handler(self, node)

    def suite(self, body: cst.BaseSuite) -> None:
        """Walk the statements of a block."""
        self.statement(body)

    # -- places and texts

    def span(self, node: cst.CSTNode) -> Span:
        """Return where *node* lies; for a node that `ast` does not place, where its nearest placed part does."""
        found = self._spans.get(id(node))
        if found is None:
            found = self._around(node)
        self._last = found
        return found

    def _around(self, node: cst.CSTNode) -> Span:
        inside = [place for part in nodes(node) if (place := self._spans.get(id(part))) is not None]
        if not inside:
            return self._last
        first, last = min(place[:2] for place in inside), max(place[2:] for place in inside)
        return (*first, *last)

    def line(self, number: int) -> str:
        """Return one row of the unit."""
        return self._rows[number]

    def text(self, node: cst.CSTNode) -> str:
        """Return the source text of *node*, white space collapsed."""
        place = self._spans.get(id(node))
        if place is None:
            return " ".join(_printer.code_for_node(node).split())[:_TEXT_LIMIT]
        first, left, last, right = place
        if first == last:
            return " ".join(self._rows[first][left:right].split())[:_TEXT_LIMIT]
        middle = [self._rows[first][left:], *self._rows[first + 1 : last], self._rows[last][:right]]
        return " ".join(" ".join(middle).split())[:_TEXT_LIMIT]

    # -- scopes, blocks, guards

    @contextmanager
    def inside(self, name: str, form: str, params: Sequence[str]) -> Iterator[int]:
        """Open a scope; yields its number."""
        self.scopes.append(Scope(name, form, self.scope, tuple(params)))
        kept = self.scope, self.block, self.guard, self.role
        self.scope = len(self.scopes) - 1
        if form != "comprehension":
            self.block, self.guard = (), None
        self.role = "none"
        try:
            yield self.scope
        finally:
            self.scope, self.block, self.guard, self.role = kept

    @contextmanager
    def arm(self, compound: int, number: int, decision: int | None = None, *, end: int | None = None) -> Iterator[None]:
        """Enter one arm of a compound statement; *decision* is the one that leads into it, *end* its last line."""
        kept = self.block, self.guard, self.block_end
        self.block = (*self.block, (compound, number))
        if decision is not None:
            self.lead(decision, holds=True)
        self.block_end = kept[2] if end is None else end
        try:
            yield
        finally:
            self.block, self.guard, self.block_end = kept

    def lead(self, decision: int, *, holds: bool) -> None:
        """Say that what comes now is reached only with this outcome of a decision."""
        self.guards.append(Guard(decision, holds, self.guard))
        self.guard = len(self.guards) - 1

    @contextmanager
    def as_role(self, role: str) -> Iterator[None]:
        """Say what a test met inside is to the code around it."""
        kept, self.role = self.role, role
        try:
            yield
        finally:
            self.role = kept

    def compound(self) -> int:
        """Number the next compound statement."""
        self._compounds += 1
        return self._compounds

    def chain(self) -> int:
        """Number the next chain."""
        self._chains += 1
        return self._chains

    # -- facts

    def decide(
        self,
        formula: Formula,
        node: cst.CSTNode,
        *,
        role: str | None = None,
        chain: int | None = None,
        arm: int | None = None,
        lines: int | None = None,
    ) -> int:
        """Record a decision; returns its number."""
        place = self.span(node)
        lines = place[2] - place[0] + 1 if lines is None else lines
        role = self.role if role is None else role
        self.decisions.append(Decision(formula, role, chain, arm, self.scope, self.block, place, lines, self.guard))
        return len(self.decisions) - 1

    def define(self, name: str, op: str, value: Expr, place: Span, key: Expr | None = None) -> None:
        """Record a binding in the current scope."""
        self.definitions.append(Definition(name, op, value, key, self.scope, self.block, place, self.guard))

    def facts(self, used: Sequence[str]) -> Facts:
        """Return what was collected."""
        return Facts(
            tuple(self.scopes),
            tuple(self.decisions),
            tuple(self.lookups),
            tuple(self.definitions),
            tuple(self.functions),
            tuple(self.classes),
            tuple(self.imports),
            tuple(self.returns),
            tuple(self.invocations),
            tuple(self.guards),
            tuple(used),
        )
