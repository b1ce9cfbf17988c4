"""Which tests, lookups and references are decisions by a model's name, and by which names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..extracting.expression import Attr, Call, Coll, Expr, Item, Lambda, Name, Str, Test, dotted
from ..extracting.facts import Lookup
from ...registry.space import Space
from ...registry.universe.names import Names
from ..inventory import Confidence
from .carriers import Carrier, Carriers, Strength
from .following import Follower
from .meaning import External, FunctionAt, Place
from .members import Constants, Members, Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What linking says of one test, lookup or reference that decides by a name."""

    op: str
    subject: str  # source text
    origin: str
    key: str  # last attribute or key of the origin
    space: Space
    names: tuple[str, ...]
    shape: Shape  # of what holds the names
    reversed: bool  # the names stand on the left of `in`: elements or letters of the subject
    many: bool  # the subject holds several names
    constant: str | None
    confidence: Confidence
    via: tuple[str, ...]


_GENERIC = frozenset({"", "auto", "none", "null", "default"})


class Judge:
    """Judges by carriers, constants and the universe of names; keeps what it looked for in vain."""

    def __init__(self, follower: Follower, constants: Constants, carriers: Carriers, names: Names) -> None:
        self._follow, self._constants, self._carriers, self._names = follower, constants, carriers, names
        self._is_name = _kept(names.is_name)
        self._is_distinct = _kept(names.is_distinct)
        self.told: set[str] = set()  # constants whose members a strong subject is asked for
        self.wanted: set[str] = set()  # dotted names that stand in a test on a name and that nobody has defined

    def is_name(self, text: str) -> bool:
        """Whether a literal beside a weak subject is a model's name."""
        return self._is_name(text)

    def test(self, test: Test, place: Place) -> Judged | None:
        """Judge one comparison, whichever side the subject stands on."""
        match test.op:
            case "in" | "not in":
                return self._containment(test, place)
            case "isinstance" | "issubclass":
                return self._class_check(test, place)
            case _ if test.op in {"==", "!=", "is", "is not"}:
                return (
                    self._against(test, test.left, test.right, test.left_text, place)
                    or self._against(test, test.right, test.left, test.right_text, place)
                )
            case "&" | "-" | "isdisjoint" | "issubset" | "issuperset" | "intersection" | "difference":
                return (
                    self._against(test, test.left, test.right, test.left_text, place)
                    or self._against(test, test.right, test.left, test.right_text, place)
                )
            case _ if test.op.startswith("re."):
                return self._pattern(test, place)
            case _:
                return self._against(test, test.left, test.right, test.left_text, place)

    def lookup(self, lookup: Lookup, place: Place) -> Judged | None:
        """Judge a lookup in a mapping."""
        carrier = self._carriers.carrier(lookup.key, place)
        if carrier is None or carrier.is_class and not carrier.origin:
            return None
        members = self._constants.members(lookup.table, place)
        if members is None or members.shape not in {Shape.MAPPING, Shape.UNKNOWN, Shape.CLASS}:
            return None
        if members.shape is not Shape.MAPPING:
            return self._external(lookup.op, lookup.text, carrier, members, lookup.table, place)
        return self._accept(lookup.op, lookup.text, carrier, members)

    # -- forms of tests

    def _against(self, test: Test, subject: Expr, operand: Expr, text: str, place: Place) -> Judged | None:
        members = self._constants.members(operand, place)
        if members is None:
            return None
        carrier = self._carriers.carrier(subject, place)
        if carrier is None:
            return None
        if members.shape is Shape.CLASS:
            return self._class_object(test.op, text, carrier, members)
        if members.shape is Shape.UNKNOWN:
            return self._external(test.op, text, carrier, members, operand, place)
        return self._accept(test.op, text, carrier, members)

    def _containment(self, test: Test, place: Place) -> Judged | None:
        found = self._against(test, test.left, test.right, test.left_text, place)
        if found is not None:
            return found
        members = self._constants.members(test.left, place)
        carrier = self._carriers.carrier(test.right, place)
        if members is None or carrier is None:
            return None
        if members.shape is not Shape.SCALAR:
            self._want(members, carrier)
            return None
        return self._accept(test.op, test.right_text, carrier, members, is_reversed=True)

    def _class_check(self, test: Test, place: Place) -> Judged | None:
        members = self._constants.members(test.right, place)
        if members is None or members.shape not in {Shape.CLASS, Shape.SEQUENCE}:
            return None
        names = tuple(name for name in members.names if self._is_name(name))
        if not names:
            return None
        origin = self._carriers.origin(test.left, place)
        return Judged(
            op=test.op,
            subject=test.left_text,
            origin=origin,
            key=origin.rpartition(".")[2],
            space=Space.CLASS_NAME,
            names=names,
            shape=Shape.CLASS,
            reversed=False,
            many=False,
            constant=members.constant,
            confidence=Confidence.EXACT,
            via=members.via,
        )

    def _class_object(self, op: str, text: str, carrier: Carrier, members: Members) -> Judged | None:
        names = tuple(name for name in members.names if self._is_name(name))
        if not names or op in {"startswith", "endswith"} or carrier.strength is Strength.STRONG:
            return None
        return self._judged(op, text, carrier, members, names)

    def _pattern(self, test: Test, place: Place) -> Judged | None:
        members = self._constants.members(test.right, place)
        if members is None or members.shape not in {Shape.SCALAR, Shape.PATTERN}:
            return None
        carrier = self._carriers.carrier(test.left, place)
        if carrier is None:
            return None
        words = tuple(dict.fromkeys(word for pattern in members.names for word in _words(pattern) if self._is_name(word)))
        if not words or (carrier.strength is Strength.BARE and carrier.space is Space.UNKNOWN and not _alone(words)):
            return None
        return self._judged(test.op, test.left_text, carrier, members, members.names)

    def _external(self, op: str, text: str, carrier: Carrier, members: Members, holder: Expr, place: Place) -> Judged | None:
        """A constant of another package, or one that has not been found yet: its name must speak for it."""
        if carrier.strength is Strength.BARE or carrier.is_class:
            return None
        self._want(members, carrier)
        if members.external is None or op not in {"in", "not in", "[]", "get", "pop", "setdefault"}:
            return None
        last = members.external.rpartition(".")[2]
        if not last.isupper() or not (carrier.strength is Strength.STRONG or carrier.named) or _is_generic_mapping(members.external):
            return None
        del holder, place
        return self._judged(op, text, carrier, members, ())

    def _want(self, members: Members, carrier: Carrier) -> None:
        """Note which symbols to look for: those of the target that stand beside a subject and are spelled as constants are."""
        if carrier.strength is Strength.BARE:
            return
        for name in (*members.unresolved, *filter(None, [members.external])):
            last = name.rpartition(".")[2]
            own = name != members.external or self._follow.index.is_own(name)
            if own and not last.startswith("__") and (last.isupper() or carrier.strength is Strength.STRONG):
                self.wanted.add(name)

    # -- acceptance

    def _accept(self, op: str, text: str, carrier: Carrier, members: Members, *, is_reversed: bool = False) -> Judged | None:
        names = members.names
        real = [name for name in names if self._is_name(name)]
        self._want(members, carrier)
        match carrier.strength:
            case Strength.STRONG:
                accepted = self._strong(names)
            case Strength.HINTED:
                accepted = bool(real)
            case Strength.BARE:
                accepted = self._bare(op, carrier, names, is_reversed=is_reversed)
        return self._judged(op, text, carrier, members, names, is_reversed=is_reversed) if accepted else None

    def _strong(self, names: tuple[str, ...]) -> bool:
        return any(name and name.lower() not in _GENERIC and not name.startswith("Auto") for name in names) and any(
            self._is_name(name) or self._names.knows(name) or _looks_typed(name) for name in names
        )

    def _bare(self, op: str, carrier: Carrier, names: tuple[str, ...], *, is_reversed: bool) -> bool:
        if not names or carrier.is_class:
            return False
        if is_reversed and op in {"in", "not in"} and carrier.many:
            return False
        return all(self._is_distinct(name) for name in names)

    def _judged(
        self, op: str, text: str, carrier: Carrier, members: Members, names: tuple[str, ...], *, is_reversed: bool = False
    ) -> Judged:
        confidence = carrier.confidence
        if members.constant is not None and carrier.strength is Strength.STRONG:
            self.told.add(members.constant)
        if confidence is Confidence.EXACT and members.constant is not None:
            confidence = Confidence.LINKED
        return Judged(
            op=op,
            subject=text,
            origin=carrier.origin,
            key=carrier.key,
            space=carrier.space,
            names=names,
            shape=members.shape,
            reversed=is_reversed,
            many=carrier.many,
            constant=members.constant,
            confidence=confidence,
            via=tuple(dict.fromkeys((*carrier.via, *members.via)))[:8],
        )


def _kept(judge: Callable[[str], bool]) -> Callable[[str], bool]:
    known: dict[str, bool] = {}

    def kept(text: str) -> bool:
        found = known.get(text)
        if found is None:
            found = known[text] = judge(text)
        return found

    return kept


def _looks_typed(name: str) -> bool:
    """Whether a string is spelled as model types and classes are: one word with a digit or an underscore, or Camel."""
    return name.isascii() and name.replace("_", "").replace("-", "").replace(".", "").isalnum() and len(name) > 1


def _words(pattern: str) -> list[str]:
    """Return the literal words of a regular expression."""
    found: list[str] = []
    word = ""
    for letter in f"{pattern} ":
        if letter.isalnum() or letter in "_-":
            word += letter
        else:
            if len(word) > 2:  # noqa: PLR2004 - shorter runs are escapes
                found.append(word.strip("-_"))
            word = ""
    return found


def _alone(words: tuple[str, ...]) -> bool:
    return bool(words)


def _is_generic_mapping(known: str) -> bool:
    """The auto mappings of transformers hold every architecture: asking them decides nothing by name."""
    return known.startswith("transformers.") and ".auto." in known
