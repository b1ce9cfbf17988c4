"""What a lookup and a hook call of the descriptor runtime cost, beside a plain dictionary.

Each figure is the least of many rounds, and the rounds of both sides alternate, so that a busy machine slows down both.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from namebranch.registry.runtime import DECLINED, Descriptor, Family, Registry

SIZES = (10, 100, 1_000, 10_000)
CALLS, ROUNDS = 2_000, 60
BAR, STRETCH = 3.0, 1.5  # × a plain dictionary lookup and call, of DESIGN.md


@dataclass(frozen=True, kw_only=True)
class Case:
    """One way to ask, and how many seconds a call takes: with the runtime, and by a plain dictionary."""

    name: str
    models: int
    ours: float
    plain: float

    @property
    def ratio(self) -> float:
        """Return how many times a plain lookup and call ours takes."""
        return self.ours / self.plain


def hook(model: int, cfg: int) -> int:
    """Return its first argument: a hook that does next to nothing."""
    return model


def declines(model: int, cfg: int) -> Any:
    """Decline."""
    return DECLINED


def registry(models: int) -> dict[str, Any]:
    """Return questions of a registry with so many models, by name."""
    held = Registry("kit", spaces=("model_type",), unknown="default")
    value = held.value("value")(hook)
    declined = held.value("declined")(hook)
    effect = held.effect("effect")(hook)
    tied = held.fact("tied", default=False)
    family = Family(name="family", facts={"tied": True})
    for number in range(models):
        hooks = {"value": hook, "declined": declines, "effect": hook}
        held.register(Descriptor(keys={"model_type": f"model_{number}"}, family=family, hooks=hooks))
    return {"value": value, "declined": declined, "effect": effect, "fact": tied}


def cases(sizes: tuple[int, ...] = SIZES, rounds: int = ROUNDS) -> list[Case]:
    """Measure all."""
    found = []
    for models in sizes:
        asked, table = registry(models), {f"model_{number}": hook for number in range(models)}
        keys = [f"model_{number * models // CALLS}" for number in range(CALLS)]
        unknown = [f"unknown_{number % 20}" for number in range(CALLS)]
        plain = table.__getitem__
        for name, of, over, ways in (
            ("hook: value", asked["value"].of, keys, (calls, calls)),
            ("hook: effect", asked["effect"].of, keys, (calls, calls)),
            ("hook: declines", asked["declined"].of, keys, (calls, two_calls)),  # two functions are called
            ("hook: unknown key", asked["value"].of, unknown, (calls, calls)),
            ("fact", asked["fact"].of, keys, (lookups, lookups)),
        ):
            found.append(measured(name, models, partial(ways[0], of, over), partial(ways[1], plain, keys), rounds))
    return found


def calls(of: Callable[[str], Callable[[int, int], Any]], keys: list[str]) -> None:
    """Look up and call for all keys."""
    for key in keys:
        of(key)(1, 2)


def two_calls(of: Callable[[str], Callable[[int, int], Any]], keys: list[str]) -> None:
    """Look up and call twice for all keys."""
    for key in keys:
        found = of(key)
        found(1, 2)
        found(1, 2)


def lookups(of: Callable[[str], Any], keys: list[str]) -> None:
    """Look all keys up."""
    for key in keys:
        of(key)


def measured(name: str, models: int, ours: Callable[[], None], plain: Callable[[], None], rounds: int) -> Case:
    """Measure two in turns."""
    ours()
    least = [float("inf"), float("inf")]
    for _ in range(rounds):
        for place, run in enumerate((ours, plain)):
            start = perf_counter()
            run()
            least[place] = min(least[place], perf_counter() - start)
    return Case(name=name, models=models, ours=least[0] / CALLS, plain=least[1] / CALLS)
