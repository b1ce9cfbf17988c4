"""Stand-ins for packages that are not installed: whatever a package under test imports of them is there, and does nothing.

Only what the packages under test themselves import is replaced; `Standins.replaced` says what that was.
"""

import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from typing import Any


class Kind(type):
    """A class that stands in for one that is missing: it has any attribute, and may be called, subscripted and subclassed."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return made(name)

    def __or__(cls, other: object) -> Any:
        return cls

    def __ror__(cls, other: object) -> Any:
        return cls

    def __iter__(cls) -> Iterator[Any]:
        return iter(())

    def keys(cls) -> tuple[str, ...]:
        """Stand for an empty mapping too."""
        return ()


class Thing(metaclass=Kind):
    """What a stand-in makes; it decorates whatever it is called with, and else makes another."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass

    def __init_subclass__(cls, **kwargs: Any) -> None:
        pass

    def __class_getitem__(cls, item: Any) -> Any:
        return cls

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return made(name)()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return args[0] if len(args) == 1 and not kwargs and isinstance(args[0], DECORATED) else made("made")()

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return f"<stand-in {type(self).__name__}>"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        schema: Any = import_module("pydantic_core.core_schema")  # there is a real pydantic, for it asks
        return schema.any_schema()


RAISED = {"Warning": Warning, "Error": Exception, "Exception": Exception}
DECORATED = (type, types.FunctionType, classmethod, staticmethod, property)


def made(name: str) -> Any:
    """Return a new stand-in class; as a decorator without arguments it hands back what it is put on."""
    if (kind := next((kind for end, kind in RAISED.items() if name.endswith(end)), None)) is not None:
        return type(name, (kind,), {})

    def new(cls: type, *args: Any, **kwargs: Any) -> Any:
        if cls.__dict__.get("stands_in") and len(args) == 1 and not kwargs and isinstance(args[0], DECORATED):
            return args[0]
        return object.__new__(cls)

    return Kind(name, (Thing,), {"stands_in": True, "__new__": new, "__module__": "standins"})


class Standins(MetaPathFinder, Loader):
    """Finds a stand-in for each module that only the packages *under_test* look for; *given* are names that must be real values."""

    def __init__(self, under_test: Sequence[str], given: Mapping[str, Mapping[str, Any]]) -> None:
        """Keep what is under test, and what is given by module."""
        self.under_test = tuple(under_test)
        self.given = given
        self.replaced: list[str] = []

    def install(self) -> "Standins":
        """Look after all other finders."""
        sys.meta_path.append(self)
        return self

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None) -> ModuleSpec | None:  # noqa: ARG002  the signature of a finder
        """Return a spec for what is missing, if one of the packages under test asks for it."""
        top = fullname.partition(".")[0]
        mine = any(fullname == one or fullname.startswith(f"{one}.") for one in self.under_test)
        if mine or (top in sys.modules and top not in self.replaced) or not self._asked():
            return None
        self.replaced.append(fullname)
        return ModuleSpec(fullname, self, is_package=True)

    def _asked(self) -> bool:
        frame = sys._getframe(2)  # noqa: SLF001  who imports is seen nowhere else
        while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] in {"importlib", __name__}:
            frame = frame.f_back
        return str(frame.f_globals.get("__name__", "")).partition(".")[0] in {
            *(one.partition(".")[0] for one in self.under_test),
            "__main__",
        }

    def create_module(self, spec: ModuleSpec) -> types.ModuleType:
        """Return a module in which every name that is asked for is there."""
        module = types.ModuleType(spec.name)
        module.__dict__.update(self.given.get(spec.name, {}))

        def attribute(name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            module.__dict__[name] = made(name)
            return module.__dict__[name]

        module.__dict__["__getattr__"] = attribute
        return module

    def exec_module(self, module: types.ModuleType) -> None:
        """Run nothing."""
