"""A hook that is accepted takes every call that its point takes, whatever the two signatures."""

from collections.abc import Callable, Iterator
from inspect import Parameter, Signature
from itertools import combinations
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from namebranch.registry.runtime.signatures import misfit

ORDER = (
    Parameter.POSITIONAL_ONLY,
    Parameter.POSITIONAL_OR_KEYWORD,
    Parameter.VAR_POSITIONAL,
    Parameter.KEYWORD_ONLY,
    Parameter.VAR_KEYWORD,
)
ONE = st.tuples(st.sampled_from("abc"), st.sampled_from(ORDER), st.sampled_from((Parameter.empty, 0)))


def function(signature: Signature) -> Callable[..., None]:
    """Return a function with a signature: how it may be called is what Python says, not what `Signature.bind` says."""
    made: Callable[..., None] = eval(f"lambda {str(signature)[1:-1]}: None")  # noqa: S307  of names and defaults drawn here
    return made


@st.composite
def signatures(draw: st.DrawFn) -> Signature:
    drawn = draw(st.lists(ONE, max_size=4, unique_by=lambda one: one[0]))
    held: list[Parameter] = []
    for name, kind, default in sorted(drawn, key=lambda one: (ORDER.index(one[1]), one[2] == 0)):
        variable = kind in {Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD}
        assume(not variable or kind not in {each.kind for each in held})
        held.append(Parameter(name, kind, default=Parameter.empty if variable else default))
    try:
        return Signature(held)
    except ValueError:  # one without a default after one with
        assume(False)
        raise


def calls() -> Iterator[tuple[tuple[int, ...], dict[str, int]]]:
    """Yield many ways to call something with parameters a, b, c and one of any other name."""
    for number in range(6):
        for size in range(5):
            for names in combinations("abcx", size):
                yield (0,) * number, dict.fromkeys(names, 0)


def takes(called: Callable[..., None], arguments: tuple[int, ...], keywords: dict[str, Any]) -> bool:
    try:
        called(*arguments, **keywords)
    except TypeError:
        return False
    return True


@given(point=signatures(), hook=signatures())
def test_an_accepted_hook_takes_every_call_of_its_point(point: Signature, hook: Signature) -> None:
    missed = [call for call in calls() if takes(function(point), *call) and not takes(function(hook), *call)]
    assert misfit(function(hook), point) is not None or missed == []


@given(point=signatures())
def test_a_hook_with_the_parameters_of_its_point_is_accepted(point: Signature) -> None:
    assert misfit(function(point), point) is None
