"""A property: whatever calls whatever, a function that moves returns what it returned, under both of its dotted names."""

import sys
from collections.abc import Iterable, Mapping
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from namebranch.codemods.moving.circles import Circles
from namebranch.codemods.moving.definitions import Moving, moved
from namebranch.codemods.moving.outside import Outside

SHARED, OWNER = "generated_kit/shared.py", "generated_kit/owner.py"


class Held(MetaPathFinder, Loader):
    """Imports modules from texts, as often as it is made anew."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        """Take the texts by path, and forget what was imported before."""
        self.files = {path.removesuffix(".py").replace("/", "."): data for path, data in files.items()}
        for name in [name for name in sys.modules if name.partition(".")[0] == "generated_kit"]:
            del sys.modules[name]

    def find_spec(self, fullname: str, path: object, target: ModuleType | None = None) -> ModuleSpec | None:  # noqa: ARG002  a finder's signature
        """Find what was given, and the package around it."""
        known = fullname == "generated_kit" or fullname in self.files
        return ModuleSpec(fullname, self, is_package=fullname == "generated_kit") if known else None

    def exec_module(self, module: ModuleType) -> None:
        """Run the text."""
        exec(self.files.get(module.__name__, b""), module.__dict__)  # noqa: S102  generated above


def answers(files: Mapping[str, bytes], first: str, names: Iterable[tuple[str, str]]) -> list[Any]:
    """Return what functions return, each named by module and name, where *first* is imported first."""
    finder = Held(files)
    sys.meta_path.insert(0, finder)
    try:
        __import__(first)
        found = [getattr(__import__(module, fromlist=["x"]), name) for module, name in names]
        return [each() if callable(each) else each for each in found]
    finally:
        sys.meta_path.remove(finder)


@st.composite
def shared_modules(draw: st.DrawFn) -> str:
    """Return a module in which later definitions read earlier ones, one of them the model's, and perhaps a table that holds that."""
    parts, names = ["import math\n"], ["math.pi"]
    place = draw(st.integers(0, 4))
    for number in range(5):
        read = " + ".join(
            f"repr({name})" if name[0] in "mN" else f"{name}()" for name in draw(st.lists(st.sampled_from(names), min_size=1, max_size=3))
        )
        name = "jamba_size" if number == place else f"f{number}" if draw(st.booleans()) else f"N{number}"
        parts.append(f"{name} = {number}\n" if name[0] == "N" else f"def {name}():\n    return {read} + {name!r}\n")
        names.append(name)
    if draw(st.booleans()):
        parts.append("TABLE = {'x': jamba_size}\n\n\ndef ask():\n    return TABLE['x']()\n")
    return "\n\n".join(parts)


@given(shared_modules(), st.booleans())
def test_every_name_answers_as_before(text: str, is_owner_first: bool) -> None:
    files = {SHARED: text.encode()}
    asked = Moving(path=SHARED, roots=("jamba_size",), target=OWNER, fresh=lambda lines, used: b"", width=88)  # noqa: ARG005  as called
    made = moved(asked, files.get, Circles(files, files.get), Outside(()))
    names = [
        name
        for name in ("f0", "f1", "f2", "f3", "f4", "N0", "N1", "N2", "N3", "N4", "ask", "jamba_size")
        if f"{name} =" in text or f"{name}()" in text
    ]
    known = [name for name in names if f"def {name}(" in text or f"\n{name} = " in text]
    old = [("generated_kit.shared", name) for name in known]
    before = answers(files, "generated_kit.shared", old)
    first = "generated_kit.owner" if is_owner_first else "generated_kit.shared"
    assert answers(made.files, first, old) == before
    assert answers(made.files, first, [("generated_kit.owner", "jamba_size")]) == [before[known.index("jamba_size")]]
