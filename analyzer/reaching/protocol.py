"""What evaluates expressions and formulas, as the parts of it see each other."""

from collections.abc import Iterable
from typing import Protocol

from ..extracting.expression import Expr, Formula
from ..linking.following import Follower
from ..linking.meaning import PlacedUnit
from .carrying import Shared
from .cells import Column
from .frames import Frame, Truth, Value
from .outcome import Outcome
from .worlds import Form, Variable, Worlds


class Asked(Protocol):
    """What evaluates expressions and formulas, as the parts of it see each other."""

    shared: Shared
    follow: Follower
    worlds: Worlds
    reason: str | None
    open: set[object]
    cut: int  # how often something was not followed, since it is being followed already, or too deep
    mapped: dict[tuple[int, ...], tuple[object, Value]]
    given: dict[object, Value | None]
    compared: dict[tuple[object, ...], tuple[object, Column]]
    outcomes: dict[int, tuple[Column, Outcome, int]]

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

    def column(self, variable: Variable, form: Form, words: str) -> Column:
        """Return what a variable is in each world; *words* say what carries it here."""

    def guarded(self, unit: PlacedUnit, guard: int | None, frame: Frame) -> Truth:
        """Return in which worlds all guards of a place have the outcome that leads there."""

    def atom(self, text: str, frame: Frame) -> Truth:
        """Return the truth of what is asked beside the name, by its text."""

    def noted(self, column: Iterable[object], *, mark: bool = False) -> None:
        """Keep strings that are compared with (or by which what is compared is changed): others are made of them."""
