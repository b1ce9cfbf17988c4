"""Whether an expression carries a model's name, and of which key space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from ..extracting.expression import Attr, Binary, Call, Coll, Comp, Either, Element, Expr, Item, Name, Opaque, Pieces, Star, Str, dotted
from ..extracting.facts import Definition
from ...registry.space import Space
from ..inventory import Confidence
from .following import Follower
from .meaning import LINE_END, Bound, ClassAt, FunctionAt, Parameter, Place, PlacedUnit


class Strength(IntEnum):
    """How much an expression says of itself: the less, the more the names beside it must."""

    BARE = 0  # any local, parameter or attribute: all names beside it must be known
    HINTED = 1  # its own name says so (`arch`, `model_name`), or a class name: one known name beside it is enough
    STRONG = 2  # an attribute that always carries one (`config.model_type`)


@dataclass(frozen=True, slots=True, kw_only=True)
class Carrier:
    """An expression that carries a name."""

    space: Space
    strength: Strength
    confidence: Confidence
    origin: str  # what carries the name, aliases followed
    key: str  # last attribute or key of the origin: its identity
    many: bool = False  # holds several names (`architectures`)
    is_class: bool = False  # holds the class itself, not its name
    named: bool = False  # its own name says that it carries a name (`model_type_to_patch`)
    via: tuple[str, ...] = ()


_CASTS = frozenset({"str", "set", "list", "tuple", "sorted", "frozenset", "next", "iter", "repr", "enumerate", "reversed", "Path", "basename"})
_NORMALISERS = frozenset(
    {"lower", "casefold", "strip", "lstrip", "rstrip", "upper", "replace", "removesuffix", "removeprefix", "split", "rsplit", "partition"}
    | {"rpartition", "title", "capitalize", "join", "copy", "resolve", "as_posix", "expanduser", "keys", "tolist", "format"}
)
_CLASS_CASTS = frozenset({"type"})
_DEPTH_LIMIT = 24


class Carriers:
    """Judges expressions by the subjects of the configuration; the answers are kept."""

    def __init__(self, follower: Follower, strong: Mapping[str, Space], hinted: Mapping[str, Space], never: frozenset[str]) -> None:
        self._follow = follower
        self._strong, self._hinted, self._never = strong, hinted, never
        self._known: dict[tuple[int, int, int, int], Carrier | None] = {}
        self._open: set[tuple[int, int, int, int]] = set()

    def carrier(self, expr: Expr, place: Place) -> Carrier | None:
        """Return what *expr* carries at *place*, or None."""
        key = (id(expr), id(place.unit), place.scope, place.line)
        if key in self._known:
            return self._known[key]
        if key in self._open or len(self._open) > _DEPTH_LIMIT:
            return None
        self._open.add(key)
        try:
            found = self._carrier(expr, place)
        finally:
            self._open.discard(key)
        self._known[key] = found
        return found

    def _carrier(self, expr: Expr, place: Place) -> Carrier | None:
        match expr:
            case Attr(base, "__name__" | "__qualname__"):
                return self._class_name(base, place)
            case Attr(base, "__class__"):
                return self._class_of(base, place)
            case Attr(base, name):
                return self._read(base, name, place)
            case Item(base, Str(key)):
                return self._read(base, key, place)
            case Item(base, _):
                inner = self.carrier(base, place)
                return None if inner is None else replace(inner, many=False)
            case Name(name):
                return self._name(name, place)
            case Call(func, args, _):
                return self._call(func, args, place)
            case Either(options) | Coll(_, options, _):
                return self._first(options, place)
            case Binary("+" | "%", left, right):
                return self._first((left, right), place)
            case Binary(_, left, _):
                return self.carrier(left, place)
            case Pieces(parts):
                return self._first(parts, place)
            case Element(of, slot):
                return self._element(of, slot, place)
            case Comp(_, element, _, scope):
                inner = self.carrier(element, Place(place.unit, scope, place.block, LINE_END))
                return None if inner is None else replace(inner, many=True)
            case _:
                return None

    def _first(self, options: Sequence[Expr], place: Place) -> Carrier | None:
        found = [one for option in options if (one := self.carrier(option.value if isinstance(option, Star) else option, place))]
        return max(found, key=lambda one: one.strength, default=None)

    # -- attributes and keys

    def _read(self, base: Expr, name: str, place: Place) -> Carrier | None:
        origin = f"{self.origin(base, place)}.{name}"
        if name in self._strong:
            space = self._strong[name]
            if space is Space.MODEL_TYPE and _last(base).startswith(("text_config", "llm_config", "language_config")):
                space = Space.TEXT_MODEL_TYPE
            strength = Strength.HINTED if space in _NEEDS_KNOWN_NAMES else Strength.STRONG
            return Carrier(space=space, strength=strength, confidence=self._told(base, place), origin=origin, key=name, many=name.endswith("s"))
        if name in self._never:
            return None
        stored = self._stored(base, name, place)
        if stored is not None:
            return stored
        if name in self._hinted:
            return Carrier(space=self._hinted[name], strength=Strength.HINTED, confidence=Confidence.INFERRED, origin=origin, key=name)
        return Carrier(space=Space.UNKNOWN, strength=Strength.BARE, confidence=Confidence.INFERRED, origin=origin, key=name)

    def _told(self, base: Expr, place: Place) -> Confidence:
        del base, place
        return Confidence.EXACT

    def _stored(self, base: Expr, name: str, place: Place) -> Carrier | None:
        """Follow `self.kind = cfg.model_type` to what was stored."""
        if dotted(base) not in {"self", "cls"}:
            return None
        meaning = self._follow.meaning(Attr(base, name), place)
        if not isinstance(meaning, Bound):
            return None
        found = self._bound(meaning)
        return None if found is None else replace(found, key=name)

    def _bound(self, meaning: Bound) -> Carrier | None:
        best: Carrier | None = None
        for unit, definition in meaning.definitions:
            one = self._defined(unit, definition)
            if one is not None and (best is None or one.strength > best.strength):
                best = one
        return best

    def _defined(self, unit: PlacedUnit, definition: Definition) -> Carrier | None:
        if definition.op in {"annotation", "except", "with", "store", "op="}:
            return None
        at = Place(unit, definition.scope, definition.block, definition.span[0])
        inner = self.carrier(definition.value, at)
        if inner is None:
            return None
        confidence = Confidence.LINKED if inner.confidence is Confidence.EXACT else inner.confidence
        return replace(inner, confidence=confidence, via=(at.where, *inner.via)[:8])

    # -- names

    def _name(self, name: str, place: Place) -> Carrier | None:
        meaning = self._follow.name(name, place)
        match meaning:
            case Bound():
                found = self._bound(meaning)
                if found is not None:
                    return found
                return self._bare(name)
            case Parameter():
                return self._bare(name)
            case None:
                return self._bare(name) if name in self._hinted else None
            case _:
                return None

    def _bare(self, name: str) -> Carrier | None:
        """A parameter or a local that nothing says more of."""
        if name in self._never:
            return None
        lowered = name.lower().lstrip("_")
        for subject, space in self._strong.items():
            if f"_{subject}_" in f"_{lowered}_" or f"_{subject}s_" in f"_{lowered}_":
                many = name.endswith("s") and lowered != "s"
                return Carrier(
                    space=space, strength=Strength.HINTED, confidence=Confidence.INFERRED, origin=name, key=name, many=many, named=True
                )
        if lowered in self._hinted:
            space = self._hinted[lowered]
            return Carrier(space=space, strength=Strength.HINTED, confidence=Confidence.INFERRED, origin=name, key=name)
        return Carrier(space=Space.UNKNOWN, strength=Strength.BARE, confidence=Confidence.INFERRED, origin=name, key=name)

    # -- calls

    def _call(self, func: Expr, args: Sequence[Expr], place: Place) -> Carrier | None:
        name = dotted(func)
        last = name.rpartition(".")[2] if name is not None else func.name if isinstance(func, Attr) else ""
        if name in _CLASS_CASTS and len(args) == 1:
            return self._class_of(args[0], place)
        if last in _CASTS and args:
            inner = self.carrier(args[0], place)
            if inner is not None and inner.is_class and last in {"str", "repr"}:
                return replace(inner, is_class=False, space=Space.CLASS_QUALNAME)
            return inner
        if isinstance(func, Attr) and last in _NORMALISERS:
            if last == "join" and args:
                return self.carrier(args[0], place)
            return self.carrier(func.base, place)
        if isinstance(func, Attr) and last == "get":
            inner = self.carrier(func.base, place)
            return inner
        return self._returned(func, args, place)

    def _returned(self, func: Expr, args: Sequence[Expr], place: Place) -> Carrier | None:
        """Follow a getter of the target to the name it hands back."""
        meaning = self._follow.meaning(func, place)
        if not isinstance(meaning, FunctionAt) or not meaning.function.has_body:
            return None
        unit = meaning.unit
        for item in unit.facts.returns:
            if item.scope != meaning.function.body or isinstance(item.value, Opaque | Str):
                continue
            found = self.carrier(item.value, Place(unit, item.scope, item.block, LINE_END))
            if found is not None and found.strength is Strength.STRONG:
                hop = f"{unit.path}:{unit.first + meaning.function.span[0]}"
                confidence = Confidence.LINKED if found.confidence is Confidence.EXACT else found.confidence
                return replace(found, confidence=confidence, via=(hop, *found.via)[:8])
        del args
        return None

    def _element(self, of: Expr, slot: int | None, place: Place) -> Carrier | None:
        match of:
            case Call(Attr(_, "items" | "values" | "named_modules" | "named_parameters" | "named_children"), _, _):
                return None
            case Call(Name("enumerate" | "zip"), args, _) if slot is not None and args:
                inner = self.carrier(args[min(slot, len(args) - 1) if dotted(of.func) == "zip" else 0], place)
            case Coll():
                return None
            case _:
                inner = self.carrier(of, place)
        if inner is None or inner.strength is Strength.BARE:
            return None
        return replace(inner, many=False)

    # -- classes

    def _class_of(self, base: Expr, place: Place) -> Carrier:
        origin = f"type({self.origin(base, place)})"
        return Carrier(
            space=_class_space(_last(base)), strength=Strength.HINTED, confidence=Confidence.EXACT, origin=origin, key="__class__", is_class=True
        )

    def _class_name(self, base: Expr, place: Place) -> Carrier:
        inner = self._holder(base, place)
        origin = inner.origin if inner is not None and inner.is_class else self.origin(base, place)
        space = inner.space if inner is not None and inner.is_class else _class_space(_last(base))
        return Carrier(
            space=space,
            strength=Strength.HINTED,
            confidence=Confidence.EXACT if inner is None or inner.confidence is Confidence.EXACT else Confidence.LINKED,
            origin=f"{origin}.__name__",
            key="__name__",
            via=inner.via if inner is not None else (),
        )

    def _holder(self, base: Expr, place: Place) -> Carrier | None:
        return self.carrier(base, place)

    def origin(self, expr: Expr, place: Place) -> str:
        """Return the text of what an expression reads, local aliases followed once."""
        match expr:
            case Name(name):
                meaning = self._follow.name(name, place)
                if isinstance(meaning, Bound) and len(meaning.definitions) == 1:
                    unit, definition = meaning.definitions[0]
                    if definition.op == "=" and isinstance(definition.value, Attr) and unit is place.unit:
                        return dotted(definition.value) or name
                return name
            case Attr(base, name):
                return f"{self.origin(base, place)}.{name}"
            case Item(base, Str(key)):
                return f"{self.origin(base, place)}.{key}"
            case Item(base, _):
                return f"{self.origin(base, place)}[]"
            case Call(func, _, _):
                return f"{dotted(func) or '…'}()"
            case Either(options) if options:
                return self.origin(options[0], place)
            case _:
                return "…"


_NEEDS_KNOWN_NAMES = frozenset({Space.PATH, Space.CHAT_TEMPLATE})


def _last(expr: Expr) -> str:
    match expr:
        case Attr(_, name) | Name(name):
            return name
        case Item(_, Str(key)):
            return key
        case Item(base, _) | Call(base, _, _):
            return _last(base)
        case _:
            return ""


def _class_space(name: str) -> Space:
    lowered = name.lower()
    if "processor" in lowered:
        return Space.PROCESSOR
    return Space.TOKENIZER if "tokenizer" in lowered else Space.CLASS_NAME
