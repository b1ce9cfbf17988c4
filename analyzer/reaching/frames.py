"""Where an expression is asked for its value: a place in a unit, and what the parameters and loop variables on the way there hold."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from ..extracting.expression import Expr, Span
from ..linking.meaning import Place
from .cells import Column
from .diagram import Tree
from .outcome import Outcome

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
