"""Which tests, lookups and calls are decisions by a model's name, and by which names."""

from dataclasses import dataclass, field, replace

from ...registry.space import Space
from ..extracting.expression import Call, Coll, Expr, Str, Test
from ..extracting.facts import Lookup
from ..inventory import Confidence
from .asked import Known
from .carrier import Carrier, Strength
from .carriers import Carriers
from .constants import Constants
from .following import Follower
from .judged import Judged, Spelling, judged
from .meaning import Place
from .members import Members, Shape
from .subjects import Subjects

_EQUALITY = frozenset({"==", "!=", "is", "is not"})
_ALGEBRA = frozenset({"&", "-", "isdisjoint", "issubset", "issuperset", "intersection", "difference"})
_ASKING = frozenset({"in", "not in", "[]", "get", "pop", "setdefault"})
_EXACT = frozenset({"==", "!=", "in", "not in"})
_SEVERAL = 2  # distinct names that make a constant a collection of names, whatever else is in it


@dataclass(frozen=True, slots=True)
class Heard:
    """What is heard on the way to a judgement."""

    taught: set[str] = field(default_factory=set)  # what a strong subject is compared with, and nobody knows
    told: set[str] = field(default_factory=set)  # constants whose members a strong subject is asked for
    wanted: set[str] = field(default_factory=set)  # dotted names that stand in a test on a name and that nobody has defined
    offered: set[str] = field(default_factory=set)  # dotted names that nobody has defined, beside what nothing says more of


class Judge:
    """Judges by carriers, constants and the universe of names; notes what it learned, and what it looked for in vain."""

    def __init__(self, follower: Follower, constants: Constants, carriers: Carriers, spelling: Spelling) -> None:
        self._follow, self._constants, self._carriers, self.spelling = follower, constants, carriers, spelling
        self._open: set[tuple[int, int]] = set()  # by id of the test and of its unit: the same text has the same facts, wherever it stands
        self._asks = Known[tuple[int, int], bool]()
        self._is_beside = False  # another test of the same formula asks the same subject for a name
        self.heard = Heard()

    @property
    def subjects(self) -> Subjects:
        """What the configuration says that carries a name."""
        return self._carriers.subjects

    def test(self, test: Test, place: Place) -> Judged | None:
        """Judge one comparison, whichever side the subject stands on."""
        key = id(test), id(place.unit)
        if key in self._open:
            self._carriers.answers.cuts += 1
            return None
        self._open.add(key)
        try:
            return self._test(test, place)
        finally:
            self._open.discard(key)

    def asks(self, test: Test, place: Place) -> bool:
        """Whether a comparison is a decision by a name; asked on the way to another answer, nothing is noted but the answer."""
        heard, self.heard = self.heard, Heard()
        try:
            return self._carriers.answers.once(self._asks, (id(test), id(place.unit)), lambda: self.test(test, place) is not None)
        finally:
            self.heard = heard

    def beside(self, test: Test, place: Place) -> Judged | None:
        """Judge a comparison anew beside one on the same subject: what is spelled as a type there is one."""
        self._is_beside = True
        try:
            return self._test(test, place)
        finally:
            self._is_beside = False

    def _test(self, test: Test, place: Place) -> Judged | None:
        if test.op in {"in", "not in"}:
            return self._containment(test, place)
        if test.op in {"isinstance", "issubclass"}:
            return self._class_check(test, place)
        if test.op.startswith("re."):
            return self._pattern(test, place)
        found = self._against(test, test.left, test.right, test.left_text, place)
        if found is None and test.op in _EQUALITY | _ALGEBRA:
            found = self._against(test, test.right, test.left, test.right_text, place)
        if found is None and test.op in {"is", "is not"}:
            found = self._identity(test, place)
        return found

    def lookup(self, lookup: Lookup, place: Place) -> Judged | None:
        """Judge a lookup in a mapping."""
        members = self._constants.members(lookup.table, place)
        if members is None or members.shape not in {Shape.MAPPING, Shape.UNKNOWN, Shape.CLASS}:
            return None
        key, members = self._slotted(lookup.key, members)
        carrier = self._carriers.carrier(key, place)
        if carrier is None:
            return None
        if members.shape is not Shape.MAPPING:
            return self._external(lookup.op, lookup.text, carrier, members)
        return self.accept(lookup.op, lookup.text, carrier, members)

    # -- forms of tests

    def _against(self, test: Test, subject: Expr, operand: Expr, text: str, place: Place) -> Judged | None:
        members = self._constants.members(operand, place)
        if members is None:
            return None
        subject, members = self._slotted(subject, members)
        carrier = self._carriers.carrier(subject, place)
        if carrier is None:
            return None
        if members.shape is Shape.CLASS:
            return self._class_object(test.op, text, carrier, members)
        if members.shape is Shape.UNKNOWN:
            return self._external(test.op, text, carrier, members)
        return self.accept(test.op, text, carrier, members)

    def _slotted(self, subject: Expr, members: Members) -> tuple[Expr, Members]:
        """Where keys are tuples, keep of subject and names only the places that hold names."""
        if not members.slots:
            return subject, members
        held = [number for number, names in enumerate(members.slots) if self.spelling.mostly_names(names)]
        if not held or not isinstance(subject, Coll) or len(subject.items) != len(members.slots):
            return subject, members
        names = tuple(dict.fromkeys(name for number in held for name in members.slots[number]))
        return subject.items[held[0]], replace(members, names=names, values=(), slots=())

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
        return self.accept(test.op, test.right_text, carrier, members, is_reversed=True)

    def _class_check(self, test: Test, place: Place) -> Judged | None:
        members = self._constants.members(test.right, place)
        if members is None or members.shape not in {Shape.CLASS, Shape.SEQUENCE}:
            return None
        names = tuple(name for name in members.names if self.spelling.is_name(name))
        if not names:
            return None
        origin = self._carriers.origin(test.left, place)
        carrier = Carrier(
            space=Space.CLASS_NAME,
            strength=Strength.HINTED,
            confidence=Confidence.EXACT,
            origin=origin,
            key=origin.rpartition(".")[2],
        )
        found = judged(test.op, test.left_text, carrier, replace(members, shape=Shape.CLASS), names)
        return replace(found, confidence=Confidence.EXACT)

    def _class_object(self, op: str, text: str, carrier: Carrier, members: Members) -> Judged | None:
        self._want(members, carrier)
        names = tuple(name for name in members.names if self.spelling.is_name(name))
        if not names or op in {"startswith", "endswith"} or carrier.strength is Strength.STRONG:
            return None
        return judged(op, text, carrier, members, names)

    def _pattern(self, test: Test, place: Place) -> Judged | None:
        members = self._constants.members(test.right, place)
        if members is None:
            return None
        if members.shape is Shape.UNKNOWN:
            self.heard.offered.update(members.unresolved)
        carrier = self._carriers.carrier(test.left, place)
        if carrier is None or members.shape not in {Shape.SCALAR, Shape.PATTERN}:
            return None
        if not any(self.spelling.words(pattern) for pattern in members.names):
            return None
        if carrier.strength is Strength.BARE and any(map(_is_of_text, members.names)):
            return None
        return judged(test.op, test.left_text, carrier, members, members.names)

    def _identity(self, test: Test, place: Place) -> Judged | None:
        """What a call hands back for a literal name: `forward is forward_of("qwen3_5")`."""
        for call, subject, text in ((test.right, test.left, test.left_text), (test.left, test.right, test.right_text)):
            if isinstance(call, Call) and call.args and all(isinstance(arg, Str) for arg in call.args):
                members = self._constants.members(Coll("tuple", call.args, ()), place)
                carrier = self._carriers.carrier(subject, place)
                if members is not None and carrier is not None:
                    weak = replace(carrier, strength=Strength.BARE, confidence=Confidence.INFERRED)
                    return self.accept(test.op, text, weak, replace(members, shape=Shape.SCALAR))
        return None

    def _external(self, op: str, text: str, carrier: Carrier, members: Members) -> Judged | None:
        """A constant of another package, or one that has not been found yet: its name must speak for it."""
        self._want(members, carrier)
        if carrier.strength is Strength.BARE or carrier.is_class or members.external is None or op not in _ASKING:
            return None
        last = members.external.rpartition(".")[2]
        if not last.isupper() or not (carrier.strength is Strength.STRONG or carrier.named) or _is_generic_mapping(members.external):
            return None
        return judged(op, text, carrier, members, ())

    def _want(self, members: Members, carrier: Carrier) -> None:
        """Note which symbols to look for: those of the target that stand beside a subject and are spelled as constants are."""
        if carrier.strength is Strength.BARE:
            self.heard.offered.update(members.unresolved)
            return
        for name in (*members.unresolved, *filter(None, [members.external])):
            last = name.rpartition(".")[2]
            own = name != members.external or self._follow.index.is_own(name)
            if own and not last.startswith("__") and (last.isupper() or carrier.strength is Strength.STRONG):
                self.heard.wanted.add(name)

    # -- acceptance

    def accept(self, op: str, text: str, carrier: Carrier, members: Members, *, is_reversed: bool = False) -> Judged | None:
        """Return the judgement if the names beside a carrier are names, as surely as its strength asks for."""
        self._want(members, carrier)
        names = members.names
        match carrier.strength:
            case Strength.STRONG:
                is_affix = op in {"startswith", "endswith"}
                accepted = any(self.spelling.may_be_type(name, is_affix=is_affix) for name in names)
            case Strength.HINTED if carrier.space is Space.CLASS_QUALNAME:
                accepted = any(map(self.spelling.is_module, names))
            case Strength.HINTED:
                accepted = any(self.spelling.is_name(name) or (carrier.named and self.spelling.knows(name)) for name in names)
            case Strength.REFUSED:
                accepted = False
            case _ if self._is_beside and op in _EXACT and not is_reversed:
                accepted = any(map(self.spelling.may_be_type, names))
            case Strength.BARE:
                accepted = self._bare(op, carrier, members, is_reversed=is_reversed)
        if not accepted:
            return None
        if carrier.strength is Strength.STRONG:
            self._learn(op, members, carrier, is_reversed=is_reversed)
        return judged(op, text, carrier, members, names, is_reversed=is_reversed)

    def _learn(self, op: str, members: Members, carrier: Carrier, *, is_reversed: bool) -> None:
        if members.constant is not None:
            self.heard.told.add(members.constant)
        if op in _EXACT and not (is_reversed and not carrier.many):
            self.heard.taught.update(name for name in members.names if self.spelling.teaches(name))

    def _bare(self, op: str, carrier: Carrier, members: Members, *, is_reversed: bool) -> bool:
        """Beside what says nothing of itself all must be names; of the members of a constant, two thirds."""
        if not members.names or carrier.is_class or (is_reversed and op in {"in", "not in"} and carrier.many):
            return False
        distinct = sum(1 for name in members.names if self.spelling.is_distinct(name))
        if members.constant is not None and members.shape is Shape.SCALAR and not self._is_among_names(members.constant):
            return False
        if members.constant is not None and members.shape in {Shape.SEQUENCE, Shape.MAPPING}:
            return distinct >= min(_SEVERAL, len(members.names)) and distinct * 3 >= len(members.names) * 2
        return distinct == len(members.names)

    def _is_among_names(self, constant: str) -> bool:
        """Whether a constant is of a module, or of a class that holds several names: one name alone is one style among many."""
        owner = constant.rpartition(".")[0]
        if self._follow.index.is_module(owner):
            return True
        held = {name for _, part in self._constants.class_constants(owner) for name in part.names}
        return not held or sum(map(self.spelling.is_distinct, held)) >= _SEVERAL


def _is_generic_mapping(known: str) -> bool:
    """The auto mappings of transformers hold every architecture: asking them decides nothing by name, wherever it exports them."""
    package, _, rest = known.partition(".")
    return package == "transformers" and (".auto." in known or ("." not in rest and rest.endswith("_MAPPING")))


def _is_of_text(pattern: str) -> bool:
    """Whether a pattern looks for a tag, in what a model wrote."""
    return "<" in pattern.replace("(?P<", "").replace("(?<", "")
