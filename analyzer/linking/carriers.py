"""Whether an expression carries a model's name, and of which key space."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ...registry.space import Space
from ..extracting.expression import Attr, Binary, Call, Coll, Comp, Either, Element, Expr, Item, Name, Opaque, Pieces, Star, Str, dotted
from ..extracting.facts import Definition
from ..inventory import Confidence
from .answers import Answers
from .callers import Callers, bound
from .carrier import Carrier, Strength, class_space, last_word, linked, surest
from .following import Follower
from .meaning import LINE_END, Bound, ClassAt, FunctionAt, Parameter, Place, PlacedUnit, before
from .origins import alias, origin
from .passing import passed
from .subjects import Subjects

_CASTS = frozenset(
    {"str", "set", "list", "tuple", "sorted", "frozenset", "next", "iter", "repr", "enumerate", "reversed", "Path", "basename"}
)
_NORMALISERS = frozenset(
    {"lower", "casefold", "strip", "lstrip", "rstrip", "upper", "replace", "removesuffix", "removeprefix", "split", "rsplit", "partition"}
    | {"rpartition", "title", "capitalize", "copy", "resolve", "as_posix", "expanduser", "keys", "tolist", "format", "get"}
)
_TEXT_CONFIGS = ("text_config", "get_text_config", "llm_config", "language_config")
_NEEDS_KNOWN_NAMES = frozenset({Space.PATH, Space.CHAT_TEMPLATE})
_CONVERSATIONS = frozenset({"conv", "conversation", "template", "chat_template", "conv_template"})
_NAMING = frozenset({"name", "get_name", "model_name", "model_type"})
_DEPTH_LIMIT = 24


class Carriers:
    """Judges expressions by the subjects of the configuration, and follows them; the answers are kept."""

    def __init__(self, follower: Follower, callers: Callers, subjects: Subjects) -> None:
        self._follow, self._callers, self.subjects = follower, callers, subjects
        self.answers = Answers(follower.index.asked, self._carrier, _DEPTH_LIMIT)
        self._of = self.answers.of
        self.is_family_key: Callable[[FunctionAt], bool] = lambda _: False  # set by the judge of what functions hand back

    def carrier(self, expr: Expr, place: Place) -> Carrier | None:
        """Return what *expr* carries at *place*, or None."""
        found = self._of(expr, place)
        return None if found is None or found.strength is Strength.REFUSED else found

    def _carrier(self, expr: Expr, place: Place) -> Carrier | None:
        match expr:
            case Attr(base, name):
                return self._attribute(base, name, place)
            case Item(base, Str(key)):
                return self._read(base, key, place)
            case Item(base, key):
                if isinstance(self._follow.meaning(base, place), ClassAt):
                    return self._of(key, place)  # a member of an enumeration by its name
                inner = self._of(base, place)
                return None if inner is None else replace(inner, many=False)
            case Name(name):
                return self._name(name, place)
            case Call():
                return self._call(expr, place)
            case Element(of, slot):
                return self._element(of, slot, place)
            case Comp(_, element, _, scope):
                inner = self._of(element, Place(place.unit, scope, place.block, LINE_END))
                return None if inner is None else replace(inner, many=True)
            case _:
                return self._combined(expr, place)

    def _combined(self, expr: Expr, place: Place) -> Carrier | None:
        match expr:
            case Either(options) | Coll(_, options, _):
                return self._first(options, place)
            case Binary("+" | "%", left, right):
                return self._first((left, right), place)
            case Binary(_, left, _):
                return self._of(left, place)
            case Pieces(parts):
                return self._first(parts, place)
            case _:
                return None

    def _first(self, options: Sequence[Expr], place: Place) -> Carrier | None:
        found = [one for option in options if (one := self._of(option.value if isinstance(option, Star) else option, place))]
        return surest(found)

    # -- attributes and keys

    def _attribute(self, base: Expr, name: str, place: Place) -> Carrier | None:
        match name:
            case "__name__" | "__qualname__":
                return self._class_name(base, place)
            case "__class__":
                return self._class_of(base, place)
            case "__module__":
                return replace(self._class_name(base, place), space=Space.CLASS_QUALNAME, key=name)
            case _:
                return self._read(base, name, place)

    def _read(self, base: Expr, name: str, place: Place) -> Carrier | None:
        origin = f"{self.origin(base, place)}.{name}"
        if name in self.subjects.strong:
            space = self.subjects.strong[name]
            if space is Space.MODEL_TYPE and last_word(alias(self._follow, base, place)).startswith(_TEXT_CONFIGS):
                space = Space.TEXT_MODEL_TYPE
            strength = Strength.HINTED if space in _NEEDS_KNOWN_NAMES else Strength.STRONG
            return Carrier(space=space, strength=strength, confidence=Confidence.EXACT, origin=origin, key=name, many=name.endswith("s"))
        bare = Carrier(space=Space.UNKNOWN, strength=Strength.BARE, confidence=Confidence.INFERRED, origin=origin, key=name)
        if not self.subjects.never.isdisjoint(origin.split(".")[1:]):
            return replace(bare, strength=Strength.REFUSED)
        stored = self._stored(base, name, place)
        if stored is not None:
            return stored
        if name in self.subjects.hinted:
            return replace(bare, space=self.subjects.hinted[name], strength=Strength.HINTED)
        if name == "name" and last_word(base) in _CONVERSATIONS:
            return replace(bare, space=Space.CHAT_TEMPLATE, strength=Strength.HINTED)
        return bare

    def _stored(self, base: Expr, name: str, place: Place) -> Carrier | None:
        """Follow `self.kind = cfg.model_type`, and `os.environ["KIND"] = cfg.model_type`, to what was stored."""
        holder = dotted(base) or ""
        if holder.rpartition(".")[2] == "environ":
            return self._handed_on(name)
        if holder not in {"self", "cls"}:
            return None
        meaning = self._follow.meaning(Attr(base, name), place)
        if not isinstance(meaning, Bound):
            return None
        found = self._bound(meaning.definitions)
        return None if found is None else replace(found, key=name)

    def _handed_on(self, variable: str) -> Carrier | None:
        """Return what is put into an environment variable anywhere in the target."""
        stores = [
            (definition.value, Place(unit, definition.scope, definition.block, definition.span[0]))
            for unit, definition in self._follow.index.attribute("environ")
            if definition.op == "store" and definition.key == Str(variable)
        ]
        carried = [linked(one, at.where) for value, at in stores if (one := self._of(value, at)) is not None]
        found = surest(carried)
        if found is None or found.strength <= Strength.BARE:
            return None
        return replace(found, strength=Strength.HINTED, key=variable, origin=f"os.environ[{variable}]", many=False)

    def _bound(self, definitions: Iterable[tuple[PlacedUnit, Definition]]) -> Carrier | None:
        return surest([one for unit, definition in definitions if (one := self._defined(unit, definition)) is not None])

    def _defined(self, unit: PlacedUnit, definition: Definition) -> Carrier | None:
        if definition.op in {"annotation", "except", "with", "store", "op="}:
            return None
        at = Place(unit, definition.scope, definition.block, before(definition))
        inner = self._of(definition.value, at)
        return None if inner is None else linked(inner, at.where)

    # -- names

    def _name(self, name: str, place: Place) -> Carrier | None:
        found = self._named(name, place)
        refused = found is not None and name in self.subjects.never and found.strength is Strength.BARE
        return replace(found, strength=Strength.REFUSED) if found is not None and refused else found

    def _named(self, name: str, place: Place) -> Carrier | None:
        meaning = self._follow.name(name, place)
        match meaning:
            case Bound(definitions, _):
                if name.isupper() and all(isinstance(definition.value, Str | Coll) for _, definition in definitions):
                    return None  # a constant: it stands for names, and carries none
                return self._bound(definitions) or self.subjects.bare(name)
            case Parameter():
                own = self.subjects.bare(name)
                return None if own is None else self._given(meaning, own)
            case None:
                return self.subjects.bare(name) if name in self.subjects.hinted else None
            case _:
                return None

    def _given(self, parameter: Parameter, own: Carrier) -> Carrier:
        """Follow a parameter to the names that callers hand in."""
        given = [(expr, at) for expr, at in self._callers.given(parameter) if not isinstance(expr, Str | Opaque)]
        strong = [(one, at) for expr, at in given if (one := self._of(expr, at)) is not None and one.strength is Strength.STRONG]
        if not strong:
            return own
        one, at = strong[0]
        return replace(linked(one, at.where), strength=Strength.HINTED, key=own.key, named=own.named)

    # -- calls

    def _call(self, call: Call, place: Place) -> Carrier | None:
        func, args = call.func, call.args
        name = dotted(func)
        last = name.rpartition(".")[2] if name is not None else func.name if isinstance(func, Attr) else ""
        if name == "type" and len(args) == 1:
            return self._class_of(args[0], place)
        if last == "getenv" and args and isinstance(args[0], Str):
            return self._handed_on(args[0].value)
        if last == "join" and isinstance(func, Attr) and args:
            inner = self._of(args[0], place)
            return None if inner is None else replace(inner, many=False)
        if last in _CASTS and args:
            inner = self._of(args[0], place)
            if inner is None or last not in {"str", "repr"}:
                return inner
            return replace(inner, many=False, is_class=False, space=Space.CLASS_QUALNAME if inner.is_class else inner.space)
        if isinstance(func, Attr) and last in _NORMALISERS:
            return self._of(func.base, place)
        return self._returned(call, place)

    def _returned(self, call: Call, place: Place) -> Carrier | None:
        """Follow a getter of the target to the name it hands back, and an enumeration to what it is made from."""
        meaning = self._follow.meaning(call.func, place)
        match meaning:
            case ClassAt(_, cls, _) if call.args and any("Enum" in (dotted(base) or "") for base in cls.bases):
                return self._of(call.args[0], place)
            case None if isinstance(call.func, Attr) and not call.args and not call.keywords and call.func.name in _NAMING:
                return self._read(call.func.base, call.func.name, place)
            case FunctionAt() if meaning.function.has_body:
                return self._handed_back(meaning) or self._passed(meaning, call, place)
            case _:
                return None

    def _passed(self, at: FunctionAt, call: Call, place: Place) -> Carrier | None:
        """Follow a function that only spells anew what it is given to the argument."""
        told = passed(self._follow, at)
        args = () if told is None else bound(at, call).get(told.parameter, ())
        if told is None or len(args) != 1:
            return None
        found = self._attribute(args[0], told.attribute, place) if told.attribute else self._of(args[0], place)
        return None if found is None else linked(found, f"{at.unit.path}:{at.unit.first + at.function.span[0]}")

    def _handed_back(self, at: FunctionAt) -> Carrier | None:
        unit, hop = at.unit, f"{at.unit.path}:{at.unit.first + at.function.span[0]}"
        for item in unit.facts.returns:
            if item.scope != at.function.body or isinstance(item.value, Opaque | Str):
                continue
            found = self._of(item.value, Place(unit, item.scope, item.block, LINE_END))
            if found is not None and found.strength is Strength.STRONG:
                return linked(found, hop)
        if not self.is_family_key(at):
            return None
        name = at.function.name
        return Carrier(
            space=Space.UNKNOWN, strength=Strength.STRONG, confidence=Confidence.LINKED, origin=f"{name}()", key=name, via=(hop,)
        )

    def _element(self, of: Expr, slot: int | None, place: Place) -> Carrier | None:
        match of:
            case Call(Attr(_, "items" | "values" | "named_modules" | "named_parameters" | "named_children"), _, _) | Coll():
                return None
            case Call(Name("enumerate" | "zip" as func), args, _) if slot is not None and args:
                inner = self._of(args[min(slot, len(args) - 1) if func == "zip" else 0], place)
            case _:
                inner = self._of(of, place)
        if inner is None or inner.strength is Strength.BARE:
            return None
        return replace(inner, many=False)

    # -- classes

    def _class_of(self, base: Expr, place: Place) -> Carrier:
        origin = f"type({self.origin(base, place)})"
        space = class_space(last_word(base))
        return Carrier(space=space, strength=Strength.HINTED, confidence=Confidence.EXACT, origin=origin, key="__class__", is_class=True)

    def _class_name(self, base: Expr, place: Place) -> Carrier:
        inner = self._of(base, place)
        held = inner if inner is not None and inner.is_class else None
        exact = inner is None or inner.confidence is Confidence.EXACT
        return Carrier(
            space=held.space if held is not None else class_space(last_word(base)),
            strength=Strength.HINTED,
            confidence=Confidence.EXACT if exact else Confidence.LINKED,
            origin=f"{held.origin if held is not None else self.origin(base, place)}.__name__",
            key="__name__",
            via=inner.via if inner is not None else (),
        )

    def origin(self, expr: Expr, place: Place) -> str:
        """Return the text of what an expression reads, local aliases followed once."""
        return origin(self._follow, expr, place)
