"""Who calls a function, and with what: invocations matched with parameters."""

from collections import defaultdict
from collections.abc import Mapping

from ..extracting.expression import Call, Expr, Star
from ..extracting.facts import Invocation
from .asked import Known
from .following import Follower
from .meaning import ClassAt, FunctionAt, Parameter, Place, PlacedUnit

_CALLS_LIMIT = 40  # of one function that are looked at


class Callers:
    """Finds the calls of the target's functions; what it found is kept."""

    def __init__(self, follower: Follower) -> None:
        self._follow = follower
        self._spelled: defaultdict[str, list[tuple[PlacedUnit, Invocation]]] = defaultdict(list)
        for unit in follower.index.units:
            for name, item in follower.index.outline(unit).calls:
                self._spelled[name].append((unit, item))
        self._known = Known[str, tuple[tuple[Call, Invocation, Place], ...]]()
        self._asked = follower.index.asked

    def of(self, at: FunctionAt) -> tuple[tuple[Call, Invocation, Place], ...]:
        """Return the calls of a function in what has been read, each with its place."""
        return self._asked.once(self._known, at.dotted, lambda: tuple(self._calls(at)))

    def _calls(self, at: FunctionAt) -> list[tuple[Call, Invocation, Place]]:
        owner, _, name = at.dotted.rpartition(".")
        wanted = owner.rpartition(".")[2] if name == "__init__" else name
        found = []
        self._asked.names.add(f"{wanted}()")
        for unit, item in self._spelled.get(wanted, ())[:_CALLS_LIMIT]:
            place = Place(unit, item.scope, item.block, item.span[0])
            if isinstance(item.call, Call) and self._is(at, owner, item.call, place):
                found.append((item.call, item, place))
        return found

    def _is(self, at: FunctionAt, owner: str, call: Call, place: Place) -> bool:
        meaning = self._follow.meaning(call.func, place)
        match meaning:
            case FunctionAt(_, _, dotted):
                return dotted == at.dotted
            case ClassAt(_, _, dotted):
                return dotted == owner
            case _:
                return False

    def given(self, parameter: Parameter) -> list[tuple[Expr, Place]]:
        """Return what a parameter is given by its callers."""
        at = self._follow.index.bodies.get((id(parameter.unit), parameter.scope))
        if at is None:
            return []
        return [(expr, place) for call, _, place in self.of(at) for expr in bound(at, call).get(parameter.name, ())]


def bound(at: FunctionAt, call: Call) -> Mapping[str, tuple[Expr, ...]]:
    """Return what each parameter of a function is given by one call; nothing where `*` hides it."""
    params = at.unit.facts.scopes[at.function.body].params
    if params[:1] in {("self",), ("cls",)} and _is_method(at):
        params = params[1:]
    positional = params[: params.index(at.function.rest)] if at.function.rest in params else params
    found: dict[str, tuple[Expr, ...]] = {name: (value,) for name, value in call.keywords if name in params}
    if any(isinstance(arg, Star) for arg in call.args):
        return found
    found |= {name: (arg,) for name, arg in zip(positional, call.args, strict=False)}
    if at.function.rest and (more := call.args[len(positional) :]):
        found[at.function.rest] = more
    return found


def _is_method(at: FunctionAt) -> bool:
    scope = at.unit.facts.scopes[at.function.scope]
    return scope.form == "class" or (scope.form == "unit" and at.unit.steps[-1:] != () and at.unit.steps[-1][1] == "class")
