"""One world: the stand-ins of everything that does not exist, the choices that a run makes, and what was done in it."""

import hashlib
import re
import types
from collections.abc import Mapping, Sequence
from typing import Any

from .choices import Choices
from .digest import Digests
from .learning import Learned
from .recorded import Recorded, RecordedType, is_recorded, path_of
from .remembering import RecordedInt, RecordedStr
from .restoring import put_back
from .showing import shown

_CALL = re.compile(r"\([^()]*\)")
_DEEPEST = 4  # collections inside collections that are told
_LONGEST = 1_000  # characters of a value that are told
_MOST = 20_000  # things that one run may do
_SYMBOL = "something else"
_NAMES = frozenset({"__name__", "__qualname__", "__module__"})  # which are texts, whatever they are the names of
_BUILTIN = (bool, bytes, dict, float, frozenset, int, list, set, str, tuple)
_LOGGERS = frozenset({"getLogger", "get_logger", "getChild"})
Vocabulary = Mapping[str, Sequence[Any]]
Flags = Mapping[str, tuple[str, Sequence[str], str]]  # key, names, where they are tied
_NONE: Flags = types.MappingProxyType({})


class TooMuchError(Exception):
    """A run did more than anyone would compare."""


class World:
    """What a run asks, and what it does."""

    def __init__(self, learned: Learned, vocabulary: Vocabulary, flags: Flags = _NONE, defined: frozenset[str] = frozenset()) -> None:
        """Take what is known of values: *vocabulary* holds, by last name, the names of models that a subject may carry.

        *flags* are attributes that are true where another one of the same object is one of some names: that one's name, and those. *defined* are the names of the classes that either side defines.
        """
        self._learned, self._vocabulary, self._flags, self._defined = learned, vocabulary, flags, defined
        self.digests = Digests()
        self.choices: Choices | None = None
        self.events: list[str] = []
        self.by_name = False  # functions are told by their name alone, and called themselves afterwards, instead of by what is in them
        self.handed: list[types.FunctionType] = []  # those that were told so
        self.read: set[types.CodeType] = set()  # functions that were told by what is in them
        self.unread = False  # text was to be run that nobody has: what it would define is not there
        self._values: list[Recorded] = []
        self._touched: list[Recorded] = []
        self._kept: dict[int, dict[str, Any]] = {}
        self._types: dict[str, RecordedType] = {}
        self._kept_types: dict[RecordedType, dict[str, Any]] = {}
        self._touched_types: list[RecordedType] = []
        self._showing: list[int] = []
        self._classes: dict[str, type] = {made.__name__: made for made in _BUILTIN}

    @property
    def learned(self) -> Learned:
        """What source text says about values."""
        return self._learned

    # -- what a run does

    def tell(self, kind: str, what: str, *values: Any) -> None:
        """Note that something was done; while code is loaded nobody listens."""
        if self.choices is not None:
            self.events.append(" ".join((kind, what, *map(self.show, values))))
            if len(self.events) > _MOST:
                raise TooMuchError(f"more than {_MOST} things were done")

    def called(self, path: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """Note a call, and return what it gives back: the same for the same arguments."""
        if (
            self.choices is None
            and len(args) == 1
            and not kwargs
            and isinstance(args[0], types.FunctionType | type | staticmethod | classmethod)
        ):
            return args[0]  # a decorator that is not there: what it decorates is what there is to compare
        name = self.last_name(path)
        if name in _LOGGERS:
            return self.value("logger", "", of_module=True)
        given = ", ".join((*map(self.show, args), *(f"{key}={self.show(value)}" for key, value in sorted(kwargs.items()))))
        self.tell("call", f"{path}({given})")
        return self.value(f"{path}({given})", name)

    # -- what a run asks

    def choose(self, key: str, domain: Sequence[Any]) -> Any:
        """Return an answer; while code is loaded the first of the domain."""
        return domain[0] if self.choices is None else self.choices.choose(key, domain)

    def value(self, path: str, name: str, *, of_module: bool = False) -> Any:
        """Return what is read at *path*, whose last name is *name*: a name of the vocabulary, a constant that it is compared with, or anything."""
        if name in _NAMES and not (name in self._vocabulary and path.startswith("type(")):
            return self._constant(path, self.last_name(path.rpartition(".")[0]))
        if name in self._flags and path.endswith(f".{name}"):
            key, names, _ = self._flags[name]
            return self.value(f"{path.removesuffix(name)}{key}", key) in names
        if name in self._vocabulary and not of_module:
            return self._spelled(self.choose(path, self._vocabulary[name]))
        if of_module or not name:
            return Recorded(self, path)
        domain = self._domain(name)
        chosen = self.choose(path, domain) if len(domain) > 1 else domain[0]
        if chosen == _SYMBOL:
            return Recorded(self, path)
        return self._constant(path, chosen)

    def _domain(self, name: str) -> tuple[Any, ...]:
        constants, missing = self._learned.constants.get(name, ()), (None,) if name in self._learned.nullable else ()
        if name in self._learned.ordered:
            numbers = sorted({number + step for number in constants if isinstance(number, int | float) for step in (-1, 0, 1)})
            if numbers:
                return (*numbers, *missing)
        return (_SYMBOL, *(one for one in constants if one is not None), *missing)

    def defines(self, made: type) -> None:
        """Take note of a class of code under test: a stand-in may be said to be of it."""
        self._classes.setdefault(made.__name__, made)

    def kind_of(self, path: str, asked: str) -> type | None:
        """Return the class of the value at *path*, of which it is asked whether it is of the class *asked*; None where it is of none that is known."""
        kinds = self._learned.kinds.get(self.last_name(path), ())
        known = sorted({asked, *kinds} & (self._defined | self._classes.keys()))
        return self._classes.get(self.choose(f"class of {path}", (_SYMBOL, *known)))

    def _constant(self, path: str, value: Any) -> Any:
        if type(value) is str:
            text = RecordedStr(value)
            text.recorded_path = path
            return text
        if type(value) is int:
            number = RecordedInt(value)
            number.recorded_path = path
            return number
        return value

    def _spelled(self, chosen: Any) -> Any:
        return list(chosen) if isinstance(chosen, list | tuple) else chosen

    # -- stand-ins

    def made(self, value: Recorded) -> None:
        """Take note of a stand-in; what is made before the runs begin stays."""
        if not self._kept:
            self._values.append(value)

    def touched(self, value: Recorded) -> None:
        """Take note of a stand-in that is about to be changed, to put it back before the next run."""
        if id(value) in self._kept:
            self._touched.append(value)

    def touched_type(self, made: RecordedType) -> None:
        """Take note of a class that is about to be changed."""
        self._touched_types.append(made)

    def recorded_type(self, path: str) -> RecordedType:
        """Return the stand-in for a class: one for all modules of a package that hand it on."""
        head, _, rest = path.partition(".")
        name = rest.rpartition(".")[2] or head
        key = f"{head}:{name}"
        if key not in self._types:
            members = {"_recorded_world": self, "_recorded_path": key, "_recorded_own": False, **self._inherited(key)}
            self._types[key] = RecordedType(name.partition("(")[0], (), members)
            self._kept_types[self._types[key]] = dict(vars(self._types[key]))
        return self._types[key]

    def _inherited(self, key: str) -> dict[str, Any]:
        """Return what a class of code under test inherits from one that is not there: any arguments, and any attributes."""

        def begin(_instance: Any, *args: Any, **kwargs: Any) -> None:
            self.tell("init", key, *args, *kwargs.items())

        def read(instance: Any, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            value = self.value(f"{key}().{name}", name)
            object.__setattr__(instance, name, value)
            return value

        return {"__init__": begin, "__getattr__": read}

    def type_of(self, value: Any) -> Any:
        """Return the class of a value."""
        return Recorded(self, f"type({path_of(value)})") if is_recorded(value) else type(value)

    def last_name(self, path: str) -> str:
        """Return the last name of a path, arguments left out."""
        while (shorter := _CALL.sub("", path)) != path:
            path = shorter
        return re.split(r"[.:\]]", path.rstrip(")]"))[-1]

    # -- telling values

    def show(self, value: Any) -> str:
        """Return what a value is, in a word: the same for equal values, whichever side made them."""
        if is_recorded(value):
            return path_of(value)
        if isinstance(value, RecordedStr | RecordedInt):
            return f"{value.recorded_path}:{value!r}"
        if id(value) in self._showing or len(self._showing) > _DEEPEST:
            return "…"
        self._showing.append(id(value))
        try:
            return _short(self._shown(value))
        finally:
            self._showing.pop()

    def _shown(self, value: Any) -> str:
        if isinstance(value, types.FunctionType) and value.__code__.co_filename.startswith("<"):
            if self.by_name:
                self.handed += [] if value in self.handed else [value]
                return f"def {value.__name__}"
            self.read.add(value.__code__)
        return shown(value, self.show, self.digests)

    # -- one run after another

    def keep(self) -> None:
        """Keep what there is once everything is loaded."""
        self._kept = {id(value): dict(object.__getattribute__(value, "_recorded_held")) for value in self._values}
        self._kept_types = {made: dict(vars(made)) for made in self._types.values()}

    def begin(self, choices: Choices) -> None:
        """Put everything back to where it was when it was kept, and begin a run."""
        for value in self._touched:
            held = object.__getattribute__(value, "_recorded_held")
            held.clear()
            held.update(self._kept[id(value)])
        for made in self._touched_types:
            put_back(made, self._kept_types.get(made, {}))
        self._touched, self._touched_types = [], []
        self.events, self.handed, self.read, self.unread = [], [], set(), False
        self.choices = choices

    def end(self) -> list[str]:
        """End a run; return what was done in it."""
        self.choices = None
        return self.events


def _short(text: str) -> str:
    """Return a text, or of a long one its beginning and a digest."""
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]}…#{hashlib.blake2b(text.encode('utf-8', 'surrogatepass'), digest_size=8).hexdigest()}"
