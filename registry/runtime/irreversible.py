"""Weight conversions that a save cannot undo: which they are, and what is done about them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter, methodcaller
from typing import Any
from warnings import warn


@dataclass(frozen=True)
class Irreversible:
    """A declared transform that no save can undo: under which key, what it is, which operation is to blame and why."""

    key: str
    transform: str
    operation: str
    reason: str

    def __str__(self) -> str:
        return f"{self.key}: {self.operation} of {self.transform} has no reverse ({self.reason})"


class ConversionError(Exception):
    """Weight conversions that cannot be in force."""


class IrreversibleConversionError(ConversionError):
    """Something declared cannot be reversed at save."""

    def __init__(self, irreversible: tuple[Irreversible, ...]) -> None:
        super().__init__("\n".join(map(str, irreversible)) + "\ngive each operation a reverse_op, or declare it with irreversible=warned")
        self.irreversible = irreversible


class IrreversibleConversionWarning(UserWarning):
    """Something declared cannot be reversed at save, and was declared all the same."""


def refused(found: tuple[Irreversible, ...]) -> None:
    """Raise an error that names all that is irreversible: the policy unless another is asked for."""
    raise IrreversibleConversionError(found)


def warned(found: tuple[Irreversible, ...]) -> None:
    """Warn of all that is irreversible: the policy of a model that is only loaded."""
    for one in found:
        warn(str(one), IrreversibleConversionWarning, stacklevel=3)


def irreversible(key: str, transforms: Iterable[Any]) -> Iterator[Irreversible]:
    """Yield what of the transforms of *key* has no reverse, operation by operation."""
    for transform in transforms:
        blamed = [found for one in getattr(transform, "operations", ()) for found in _without_reverse(one, attrgetter("reverse_op"))]
        for name, error in blamed or _without_reverse(transform, methodcaller("reverse_transform")):
            yield Irreversible(key, repr(transform), name, f"{type(error).__name__}: {error}".rstrip(": "))


def _without_reverse(one: Any, reverse: Callable[[Any], Any]) -> list[tuple[str, Exception]]:
    try:
        reverse(one)
    except Exception as error:  # noqa: BLE001 an operation is anybody's code, and says by any error that it has no reverse
        return [(type(one).__name__, error)]
    return []
