"""Functions that compare a name with names which their callers hand in, and the calls that do so with literals."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..extracting.expression import Attr, Call, Coll, Element, Expr, Name, Opaque, Str, Test, scoped_leaves
from ..extracting.facts import Facts
from .callers import Callers, bound
from .carrier import Carrier, Strength
from .carriers import Carriers
from .constants import Constants
from .failures import Failures
from .following import Follower
from .held import outcome
from .judge import Judge
from .judged import Judged
from .meaning import FunctionAt, Parameter, Place
from .members import Shape

_OPS = frozenset({"==", "!=", "in", "not in", "startswith", "endswith"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Matcher:
    """How a function compares: with what its parameter *names* holds, the carrier it finds itself or is handed in *subject*."""

    at: FunctionAt
    op: str
    names: str
    subject: str | None
    carrier: Carrier | None
    is_reversed: bool


class Matchers:
    """Finds matchers, and judges the calls of them."""

    def __init__(self, follower: Follower, callers: Callers, carriers: Carriers, constants: Constants, judge: Judge) -> None:
        self._follow, self._callers, self._carriers, self._constants, self._judge = follower, callers, carriers, constants, judge

    def calls(self, failures: Failures) -> Mapping[int, Mapping[Call, Judged]]:
        """Return the judgement of each call of a matcher with literal names: by id of the unit, then by the call."""
        found: defaultdict[int, dict[Call, Judged]] = defaultdict(dict)
        for matcher in self._matchers(failures):
            for call, _, place in self._callers.of(matcher.at):
                judged = None
                with failures.of(place.unit):
                    judged = self._call(matcher, call, place)
                if judged is not None:
                    found[id(place.unit)].setdefault(call, judged)
        return found

    def _matchers(self, failures: Failures) -> list[_Matcher]:
        found: list[_Matcher] = []
        for unit in self._follow.index.units:
            with failures.of(unit):
                for number in sorted(_told(unit.facts)):
                    decision = unit.facts.decisions[number]
                    for leaf, scope in scoped_leaves(decision.formula, decision.scope):
                        if isinstance(leaf, Test) and leaf.op in _OPS:
                            found += self._matcher(leaf, Place(unit, scope, decision.block, leaf.span[0]))
        return found

    def _matcher(self, test: Test, place: Place) -> Iterator[_Matcher]:
        for subject, names in ((test.left, test.right), (test.right, test.left)):
            parameter = self._parameter(names, place)
            if parameter is None or (at := self._follow.index.bodies.get((id(parameter.unit), parameter.scope))) is None:
                continue
            handed = self._parameter(subject, place)
            carrier = self._carriers.carrier(subject, place)
            if (handed is not None and handed != parameter) or (carrier is not None and carrier.strength is not Strength.BARE):
                yield _Matcher(
                    at=at,
                    op=test.op,
                    names=parameter.name,
                    subject=handed.name if handed is not None else None,
                    carrier=carrier,
                    is_reversed=subject is test.right and test.op in {"in", "not in"},
                )

    def _parameter(self, expr: Expr, place: Place) -> Parameter | None:
        """Return the parameter that an expression reads: itself, an element of it, or another spelling."""
        match expr:
            case Name(name):
                meaning = self._follow.name(name, place)
                match meaning:
                    case Parameter():
                        return meaning
                    case _:
                        return self._looped(name, place)
            case Element(of, None):
                return self._parameter(of, place)
            case Call(Attr(base, "lower" | "casefold" | "strip"), _, _) | Call(Name("str"), (base,), _):
                return self._parameter(base, place)
            case _:
                return None

    def _looped(self, name: str, place: Place) -> Parameter | None:
        local = self._follow.index.local.get((id(place.unit), place.scope), {}).get(name, ())
        loops = [definition.value for definition in local if definition.op == "for"]
        return self._parameter(loops[0], place) if len(loops) == 1 and loops[0] != Name(name) else None

    def _call(self, matcher: _Matcher, call: Call, place: Place) -> Judged | None:
        given = bound(matcher.at, call)
        handed = given.get(matcher.names, ())
        if not handed:
            return None
        whole = handed[0] if len(handed) == 1 else Coll("tuple", handed, ())
        members = self._constants.members(whole, place)
        if members is None or not (members.constant or all(_is_literal(expr) for expr in handed)):
            return None
        carrier = matcher.carrier
        if matcher.subject is not None and len(own := given.get(matcher.subject, ())) == 1:
            carrier = self._carriers.carrier(own[0], place)
        if carrier is None or members.shape not in {Shape.SCALAR, Shape.SEQUENCE}:
            return None
        return self._judge.accept(matcher.op, carrier.origin, carrier, members, is_reversed=matcher.is_reversed)


def _told(facts: Facts) -> set[int]:
    """Return the decisions whose outcome a function hands back."""
    found: set[int] = set()
    for item in facts.returns:
        match item.value:
            case Opaque("True" | "False"):
                found |= {one.decision for one in facts.leading(item.guard)}
            case value if (number := outcome(value)) is not None:
                found.add(number)
            case _:
                pass
    return found


def _is_literal(expr: Expr) -> bool:
    return isinstance(expr, Str) or (isinstance(expr, Coll) and all(isinstance(item, Str) for item in expr.items))
