"""The descriptor runtime that is under test: ours, or a vendored copy that the variable RUNTIME names. The standard library is enough."""

import os
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module, invalidate_caches
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

NAME = os.environ.get("RUNTIME", "namebranch.registry.runtime")

if TYPE_CHECKING:
    from namebranch.registry import runtime
else:
    runtime = import_module(NAME)

__all__ = ["NAME", "kit", "refused", "runtime", "warned"]

_NUMBERS = count(1)


@contextmanager
def refused(kind: type[Exception], *words: str) -> Iterator[list[BaseException | None]]:
    """Expect an error of exactly this kind, whose message has all *words*; at the end it and its cause are in the list."""
    caught: list[BaseException | None] = []
    try:
        yield caught
    except kind as error:
        caught += [error, error.__cause__]
    assert type(caught[0] if caught else None) is kind, f"no {kind.__name__}, but {caught}"
    assert [word for word in words if word not in str(caught[0])] == [], str(caught[0])


@contextmanager
def warned(kind: type[Warning], *words: str, times: int = 1) -> Iterator[None]:
    """Expect so many warnings of this kind, told at a line that calls the runtime, each with all *words*; none at all of another kind."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    assert [each.category for each in caught] == [kind] * times, [str(each.message) for each in caught]
    assert [word for each in caught for word in words if word not in str(each.message)] == [], [str(each.message) for each in caught]
    assert [each.filename for each in caught if Path(each.filename).parent == Path(str(runtime.__file__)).parent] == []


@contextmanager
def kit(**modules: str) -> Iterator[str]:
    """Write a package that can be imported until the end, and yield its name. In its text KIT is its name, RUNTIME that of the runtime.

    `models__kite` is the module `models.kite`; a folder is a package.
    """
    name = f"kit_{next(_NUMBERS)}"
    with tempfile.TemporaryDirectory() as place:
        for dotted, text in {"__init__": "", **modules}.items():
            file = Path(place, name, *dotted.split("__")) if dotted != "__init__" else Path(place, name, "__init__")
            file.parent.mkdir(parents=True, exist_ok=True)
            for folder in [each for each in file.parents if Path(place) in each.parents]:
                (folder / "__init__.py").touch()
            file.with_suffix(".py").write_text(text.replace("KIT", name).replace("RUNTIME", NAME))
        path = sys.path[:]
        # A spawned process gets this path, and would not find a checkout that is not installed: tests/conftest.py.
        sys.path[:] = [place, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep)), *path]
        invalidate_caches()
        try:
            yield name
        finally:
            sys.path[:] = path
            for module in [each for each in sys.modules if each.partition(".")[0] == name]:
                del sys.modules[module]
