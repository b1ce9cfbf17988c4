"""The child's own loop: a job a line comes in as JSON, its answer goes out as JSON; what code under test prints goes nowhere."""

import ast
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import lru_cache
from importlib import import_module
from typing import Any

from .alarm import set_up
from .cage import caged
from .comparing import Limits, Tally, compared, probed
from .compiling import parsed
from .learning import Learned, learned
from .loading import Loader
from .running import Side
from .standard import PURE
from .world import World

_MEMORY, _SECONDS = 2 << 30, 600


def serve(lowest: int) -> None:
    """Step into the cage, say on which rung, and answer every job of the standard input, until there is none."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    sys.setrecursionlimit(3000)
    for name in sorted(PURE):
        import_module(name)  # in the cage there may be nothing to import from
    set_up()
    rung = caged(_MEMORY, _SECONDS, lowest)
    answers.write(json.dumps({"rung": rung}) + "\n")
    answers.flush()
    trees = Trees()
    for line in sys.stdin:
        answers.write(json.dumps(trees.answer(json.loads(line))) + "\n")
        answers.flush()


class Trees:
    """The two trees that are compared, once they are loaded."""

    def __init__(self) -> None:
        """Begin with none."""
        self._sides: dict[str, tuple[World, Loader]] = {}
        self._why = ""

    def answer(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """Load two trees, or compare a function of theirs; or say why that could not be done."""
        try:
            return self._load(job) if "load" in job else self._compare(job)
        except Exception as error:  # noqa: BLE001  code under test may fail in any way
            return {"failed": f"{type(error).__name__}: {error}"}

    def _load(self, job: Mapping[str, Any]) -> dict[str, Any]:
        self._sides = {}
        trees = job["load"]
        known = learned(_asking(trees, job.get("asking") or {name: side["real"] for name, side in trees.items()}))
        beyond = set(job.get("beyond", ()))
        while True:
            failed = self._loaded(trees, known, (job["vocabulary"], job.get("flags", {})), beyond)
            if failed is None:
                return {"loaded": {name: len(side["real"]) for name, side in trees.items()}, "beyond": sorted(beyond)}
            if failed in job.get("needed", ()) or failed in beyond:
                raise ImportError(f"{failed}: {self._why}")
            beyond.add(failed)

    def _loaded(
        self, trees: Mapping[str, Any], known: Learned, spoken: tuple[Mapping[str, Any], Mapping[str, Any]], beyond: set[str]
    ) -> str | None:
        """Load both trees, all but what is *beyond*; return a module that cannot be loaded, which is then to be a stand-in on both sides."""
        sources = {source for side in trees.values() for name in side["real"] for source, _ in (side["sources"][name],)}
        defined = frozenset(name for source in sources for name in _classes(source))
        for name, side in trees.items():
            world = World(known, *spoken, defined)
            loader = Loader(world, side["sources"], set(side["real"]) - beyond, side.get("package"))
            for module in side["real"]:
                try:
                    loader.module(module)
                except Exception as error:  # noqa: BLE001  code under test may fail in any way
                    self._why = f"{type(error).__name__}: {error}"
                    return loader.running or str(module)
            world.keep()
            loader.keep()
            self._sides[name] = world, loader
        return None

    def _compare(self, job: Mapping[str, Any]) -> dict[str, Any]:
        old, new = (Side(*self._sides[name], job[name]) for name in ("old", "new"))
        if "probes" in job:
            return {"probes": [probed(old, new, given) for given in job["probes"]]}
        tally = compared(old, new, Limits(**job["limits"]), job.get("asked", {}))
        return _told(tally, {"old": old, "new": new})


def _asking(trees: Mapping[str, Any], names: Mapping[str, Any]) -> Iterator[ast.Module]:
    """Yield the modules from which is learned what values may be."""
    for side, tree in trees.items():
        for name, (source, _) in tree["sources"].items():
            if name in names[side]:
                yield parsed(source)


@lru_cache(maxsize=512)
def _classes(source: str) -> tuple[str, ...]:
    return tuple(node.name for node in parsed(source).body if isinstance(node, ast.ClassDef))


def _told(tally: Tally, sides: Mapping[str, Side]) -> dict[str, Any]:
    """Return a tally as JSON, with the arms of the two functions: module, line, and whether a run came by."""
    answer = asdict(tally) | {"traces": len(tally.traces)}
    del answer["reached"]
    answer["arms"] = {
        name: [
            [module, line, number in tally.reached[name]]
            for number, (module, line) in sorted(side.loader.arms.items())
            if side.holds(module, line)
        ]
        for name, side in sides.items()
    }
    return answer
