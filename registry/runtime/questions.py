"""What shared code asks about a model, by its key: a fact, a capability, a section; hook points are in hooks.py.

A question is declared once, with the answer that holds where nobody says otherwise. `question.of(key)` is the answer; after the first
time it costs a lookup in a dictionary.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from .book import Book, Layer
from .callers import told
from .capabilities import Experimental, Support, Unsupported, support_fault
from .errors import AbsentKeyError, ExperimentalWarning, UnknownKeyError, UnsupportedError
from .markers import CLEARED, Marker
from .sections import section_fault

Answer = TypeVar("Answer")
REMEMBERED = 4096  # answers about keys that nobody registered; more of them are worked out each time


class Rules(Protocol):
    """What a question needs to know of its registry."""

    book: Book

    @property
    def unknown(self) -> str:
        """What a key gets that nobody registered: the default, or an error."""

    @property
    def absent(self) -> str:
        """What a key gets that names no model."""

    def unknown_key(self, space: str, key: str) -> UnknownKeyError:
        """Return the error that says that nobody registered a key."""


@dataclass(frozen=True)
class Source:
    """Where an answer comes from. *by* is a place `module:line`, `family NAME` or `default`; the rest is known of hooks."""

    by: str
    module: str | None = None
    name: str | None = None
    line: int | None = None


class _Answers(dict[Any, Answer]):
    """Answers by key; one that is missing is worked out."""

    __slots__ = ("_find",)

    def __init__(self, find: Callable[[Any], Answer]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: Any) -> Answer:
        return self._find(key)


class Question(Generic[Answer]):
    """One question, asked by keys of one space."""

    slot: ClassVar[str]
    of: Callable[[str | None], Answer]
    """Return the answer for a key. A key that is None, empty or no string is absent.

    Raises:
        BrokenOwnerError: the module that owns the key cannot be imported.
        SilentOwnerError: the module that owns the key did not register it.
        UnknownKeyError: nobody registered the key, and that is an error in this registry.
        AbsentKeyError: the key is absent, and that is an error in this registry.

    """

    def __init__(self, rules: Rules, name: str, space: str, default: Answer) -> None:
        """Declare a question; `Registry` does it."""
        self.name, self.space, self.default = name, space, default
        self._rules = rules
        self._answers: _Answers[Answer] = _Answers(self._find)
        rules.book.answers.append((space, self._answers))
        self.of = self._answers.__getitem__

    def __repr__(self) -> str:
        """Return its kind and name."""
        return f"<{type(self).__name__} {self.name}>"

    def fault(self, value: Any) -> str | None:
        """Return what is wrong with *value* as an answer, or None."""
        raise NotImplementedError

    def answers(self) -> Mapping[str, Answer]:
        """Return the answers for all known keys, sorted. All owners are imported; the errors are those of `of`."""
        return {key: self.of(key) for key in sorted(key for space, key in self._rules.book.addresses() if space == self.space)}

    def sources(self, key: str | None) -> tuple[Source, ...]:
        """Return where the answer for *key* comes from; the errors are those of `of`."""
        self.of(key)
        return self._sources(self._rules.book.layers((self.space, key or "")))

    def _find(self, key: Any) -> Answer:
        if not (isinstance(key, str) and key):
            if self._rules.absent == "error":
                raise AbsentKeyError(f"{self.name} is asked of the {self.space} {key!r}, which names no model")
            return self.default
        book, address = self._rules.book, (self.space, key)
        book.load(address)
        with book.lock:
            layers = book.layers(address)
            if not layers and self._rules.unknown == "error":
                raise self._rules.unknown_key(self.space, key)
            answer = self._resolve(layers) if layers else self.default
            if layers or len(self._answers) < REMEMBERED:
                self._answers[key] = answer
            return answer

    def _said(self, layers: tuple[Layer, ...]) -> tuple[int, Any] | None:
        """Return what the nearest layer says, with its place among the layers."""
        said = ((place, layer.template.said(self.slot)) for place, layer in enumerate(layers))
        return next(((place, held[self.name]) for place, held in said if self.name in held), None)

    def _resolve(self, layers: tuple[Layer, ...]) -> Answer:
        _, answer = self._said(layers) or (0, CLEARED)
        return self.default if answer is CLEARED else cast("Answer", answer)

    def _sources(self, layers: tuple[Layer, ...]) -> tuple[Source, ...]:
        said = self._said(layers)
        by = () if said is None else (Source(layers[said[0]].by),)
        return by if said and said[1] is not CLEARED else (*by, Source("default"))


class Fact(Question[Answer]):
    """A value that holds for a model and never changes; what has to be worked out is a hook."""

    slot = "facts"

    def fault(self, value: Any) -> str | None:
        """Return what is wrong with *value*: a value that can be changed would be changed for all who read it."""
        if isinstance(value, Marker):
            return f"{value!r} is no value; what is not said is inherited"
        try:
            hash(value)
        except TypeError:
            return f"{type(value).__name__} can be changed by whoever reads it: use a tuple, a frozenset, or a hook that makes a fresh one"
        return None


class Capability(Question[Support]):
    """Whether a model can do something."""

    slot = "capabilities"

    def fault(self, value: Any) -> str | None:
        """Return what is wrong with *value* as an answer."""
        return support_fault(value)

    def require(self, key: str | None) -> Support:
        """Return the answer for a key if the capability is allowed, with an `ExperimentalWarning` if it is an experiment.

        Raises:
            UnsupportedError: it is not; the reason is in the message. Others as `of`.

        """
        answer = self.of(key)
        if isinstance(answer, Unsupported):
            raise UnsupportedError(f"{key} does not support {self.name}: {answer.reason}")
        if isinstance(answer, Experimental):
            told(f"{self.name} is experimental for {key}: {answer.note}", ExperimentalWarning)
        return answer


class Section(Question[Answer]):
    """Facts that are read together. Where there is none, all its fields are at their defaults."""

    slot = "sections"

    def __init__(self, rules: Rules, kind: type[Answer], space: str) -> None:
        """Declare it by its dataclass; `Registry` does it."""
        super().__init__(rules, kind.__name__, space, kind())
        self.kind = kind

    def fault(self, value: Any) -> str | None:
        """Return what is wrong with *value* as an answer."""
        return section_fault(value) if type(value) is self.kind else f"it is no {self.kind.__module__}.{self.kind.__qualname__}"
