"""The registry itself: where questions are declared, and descriptors registered."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Literal, ParamSpec, TypeVar

from .book import Book, Owner
from .callers import caller
from .capabilities import Support
from .errors import BrokenOwnerError, DeclarationError, SilentOwnerError, UnknownKeyError
from .hooks import HookPoint, Kind
from .lifecycle import Context, Lifecycle
from .matching import Matcher
from .questions import Capability, Fact, Question, Section
from .registering import Registering
from .sections import declaration_fault
from .templates import Descriptor

A = TypeVar("A")
C = TypeVar("C", bound=Context)
P = ParamSpec("P")
Q = TypeVar("Q", bound=Question[Any])
R = TypeVar("R")
Policy = Literal["default", "error"]
Owners = Mapping[str, Mapping[str, "str | tuple[str, ...] | Owner"]]


class Registry:
    """Descriptors of models, the questions that may be asked of them, and the modules that own their keys.

    One registry lives in one module of shared code, which declares all questions below it and imports no model.
    """

    def __init__(
        self, name: str, *, spaces: tuple[str, ...], unknown: Policy, absent: Policy = "default", owners: Owners | None = None
    ) -> None:
        """Declare a registry.

        Args:
            name: what messages call it.
            spaces: the kinds of keys that it has; questions are asked in the first unless they say otherwise.
            unknown: what `of` does with a key that nobody registered: answer with the default, or raise.
            absent: the same for a key that is None, empty or no string.
            owners: by space and key the module that registers the key, imported when the key is first asked for.

        Raises:
            DeclarationError: there is no space, or a policy or an owner is none.

        """
        if not spaces or {unknown, absent} - {"default", "error"}:
            raise DeclarationError(f"registry {name}: it needs a space, and policies 'default' or 'error', not {unknown!r} and {absent!r}")
        self.name, self.spaces, self.unknown, self.absent = name, spaces, unknown, absent
        self.book = Book()
        self._questions: dict[str, Question[Any]] = {}
        self._matchers: dict[str, Matcher[Any]] = {}
        self._registering = Registering(self.book, name, spaces, self._questions, self._matchers)
        for space, owned in (owners or {}).items():
            for key, owner in owned.items():
                self.own(key, owner, space=space)

    def __repr__(self) -> str:
        """Return its name."""
        return f"<Registry {self.name}>"

    # Declaring

    def fact(self, name: str, default: A, *, space: str | None = None) -> Fact[A]:
        """Declare a fact and what holds where nobody says otherwise. As all declarations, it raises DeclarationError for a name held twice."""
        fact = Fact(self, name, self._space(space), default)
        if fault := fact.fault(default):
            raise DeclarationError(f"registry {self.name}: the default of the fact {name}: {fault}")
        return self._declared(fact)

    def capability(self, name: str, default: Support, *, space: str | None = None) -> Capability:
        """Declare a capability and what holds where nobody says otherwise."""
        capability = Capability(self, name, self._space(space), default)
        if fault := capability.fault(default):
            raise DeclarationError(f"registry {self.name}: the default of the capability {name}: {fault}")
        return self._declared(capability)

    def section(self, kind: type[A], *, space: str | None = None) -> Section[A]:
        """Declare a section by its frozen dataclass, each field of which is a `reason()` or a `keyword(…)`."""
        if fault := declaration_fault(kind):
            raise DeclarationError(f"registry {self.name}: no section: {fault}")
        return self._declared(Section(self, kind, self._space(space)))

    def effect(self, name: str, *, space: str | None = None) -> Callable[[Callable[P, R]], HookPoint[P, R]]:
        """Declare by its default function a hook point where models do something."""
        return lambda default: self._point(name, space, "effect", default)

    def value(self, name: str, *, space: str | None = None) -> Callable[[Callable[P, R]], HookPoint[P, R]]:
        """Declare by its default function a hook point where models give a value."""
        return lambda default: self._point(name, space, "value", default)

    def predicate(self, name: str, *, space: str | None = None) -> Callable[[Callable[P, bool]], HookPoint[P, bool]]:
        """Declare by its default function a hook point where models say yes or no."""
        return lambda default: self._point(name, space, "predicate", default)

    def adjust(self, name: str, *, space: str | None = None) -> Callable[[Callable[P, R]], HookPoint[P, R]]:
        """Declare by its default function a hook point where models change the first argument, and return it."""
        return lambda default: self._point(name, space, "adjust", default)

    def matcher(self, name: str, *, space: str | None = None) -> Callable[[Callable[P, bool]], Matcher[P]]:
        """Declare evidence by which models are known before their key is, by a function with the parameters of matchers."""

        def declare(like: Callable[P, bool]) -> Matcher[P]:
            if name in self._matchers:
                raise DeclarationError(f"registry {self.name}: the matcher {name} is declared twice")
            return self._matchers.setdefault(name, Matcher(self.book, name, self._space(space), like))

        return declare

    def lifecycle(self, kind: type[C], *, space: str | None = None) -> Lifecycle[C]:
        """Declare an effect point for each phase of a context; it has the phase's name and gives the context."""

        def phase(context: C) -> None:
            """Do nothing."""

        return Lifecycle(kind, {name: self._point(name, space, "effect", phase) for name in kind.phases})

    # Filling

    def own(self, key: str, owner: str | tuple[str, ...] | Owner, *, space: str | None = None) -> None:
        """Say which module, or modules, register or extend a key; a key that has an owner gets further ones.

        Raises:
            DeclarationError: there is no such space, the key is empty, or no module is named by its full dotted name.

        """
        held = Owner(owner) if isinstance(owner, str) else owner if isinstance(owner, Owner) else Owner(*owner)
        if not key or not held.modules or any(not part.isidentifier() for module in held.modules for part in module.split(".")):
            raise DeclarationError(f"registry {self.name}: {key!r} is owned by {held.modules}: name a key, and modules in full")
        self._registering.own((self._space(space), key), held)

    def register(self, descriptor: Descriptor, *, override: bool = False, module: str | None = None) -> Descriptor:
        """Register a descriptor under all its keys, or under none, and return it.

        Args:
            descriptor: what is registered.
            override: take the keys over from whoever owns or registered them, with an `OverrideWarning`, in whatever order modules load.
            module: who registers; the caller's module unless given.

        Raises:
            DuplicateKeyError: another descriptor has one of the keys, or another module owns it.
            DuplicateAnswerError: an extension of one of the keys answers a question that the descriptor answers too.
            RegistrationError: an answer does not fit its question, or there is no such question.

        """
        called, line = caller()
        self._registering.register(descriptor, module or called, line, override=override)
        return descriptor

    def extend(self, descriptor: Descriptor, *, module: str | None = None) -> Descriptor:
        """Add answers to keys that others describe, under all its keys or under none, and return the descriptor.

        Raises:
            DuplicateAnswerError: a question is answered already, by the descriptor or by another extension.
            RegistrationError: as `register`; also where it brings a family or matchers, or where another module owns one of the keys.

        """
        called, line = caller()
        self._registering.extend(descriptor, module or called, line)
        return descriptor

    # Looking

    @property
    def questions(self) -> Mapping[str, Question[Any]]:
        """All questions by name."""
        return MappingProxyType(self._questions)

    @property
    def matchers(self) -> Mapping[str, Matcher[Any]]:
        """All matchers by name."""
        return MappingProxyType(self._matchers)

    def keys(self, space: str | None = None) -> tuple[str, ...]:
        """Return all keys of a space, sorted: those that are owned and those that are registered. Nothing is imported."""
        wanted = self._space(space)
        return tuple(sorted(key for held, key in self.book.addresses() if held == wanted))

    def owner(self, key: str, space: str | None = None) -> tuple[str, ...]:
        """Return the modules that own a key; none for one that is not owned. Nothing is imported."""
        owner = self.book.owners.get((self._space(space), key))
        return () if owner is None else owner.modules

    def find(self, key: str | None, space: str | None = None) -> Descriptor | None:
        """Return the descriptor registered under a key, whatever the policies; its owner is imported.

        Raises:
            BrokenOwnerError, SilentOwnerError: as `Question.of`.

        """
        address = (self._space(space), key or "")
        self.book.load(address)
        self.book.layers(address)
        record = self.book.record(address)
        return None if record is None else record.descriptor

    def load(self) -> tuple[BrokenOwnerError | SilentOwnerError, ...]:
        """Import all owners, and return what is wrong with them; for tools and tests."""
        faults: list[BrokenOwnerError | SilentOwnerError] = []
        for address in sorted(self.book.owners):
            try:
                self.book.load(address)
                self.book.layers(address)
            except (BrokenOwnerError, SilentOwnerError) as error:
                faults.append(error)
        return tuple(faults)

    def isolated(self) -> AbstractContextManager[None]:
        """Return a context that undoes at its end what was registered, extended and owned in it. It holds for the whole process."""
        return self.book.isolated()

    def unknown_key(self, space: str, key: str) -> UnknownKeyError:
        """Return the error that says that nobody registered a key, with those that are near."""
        near = get_close_matches(key, self.keys(space))
        return UnknownKeyError(f"registry {self.name} has no {space} {key!r}" + (f"; near it are {', '.join(near)}" if near else ""))

    def _space(self, space: str | None) -> str:
        if space is not None and space not in self.spaces:
            raise DeclarationError(f"registry {self.name} has no space {space!r}; it has {', '.join(self.spaces)}")
        return space or self.spaces[0]

    def _point(self, name: str, space: str | None, kind: Kind, default: Callable[P, R]) -> HookPoint[P, R]:
        point = HookPoint(self, name, self._space(space), kind, default)
        if kind == "adjust" and not point.signature.parameters:
            raise DeclarationError(f"registry {self.name}: the hook point {name} adjusts its first parameter, and has none")
        return self._declared(point)

    def _declared(self, question: Q) -> Q:
        if question.name in self._questions:
            raise DeclarationError(f"registry {self.name}: {self._questions[question.name]!r} is declared already: {question!r}")
        self._questions[question.name] = question
        return question
