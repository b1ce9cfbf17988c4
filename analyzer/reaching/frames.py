"""Where an expression is asked for its value: a place in a unit, and what the parameters and loop variables on the way there hold."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, TypeAlias

from ..extracting.expression import Expr, Formula, Span
from ..linking.following import Follower
from ..linking.meaning import Place, PlacedUnit
from .cells import Column
from .diagram import Tree
from .outcome import Outcome
from .worlds import Form, Variable, Worlds

if TYPE_CHECKING:
    from .carrying import Shared

Value: TypeAlias = Tree[Column]
Truth: TypeAlias = Tree[Outcome]


@dataclass(frozen=True, slots=True, eq=False)
class Thunk:
    """An expression that is handed on, to be asked at its own place."""

    expr: Expr
    frame: "Frame"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Frame:
    """A place, and what is bound on the way to it: by unit, scope and name of a parameter, or by id of a loop's definition."""

    place: Place
    bound: Mapping[object, "Thunk | Value"] = field(default_factory=dict)
    depth: int = 0  # calls on the way
    judged: tuple[str, ...] | None = None  # inside a test that linking takes for a decision by name: its names
    span: Span | None = None  # of the statement whose value is asked for

    def at(self, place: Place, *, span: Span | None = None) -> "Frame":
        """Return this frame at another place of the same function."""
        return replace(self, place=place, span=span)

    def judging(self, names: tuple[str, ...] | None) -> "Frame":
        """Return this frame inside a test of some names."""
        return self if names == self.judged else replace(self, judged=names)

    def with_bound(self, more: Mapping[int, "Thunk | Value"]) -> "Frame":
        """Return this frame with more bound in it."""
        bound: dict[object, Thunk | Value] = {**self.bound}
        bound.update(more.items())
        return replace(self, bound=bound)


class Asked(Protocol):
    """What evaluates expressions and formulas, as the parts of it see each other."""

    shared: "Shared"
    follow: Follower
    worlds: Worlds
    reason: str | None
    open: set[object]
    cut: int  # how often something was not followed, since it is being followed already, or too deep
    mapped: dict[tuple[int, ...], tuple[object, "Value"]]
    given: dict[object, "Value | None"]

    def enter(self, key: object, depth: int) -> bool:
        """Tell whether something may be followed, and keep that it is; who was told so discards the key when done."""

    def value(self, expr: Expr, frame: Frame) -> Value | None:
        """Return what an expression is worth, or None where nobody says."""

    def truth(self, formula: Formula, frame: Frame) -> Truth:
        """Return in which worlds a formula holds."""

    def outcome(self, value: Value, text: str, frame: Frame) -> Truth:
        """Return in which worlds a value is true; where nobody can say, it is an atom."""

    def decided(self, unit: PlacedUnit, number: int, frame: Frame) -> Truth:
        """Return in which worlds a decision of a unit holds, whatever leads to it."""

    def negated(self, truth: Truth) -> Truth:
        """Return the opposite."""

    def column(self, variable: Variable, form: Form) -> Column:
        """Return what a variable is in each world."""

    def guarded(self, unit: PlacedUnit, guard: int | None, frame: Frame) -> Truth:
        """Return in which worlds all guards of a place have the outcome that leads there."""

    def atom(self, text: str, frame: Frame) -> Truth:
        """Return the truth of what is asked beside the name, by its text."""

    def noted(self, column: Iterable[object], *, mark: bool = False) -> None:
        """Keep strings that are compared with (or by which what is compared is changed): others are made of them."""
