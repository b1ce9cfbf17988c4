"""What modules of code under test hold, put back to where it was before each run: globals, attributes of classes and of single objects, what is in collections."""

import ast
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

Told = Callable[[str, str, Any], None]
_COLLECTIONS = (dict, list, set)
_DEEPEST = 4  # collections and objects in each other that are put back
_ITSELF = frozenset({"self", "cls"})
_BEHIND = frozenset({"globals", "vars", "exec"})  # write to a namespace, and no module hears of it
_OURS = frozenset({"_told", "_written"})


class LoadedModule(types.ModuleType):
    """A module of code under test: what is written to it from outside is told, and the module is put back."""

    def __init__(self, name: str, told: Told) -> None:
        """Make an empty module; *told* hears of what is written to it."""
        super().__init__(name)
        vars(self).update(_told=told, _written=True)

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("__"):
            vars(self)["_told"]("set", f"{self.__name__}.{name}", value)
        vars(self)[name] = value
        vars(self)["_written"] = True

    def __delattr__(self, name: str) -> None:
        vars(self)["_told"]("del", f"{self.__name__}.{name}", None)
        vars(self)["_written"] = True
        super().__delattr__(name)


class Writes:
    """What code writes to, as far as its text says."""

    def __init__(self) -> None:
        """Begin with no code."""
        self.through: set[str] = set()  # classes and objects by name, whose attributes are set
        self.unheard: set[str] = set()  # modules that write to their own namespace

    def enter(self, tree: ast.Module, module: str) -> None:
        """Read a module."""
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()) if name not in _ITSELF:
                    self.through.add(name)
                case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[ast.Name(id=name), *_]) if name not in _ITSELF:
                    self.through.add(name)
                case ast.ClassDef(name=name) if any(map(_is_of_class, ast.walk(node))):
                    self.through.add(name)
                case ast.Global() | ast.Attribute(attr="__dict__"):
                    self.unheard.add(module)
                case ast.Name(id=name) if name in _BEHIND:
                    self.unheard.add(module)
                case _:
                    pass


def _is_of_class(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id="cls"), ctx=ast.Store()):
            return True
        case ast.Attribute(value=ast.Attribute(attr="__class__") | ast.Call(func=ast.Name(id="type")), ctx=ast.Store()):
            return True
        case _:
            return False


class Rest:
    """What was held when everything had been loaded."""

    def __init__(self, modules: Iterable[dict[str, Any]], writes: Writes) -> None:
        """Keep what *modules*, each given by its namespace, hold."""
        self._names: list[tuple[dict[str, Any], dict[str, Any], bool]] = []
        self._attributes: list[tuple[type, dict[str, Any]]] = []
        self._collections: list[tuple[Any, Any]] = []
        self._seen: set[int] = set()
        self._through = writes.through
        for held in modules:
            held["_written"] = False
            self._names.append((held, dict(held), held["__name__"] in writes.unheard))
            for value in _own(held):
                self._keep(value, held["__name__"], 0)

    def _keep(self, value: Any, module: str, depth: int) -> None:
        kind = type(value)
        if depth > _DEEPEST or id(value) in self._seen:
            return
        inside: Iterable[Any] = ()
        if kind in _COLLECTIONS:
            self._collections.append((value, value.copy()))
            inside = list(value.values() if kind is dict else value)
        elif issubclass(kind, type) and value.__module__ == module:
            if value.__name__ in self._through:
                self._attributes.append((value, dict(vars(value))))
            inside = _own(vars(value))
        elif kind.__module__ == module and (held := _held(value)) is not None:
            inside = [held]
        else:
            return
        self._seen.add(id(value))
        for one in inside:
            self._keep(one, module, depth + 1)

    def put_back(self) -> None:
        """Put everything back."""
        for live, was, unheard in self._names:
            if unheard or live["_written"]:
                live.clear()
                live.update(was)
        for made, attributes in self._attributes:
            put_back(made, attributes)
        for value, copied in self._collections:
            value.clear()
            value.extend(copied) if type(value) is list else value.update(copied)


def _own(held: Mapping[str, Any]) -> Iterator[Any]:
    return (value for name, value in list(held.items()) if not name.startswith("__") and name not in _OURS)


def _held(value: Any) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return None
    return found


def put_back(made: type, was: Mapping[str, Any]) -> None:
    """Put the attributes of a class back; of one of which nothing is known, none."""
    if not was:
        return
    held = vars(made)
    for name in held.keys() - was.keys():
        type.__delattr__(made, name)
    for name, value in was.items():
        if held.get(name) is not value:
            type.__setattr__(made, name, value)
