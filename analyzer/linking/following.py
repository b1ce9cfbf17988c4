"""How a name in a unit is followed to what it stands for."""

from collections.abc import Iterator, Sequence

from ..extracting.expression import Attr, Call, Coll, Expr, Name, Opaque, dotted
from ..extracting.facts import Block, Definition, Import
from .asked import Known
from .index import Index
from .meaning import LINE_END, Bound, ClassAt, External, FunctionAt, Meaning, ModuleAt, Parameter, Place, PlacedUnit


class Follower:
    """Follows names through scopes, classes, imports and re-exports."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._ancestors = Known[str, tuple[str, ...]]()
        self._asked = index.asked

    def meaning(self, expr: Expr, place: Place) -> Meaning | None:
        """Return what a name or a chain of attributes stands for, or None where nobody says."""
        match expr:
            case Name(name):
                return self.name(name, place)
            case Attr(Name("self" | "cls") as base, name) if (owner := self.owner(place)) is not None:
                del base
                return self.member(owner, name) or self._self_attribute(owner, name, place)
            case Attr(Call(Name("type"), (Name("self"),), _), name) | Attr(Attr(Name("self"), "__class__"), name):
                owner = self.owner(place)
                return None if owner is None else self.member(owner, name)
            case Attr(base, name):
                return self.attribute(self.meaning(base, place), name) or self._unread(expr, place)
            case _:
                return None

    def _unread(self, expr: Attr, place: Place) -> Meaning | None:
        """Find `Class.NAME` where the class's header has not been read, only its member."""
        name = dotted(expr)
        if name is None or name.partition(".")[0] in {"self", "cls"}:
            return None
        self._asked.names.add(f"{place.unit.module}.{name}")
        found = self.index.definitions.get(f"{place.unit.module}.{name}")
        return Bound(tuple(reversed(found)), f"{place.unit.module}.{name}") if found else None

    def owner(self, place: Place) -> str | None:
        """Return the qualified name of the class around *place*."""
        unit, scope = place.unit, place.scope
        while scope:
            at = unit.facts.scopes[scope]
            if at.form == "class":
                return self.index.qualified(unit, at.parent, at.name)
            scope = at.parent
        for depth in range(len(unit.steps), 0, -1):
            if unit.steps[depth - 1][1] == "class":
                return ".".join(filter(None, (unit.module, *unit.outer[:depth])))
        return None

    def _self_attribute(self, owner: str, name: str, place: Place) -> Bound | None:
        found = [
            (unit, definition)
            for unit, definition in self.index.attribute(name)
            if definition.name in {f"self.{name}", f"cls.{name}"} and self._family(owner, self.owner(Place(unit, definition.scope, (), 0)))
        ]
        del place
        return Bound(tuple(found), f"{owner}.{name}") if found else None

    def _family(self, one: str, other: str | None) -> bool:
        return other is not None and (one == other or other in self.ancestors(one) or one in self.ancestors(other))

    def ancestors(self, qualified: str) -> tuple[str, ...]:
        """Return the target's own classes that *qualified* inherits from, nearest first."""
        return self._asked.once(self._ancestors, qualified, lambda: self._inherited(qualified))

    def _inherited(self, qualified: str) -> tuple[str, ...]:
        found: list[str] = []
        queue = [qualified]
        while queue and len(found) < _ANCESTORS_LIMIT:
            at = self.index.cls(queue.pop(0))
            if at is None:
                continue
            for base in at.cls.bases:
                name = self._base(base, at)
                if name is not None and name not in found and name != qualified:
                    found.append(name)
                    queue.append(name)
        return tuple(found)

    def _base(self, base: Expr, at: ClassAt) -> str | None:
        """Return the qualified name of a base class, its header read or not."""
        match self.meaning(base, Place(at.unit, at.cls.scope, (), LINE_END)):
            case ClassAt(_, _, qualified) | External(qualified):
                return qualified
            case None:
                name = dotted(base)
                return None if name is None else f"{at.unit.module}.{name}"
            case _:
                return None

    def lineage(self, place: Place) -> tuple[str, ...]:
        """Return the class around *place* and those that it inherits from, as far as they are known."""
        owner = self.owner(place)
        return () if owner is None else (owner, *self.ancestors(owner))

    def set_by_heirs(self, name: str, place: Place) -> Iterator[tuple[PlacedUnit, Definition]]:
        """Yield where the target's classes that inherit from the one around *place* set a member to a display."""
        owner = self.owner(place)
        for unit, definition in self.index.attribute(name) if owner is not None else ():
            held_by = self.index.qualified(unit, definition.scope, "")
            if isinstance(definition.value, Coll) and "." not in definition.name and owner in self.ancestors(held_by):
                yield unit, definition

    def member(self, owner: str, name: str) -> Meaning | None:
        """Return a member of a class, inherited ones included."""
        for candidate in (owner, *self.ancestors(owner)):
            found = self.globally(f"{candidate}.{name}")
            if found is not None and not isinstance(found, External):
                return found
        return None

    def attribute(self, base: Meaning | None, name: str) -> Meaning | None:
        """Return `base.name`."""
        match base:
            case ModuleAt(module):
                return self.globally(f"{module}.{name}") or External(f"{module}.{name}")
            case ClassAt(_, _, qualified):
                return self.member(qualified, name)
            case External(known):
                return self.imported(f"{known}.{name}")
            case _:
                return None

    def name(self, name: str, place: Place) -> Meaning | None:
        """Return what a bare name stands for at *place*."""
        unit, scope, first = place.unit, place.scope, True
        line, block = place.line, place.block
        while True:
            at = unit.facts.scopes[scope]
            visible = at.form != "class" or first
            if visible and (found := self._in_scope(unit, scope, name, line, block)) is not None:
                return found
            if scope == 0:
                break
            if at.form != "comprehension":
                first, line, block = False, LINE_END, ()
            scope = at.parent
        return self._around(unit, name, at_class_level=first)

    def _in_scope(self, unit: PlacedUnit, scope: int, name: str, line: int, block: Block) -> Meaning | None:
        local = self.index.local.get((id(unit), scope), {}).get(name)
        if local is not None and all(definition.op in MUTATIONS for definition in local):
            local = None  # what it changes is bound elsewhere
        if scope == 0 and local is not None and not unit.steps:
            return None  # a module's name may be bound in several units: asked for below
        if local is not None and isinstance(item := self.index.things.get((id(unit), scope, name)), Import) and _is_blank(local):
            return self._import(unit, item)  # `x = None`, where the import may fail
        if local is not None:
            return self._reaching(unit, scope, name, local, line, block)
        if name in unit.facts.scopes[scope].params:
            return Parameter(unit, scope, name)
        if scope == 0 and not unit.steps:
            return None
        match self.index.things.get((id(unit), scope, name)):
            case FunctionAt() | ClassAt() as found:
                return found
            case None:
                return None
            case item:
                return self._import(unit, item)

    def _reaching(self, unit: PlacedUnit, scope: int, name: str, local: Sequence[Definition], line: int, block: Block) -> Meaning:
        """Return the definitions that may reach a use: backwards from it to the first that is sure to have run."""
        reaching: list[tuple[PlacedUnit, Definition]] = []
        sure = False
        for definition in reversed(local):
            if definition.span[0] > line or _other_arm(definition.block, block):
                continue
            reaching.append((unit, definition))
            if definition.op in {"=", "for", "with", "except"} and definition.block == block[: len(definition.block)]:
                sure = True
                break
        if not sure and name in unit.facts.scopes[scope].params and not reaching:
            return Parameter(unit, scope, name)
        return Bound(tuple(reaching) or tuple((unit, definition) for definition in local), self.index.qualified(unit, scope, name))

    def _around(self, unit: PlacedUnit, name: str, *, at_class_level: bool) -> Meaning | None:
        if at_class_level and unit.steps and unit.steps[-1][1] == "class":
            found = self.globally(".".join(filter(None, (unit.module, *unit.outer, name))))
            if found is not None and not isinstance(found, External):
                return found
        found = self.globally(f"{unit.module}.{name}" if unit.module else name)
        if found is not None:
            return found
        return None

    def _import(self, unit: PlacedUnit, item: Import) -> Meaning:
        return self.imported(self._bound_by(unit, item))

    def _bound_by(self, unit: PlacedUnit, item: Import) -> str:
        target = self.index.absolute(unit, item)
        return target.partition(".")[0] if item.name is None and item.local == item.module else target  # `import a.b` binds `a`

    def imported(self, target: str) -> Meaning:
        """Return what a dotted name stands for, whether it is the target's or not."""
        return self.globally(target) or External(target)

    def globally(self, qualified: str, depth: int = 0) -> Meaning | None:
        """Return what a fully qualified name stands for in the target, or None; re-exports are followed."""
        self._asked.names.add(qualified)
        if qualified in self.index.definitions and not self._is_fallback(qualified):
            return Bound(tuple(reversed(self.index.definitions[qualified])), qualified)
        if (function := self.index.functions.get(qualified)) is not None:
            return function
        if (cls := self.index.classes.get(qualified)) is not None:
            return cls
        if qualified in self.index.paths:
            return ModuleAt(qualified)
        if depth > _HOPS_LIMIT:
            return None
        head, _, last = qualified.rpartition(".")
        if head in self.index.imports and last in self.index.imports[head]:
            target = self._bound_by(*self.index.imports[head][last])
            return None if target == qualified else self.globally(target, depth + 1) or External(target)
        for module in self.index.stars.get(head, ()):
            if (found := self.globally(f"{module}.{last}", depth + 1)) is not None:
                return found
        if head and not self.index.is_module(head) and head not in self.index.classes:
            return self._shifted(qualified, depth)
        return None

    def _is_fallback(self, qualified: str) -> bool:
        """Whether a name is imported, and otherwise only set to None (`except ImportError`) or changed."""
        head, _, last = qualified.rpartition(".")
        return last in self.index.imports.get(head, ()) and all(
            isinstance(definition.value, Opaque) or definition.op in MUTATIONS for _, definition in self.index.definitions[qualified]
        )

    def _shifted(self, qualified: str, depth: int) -> Meaning | None:
        """Try the name from another root: the target's folder may be the package itself, or hold it deeper down."""
        parts = qualified.split(".")
        if parts[0] == self.index.package:
            return self.globally(".".join(parts[1:]), depth + _HOPS_LIMIT)
        for end in range(len(parts), 1, -1):
            known = self.index.deeper(".".join(parts[:end]))
            if known is not None:
                return self.globally(".".join([known, *parts[end:]]), depth + _HOPS_LIMIT)
        return None


MUTATIONS = frozenset({"store", "append", "add", "update", "extend", "insert", "discard", "remove", "setdefault"})
_ANCESTORS_LIMIT = 40
_HOPS_LIMIT = 6


def _is_blank(definitions: Sequence[Definition]) -> bool:
    return all(isinstance(definition.value, Opaque) for definition in definitions)


def _other_arm(one: Block, other: Block) -> bool:
    """Whether two places lie in different arms of one compound statement."""
    for (compound, arm), (compound_too, arm_too) in zip(one, other, strict=False):
        if compound != compound_too:
            return False
        if arm != arm_too:
            return True
    return False
