"""Lifecycle phases: what a hook is given at each boundary of loading, training and saving a model."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NoReturn, TypeVar, overload

from .callers import told
from .errors import AbsentFieldError, DeclarationError
from .hooks import HookPoint

T = TypeVar("T")
C = TypeVar("C", bound="Context")
_REQUIRED: Any = object()
_OWN = ("fields", "given", "phase", "phases", "renamed")


class Field(Generic[T]):
    """A field of a context. It exists from phase *since* (the first) to phase *until* (the last).

    Without a *default* whoever enters one of these phases has to give it.
    """

    def __init__(self, *, since: str | None = None, until: str | None = None, default: T = _REQUIRED) -> None:
        """Declare in which phases it exists."""
        self.since, self.until, self.default = since, until, default

    def __set_name__(self, owner: "type[Context]", name: str) -> None:
        """Learn its name."""
        self.name = name

    @overload
    def __get__(self, context: None, owner: "type[Context]") -> "Field[T]": ...
    @overload
    def __get__(self, context: "Context", owner: "type[Context]") -> T: ...
    def __get__(self, context: "Context | None", owner: "type[Context]") -> "Field[T] | T":
        """Return its value.

        Raises:
            AbsentFieldError: it does not exist in the phase of the context.

        """
        if context is None:
            return self
        if self.name not in context.given:
            raise AbsentFieldError(f"{owner.__name__}.{self.name} does not exist in phase {context.phase}: {self.span(owner)}")
        return context.given[self.name]  # type: ignore[no-any-return]  # as it was given

    def exists(self, owner: "type[Context]", phase: str) -> bool:
        """Return whether it exists in a phase."""
        first, last = owner.phases.index(self.since or owner.phases[0]), owner.phases.index(self.until or owner.phases[-1])
        return first <= owner.phases.index(phase) <= last

    def span(self, owner: "type[Context]") -> str:
        """Return in words where it exists."""
        return f"it exists from {self.since or owner.phases[0]} to {self.until or owner.phases[-1]}"


class Renamed(Generic[T]):
    """A deprecated field, whose place another one has taken. Both to give it and to read it is a DeprecationWarning.

    Given alone, it is the value of the new field too. Read, it is what was given, or else what *inside* finds in the new one.
    """

    def __init__(self, new: str, *, inside: Callable[[Any], T] = lambda value: value, removal: str) -> None:
        """Declare which field replaces it, how it is found there, and when it goes, in words."""
        self.new, self.inside, self.removal = new, inside, removal

    def __set_name__(self, owner: "type[Context]", name: str) -> None:
        """Learn its name."""
        self.name = name

    @overload
    def __get__(self, context: None, owner: "type[Context]") -> "Renamed[T]": ...
    @overload
    def __get__(self, context: "Context", owner: "type[Context]") -> T: ...
    def __get__(self, context: "Context | None", owner: "type[Context]") -> "Renamed[T] | T":
        """Return its value, with a DeprecationWarning; the error is that of the new field."""
        if context is None:
            return self
        new = getattr(context, self.new)
        self.warn(owner)
        return context.given[self.name] if self.name in context.given else self.inside(new)

    def warn(self, owner: "type[Context]") -> None:
        """Say that it is deprecated."""
        old, new = f"{owner.__name__}.{self.name}", f"{owner.__name__}.{self.new}"
        told(f"{old} is deprecated and goes with {self.removal}: use {new}", DeprecationWarning)


class Context:
    """What hooks of a phase are given. Declare a subclass with its phases in order and its fields; it knows which exist when.

    A context does not change; the objects in it may.
    """

    __slots__ = ("given", "phase")
    phases: ClassVar[tuple[str, ...]] = ()
    fields: ClassVar[Mapping[str, Field[Any]]] = {}
    renamed: ClassVar[Mapping[str, Renamed[Any]]] = {}
    given: Mapping[str, Any]
    phase: str

    def __init_subclass__(cls, *, phases: tuple[str, ...] = ()) -> None:
        """Collect the fields.

        Raises:
            DeclarationError: a phase is named twice, or a field names a phase or field that is none, or has a name of the context itself.

        """
        cls.phases = phases or cls.phases
        held = {name: value for each in reversed(cls.__mro__) for name, value in vars(each).items()}
        cls.fields = MappingProxyType({name: value for name, value in held.items() if isinstance(value, Field)})
        cls.renamed = MappingProxyType({name: value for name, value in held.items() if isinstance(value, Renamed)})
        wrong = {phase for each in cls.fields.values() for phase in (each.since, each.until) if phase is not None} - {*cls.phases}
        wrong |= {each.new for each in cls.renamed.values()} - {*cls.fields} | {*cls.fields, *cls.renamed} & {*_OWN}
        if wrong or not cls.phases or len(set(cls.phases)) < len(cls.phases):
            raise DeclarationError(
                f"{cls.__name__}: its phases are {cls.phases}, each once; no phases or fields: {', '.join(sorted(wrong)) or 'none'}"
            )

    def __init__(self, phase: str, **given: Any) -> None:
        """Make the context of a phase.

        Raises:
            DeclarationError: there is no such phase.
            TypeError: a field is given that does not exist in it, or one is missing.

        """
        cls = type(self)
        if phase not in cls.phases:
            raise DeclarationError(f"{cls.__name__} has no phase {phase!r}; it has {', '.join(cls.phases)}")
        for name in given.keys() & cls.renamed.keys():
            cls.renamed[name].warn(cls)
            given.setdefault(cls.renamed[name].new, given[name])
        existing = {name: each for name, each in cls.fields.items() if each.exists(cls, phase)}
        for name in given:
            if name not in existing and getattr(cls.renamed.get(name), "new", None) not in existing:
                known = f": {cls.fields[name].span(cls)}" if name in cls.fields else f"; its fields are {', '.join(existing)}"
                raise TypeError(f"{cls.__name__} has no {name} in phase {phase}{known}")
        defaults = {name: each.default for name, each in existing.items() if each.default is not _REQUIRED}
        if missing := existing.keys() - defaults.keys() - given.keys():
            raise TypeError(f"{cls.__name__} in phase {phase} needs {', '.join(sorted(missing))}")
        object.__setattr__(self, "phase", phase)
        object.__setattr__(self, "given", MappingProxyType({**defaults, **given}))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse."""
        raise AttributeError(f"{type(self).__name__}.{name} cannot be set: a context does not change")

    def __delattr__(self, name: str) -> NoReturn:
        """Refuse."""
        raise AttributeError(f"{type(self).__name__}.{name} cannot be deleted: a context does not change")

    def __repr__(self) -> str:
        """Return its phase and the names of its fields; their values may be whole models."""
        return f"<{type(self).__name__} {self.phase}: {', '.join(self.given)}>"


class Lifecycle(Generic[C]):
    """The phases of a context as effect points, in their order."""

    def __init__(self, kind: type[C], points: Mapping[str, HookPoint[[C], None]]) -> None:
        """Join a context and its points; `Registry.lifecycle` does it."""
        self.kind, self.points = kind, MappingProxyType(dict(points))

    def enter(self, phase: str, key: str | None, **given: Any) -> C:
        """Make the context of a phase, let the model's hooks act on it, and return it. Errors are those of the context and of `of`."""
        context = self.kind(phase, **given)
        self.points[phase].of(key)(context)
        return context
