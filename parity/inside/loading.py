"""Modules of a target from their source, each with imports of its own: what is not under test is a stand-in, and the host sees none of it."""

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .compiling import compiled, parsed
from .recorded import Recorded, held_for_writing, is_recorded
from .restoring import LoadedModule, Rest, Writes
from .standard import PURE, builtins_for, standard
from .world import World


class Loader:
    """Loads the modules of one side into one world."""

    def __init__(self, world: World, sources: Mapping[str, tuple[str, bool]], real: Iterable[str], package: str | None) -> None:
        """Take the *sources* of modules (and whether each is a package), and which of them are *real*; *package* is the target's own name."""
        self._world, self._sources, self._real = world, sources, frozenset(real)
        self._package = package
        self.modules: dict[str, Any] = {}
        self._loaded: set[str] = set()
        self.running: str | None = None  # the module that is being executed, or in which that failed
        self.arms: dict[int, tuple[str, int]] = {}
        self.reached: set[int] = set()
        self._at_rest: frozenset[str] = frozenset()
        self._writes = Writes()
        self._rest: Rest | None = None
        self._imported: set[tuple[str, str]] = set()

    # -- what code under test imports

    def module(self, name: str) -> Any:
        """Return a module: the real one where its source is to be run, else a stand-in."""
        if name not in self.modules:
            if (real := standard(name, self._world, lambda inner: self.imported(inner, ()))) is not None:
                self.modules[name] = real
            elif self._own(name) in self._real:
                self._run(name)
            else:
                self.modules[name] = Recorded(self._world, name, module=True)
        return self.modules[name]

    def _own(self, name: str) -> str:
        """Return the name of a module as the target's tree has it, where its root is the package itself."""
        if name in self._sources or self._package is None:
            return name
        return name.removeprefix(f"{self._package}.") if name.startswith(f"{self._package}.") else name

    def imported(self, name: str, names: Iterable[str]) -> Any:
        """Import a module for code under test; raises ImportError where it is chosen that it is not there."""
        if (
            name in self._world.learned.guarded
            and name not in PURE
            and self._world.choose(f"import {name}", ("is there", "is not")) == "is not"
        ):
            raise ImportError(name)
        found = self.module(name)
        for one in (sorted(names) or [""]) if is_recorded(found) else ():
            if (name, one) not in self._imported:
                self._imported.add((name, one))
                self._world.tell("import", f"{name} {one}".rstrip())
        return found

    def importer(self, package: str) -> Callable[..., Any]:
        """Return what stands for `__import__` in a module of *package*."""

        def run(
            name: str,
            _globals: Mapping[str, Any] | None = None,
            _locals: object = None,
            fromlist: tuple[str, ...] | None = (),
            level: int = 0,
        ) -> Any:
            if level:
                parts = package.split(".")
                base = ".".join(parts[: len(parts) - level + 1])
                name = f"{base}.{name}" if name else base
            if fromlist:
                return self._with_submodules(self.imported(name, fromlist), name, fromlist)
            return self._top(name)

        return run

    def _with_submodules(self, found: Any, name: str, fromlist: Iterable[str]) -> Any:
        """Let `from package import module` find a module whose source is run."""
        for one in fromlist:
            inner = f"{name}.{one}"
            if self._own(inner) in self._real:
                module = self.module(inner)
                if is_recorded(found):
                    held_for_writing(found)[one] = module
                else:
                    vars(found)[one] = module
        return found

    def _top(self, name: str) -> Any:
        """Import `a.b.c` and return `a`, through which the rest is reached."""
        self.imported(name, ())
        parts = name.split(".")
        for end in range(len(parts) - 1, 0, -1):
            outer, inner = self.module(".".join(parts[:end])), self.module(".".join(parts[: end + 1]))
            if is_recorded(outer):
                held_for_writing(outer).setdefault(parts[end], inner)
            elif not hasattr(outer, parts[end]):
                vars(outer)[parts[end]] = inner
        return self.module(parts[0])

    # -- running a module

    def _run(self, name: str) -> None:
        own = self._own(name)
        source, is_package = self._sources[own]
        if "." in own:
            self.module(name.rpartition(".")[0])
            if name in self.modules:
                return
        made = LoadedModule(name, self._world.tell)
        self.modules[name] = made
        made.__package__ = name if is_package else name.rpartition(".")[0]
        made.__file__ = f"<{own}>"
        made.__dict__["__builtins__"] = builtins_for(self._world, self.importer(made.__package__), self.reached.add)
        if is_package:
            made.__path__ = []
        text = compiled(own, source)
        self._world.digests.enter(text.defined)
        self._writes.enter(parsed(source), name)
        self.arms |= text.arms
        outside, self.running = self.running, own
        listening, self._world.choices = self._world.choices, None
        outer = sys.modules.get(name)
        sys.modules[name] = made  # dataclasses look there
        try:
            exec(text.code, made.__dict__)  # noqa: S102  this is what the child is for
        finally:
            self._world.choices = listening
            if outer is None:
                del sys.modules[name]
            else:
                sys.modules[name] = outer
        self._loaded.add(name)
        for value in list(vars(made).values()):
            if issubclass(type(value), type) and value.__module__ == name:
                self._world.defines(value)
        self.running = outside
        parent = self.modules.get(name.rpartition(".")[0])
        if parent is not None and not is_recorded(parent):
            vars(parent)[name.rpartition(".")[2]] = made

    # -- one run after another

    def keep(self) -> None:
        """Keep the collections that modules hold, once everything is loaded."""
        self._at_rest = frozenset(self.modules)
        self._rest = Rest((vars(self.modules[name]) for name in sorted(self._loaded)), self._writes)

    @property
    def at_start(self) -> frozenset[tuple[str, str]]:
        """What was imported so far: once everything is loaded, what is imported at the start."""
        return frozenset(self._imported)

    def begin(self, at_start: frozenset[tuple[str, str]]) -> None:
        """Put them back; what is imported *at_start* is not told again."""
        if self._rest is not None:
            self._rest.put_back()
        self._imported = set(at_start)
        for name in self.modules.keys() - self._at_rest:
            del self.modules[name]  # what was imported in a run is new in the next
        self.reached.clear()
