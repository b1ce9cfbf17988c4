"""One function of one side, run: with an instance and arguments that do not exist, and everything that it does told."""

import dis
import inspect
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .alarm import TooLongError, within
from .choices import Choices
from .loading import Loader
from .recorded import BeyondRecordingError
from .restoring import put_back
from .world import TooMuchError, World

SECONDS = 5.0  # that one run may take
_NOT_ITS_OWN = ("Recorded", "unpack")  # in the words of an error that a stand-in caused


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one run did, and how it ended."""

    events: tuple[str, ...]
    masked: bool  # it ended in an error of a stand-in: what would have come after is not known
    arms: frozenset[int]


class Side:
    """One function of a tree that is loaded."""

    def __init__(self, world: World, loader: Loader, function: str) -> None:
        """Find *function*, `package.module:Class.method`; raises AttributeError where there is none."""
        self.world, self.loader = world, loader
        module, _, qualified = function.partition(":")
        self._holder: Any = loader.module(module)
        *outer, self._name = qualified.split(".")
        for step in outer:
            self._holder = getattr(self._holder, step)
        self._function = inspect.getattr_static(self._holder, self._name)
        self._module, self._lines = _lies(_code(self._function))
        self._read: dict[types.CodeType, frozenset[int]] = {}
        self._class: tuple[type, Mapping[str, Any]] | None = None  # of the instance, and its attributes

    def run(
        self, choices: Choices, at_start: frozenset[tuple[str, str]], given: Mapping[str, Any] | None = None, seconds: float = SECONDS
    ) -> Run:
        """Run it once: with arguments that do not exist, or with those that are *given*."""
        self.world.begin(choices)
        self.loader.begin(at_start)
        masked = self._told(lambda: self._called(given), seconds)
        for function in self.world.handed:  # grows while they are called
            self.world.tell("and then", function.__name__)
            masked |= self._told(lambda function=function: function(**self._arguments(function)), seconds)  # type: ignore[misc]
        read = (number for code in self.world.read for number in self._arms_in(code))
        return Run(events=tuple(self.world.end()), masked=masked, arms=frozenset((*self.loader.reached, *read)))

    def _arms_in(self, code: types.CodeType) -> frozenset[int]:
        """Return the arms of a function that is handed on and was read: where two runs are the same, so is all that is in it."""
        if code not in self._read:
            module, lines = _lies(code)
            held = self.loader.arms.items()
            self._read[code] = frozenset(number for number, (where, line) in held if where == module and lines[0] <= abs(line) <= lines[1])
        return self._read[code]

    def _told(self, run: Callable[[], Any], seconds: float) -> bool:
        """Run something, tell how it ended, and return whether a stand-in ended it."""
        masked = False
        try:
            with within(seconds):
                ended = "return " + self.world.show(_exhausted(run()))
        except (BeyondRecordingError, TooMuchError, TooLongError, RecursionError, MemoryError) as error:
            ended, masked = f"beyond recording: {type(error).__name__}", True
        except Exception as error:  # noqa: BLE001  whatever code under test raises is what it does
            ended, masked = self._raised(error)
        except SystemExit as error:
            ended = f"exit {error.code!r}"
        self.world.events.append(ended)
        return masked

    def _called(self, given: Mapping[str, Any] | None) -> Any:
        called, keywords = self._callable(given)
        return called(**keywords)

    def holds(self, module: str, line: int) -> bool:
        """Whether a line of a module lies in the function."""
        return module == self._module and self._lines[0] <= abs(line) <= self._lines[1]

    def _raised(self, error: Exception) -> tuple[str, bool]:
        own = _raised_by_statement(error)
        unread = self.world.unread and isinstance(error, NameError)
        masked = not own and (unread or any(word in str(error) for word in _NOT_ITS_OWN))
        return f"raise {type(error).__name__}({', '.join(map(self.world.show, error.args))})", masked

    def _callable(self, given: Mapping[str, Any] | None) -> tuple[Callable[..., Any], dict[str, Any]]:
        function = self._function
        if given is not None:
            return getattr(self._holder, self._name), dict(given)
        match function:
            case staticmethod():
                bound = function.__func__
            case classmethod():
                bound = types.MethodType(function.__func__, self._holder)
            case property(fget=getter) if getter is not None:
                bound = types.MethodType(getter, self._instance())
            case _ if isinstance(self._holder, type):
                bound = types.MethodType(function, self._instance())
            case _:
                bound = function
        return bound, self._arguments(bound)

    def _instance(self) -> Any:
        if self._class is None:
            made = _uninitialised(self.world, self._holder)
            self._class = made, dict(vars(made))
        put_back(*self._class)
        return object.__new__(self._class[0])

    def _arguments(self, bound: Callable[..., Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        own = _parameters(bound.__func__)[1:] if isinstance(bound, types.MethodType) else _parameters(bound)
        for parameter in own:
            if parameter.kind in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD}:
                continue
            if parameter.kind is parameter.POSITIONAL_ONLY:
                raise BeyondRecordingError(f"{parameter.name} can only be given by its position")
            found[parameter.name] = self.world.value(parameter.name, parameter.name)
        return found


def _code(function: Any) -> types.CodeType | None:
    inner = inspect.unwrap(getattr(function, "__func__", getattr(function, "fget", function)))
    return getattr(inner, "__code__", None)


def _lies(code: types.CodeType | None) -> tuple[str, tuple[int, int]]:
    """Return the module and the lines in which code lies; no lines where that cannot be known."""
    if code is None:
        return "", (1, 0)
    last = max((end or 0 for _, end, *_ in _positions(code)), default=code.co_firstlineno)
    return code.co_filename.removeprefix("<").removesuffix(">"), (code.co_firstlineno, last)


@lru_cache(maxsize=1024)
def _parameters(function: Callable[..., Any]) -> tuple[inspect.Parameter, ...]:
    return tuple(inspect.signature(function).parameters.values())


def _positions(code: types.CodeType) -> Iterator[tuple[int | None, int | None, int | None, int | None]]:
    yield from code.co_positions()
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _positions(constant)


def _exhausted(value: Any) -> Any:
    """Return what a generator yields, for it does nothing before it is asked."""
    return list(value) if inspect.isgenerator(value) else value


def _raised_by_statement(error: Exception) -> bool:
    """Whether an error comes from a `raise` or an `assert` of code under test."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or not trace.tb_frame.f_code.co_filename.startswith("<"):
        return False
    return trace.tb_lasti in _raising(trace.tb_frame.f_code)


@lru_cache(maxsize=1024)
def _raising(code: types.CodeType) -> frozenset[int]:
    """Return where in code a `raise` or an `assert` raises."""
    return frozenset(one.offset for one in dis.get_instructions(code) if one.opname in {"RAISE_VARARGS", "RERAISE"})


def _uninitialised(world: World, cls: type) -> type:
    """Return a class whose instances were never initialised: what they have not, is a stand-in."""

    def read(self: Any, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = world.value(f"self.{name}", name)
        object.__setattr__(self, name, value)
        return value

    def write(self: Any, name: str, value: Any) -> None:
        world.tell("set", f"self.{name}", value)
        object.__setattr__(self, name, value)

    members = {
        "__getattr__": read,
        "__setattr__": write,
        "_shown_as": "self",
        "__slots__": ("__dict__",) if not hasattr(cls, "__dict__") else (),
    }
    made: type = type(cls)(cls.__name__, (cls,), members)
    return made
