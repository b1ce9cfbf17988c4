"""A dependency is read: what is there, what is not, and where nobody can say."""

import pytest
import scanning

from namebranch.analyzer.upstream.answer import Absent, Answer, Present, Unclear
from namebranch.analyzer.upstream.dependency import Dependency

FILES: dict[str, str | bytes] = {
    "kernels-1.2.dist-info/METADATA": "Metadata-Version: 2.1\nName: kernels\nVersion: 1.2\n\nName: other\n",
    "kernels/__init__.py": """
        from .patches import *
        from .ops import fuse as melt
        from . import late
        import torch
    """,
    "kernels/patches.py": """
        from typing import TYPE_CHECKING
        from enum import Enum
        from outside import *

        __all__ = ["apply", "Kind", "TABLE"]
        TABLE = {"llama": 1}
        try:
            import fast
            FAST = True
        except ImportError:
            FAST = False


        def apply(): ...


        class Kind(Enum):
            LLAMA = "llama"


        class Open(Base):
            inside = 1
    """,
    "kernels/ops.py": "def fuse(): ...\n",
    "kernels/late.py": "def __getattr__(name): ...\n",
    "kernels/lazy/__init__.py": """
        import sys
        _import_structure = {"modeling": ["Model"]}
        if True:
            _import_structure["other"] = ["Other"]
        sys.modules[__name__] = LazyModule(_import_structure)
    """,
    "kernels/spaced/inner.py": "X = 1\n",
    "kernels/broken.py": "def (\n",
    "kernels/native.so": b"",
}
THERE = {
    "the package": "kernels",
    "a module": "kernels.ops",
    "a folder without a file": "kernels.spaced",
    "a function": "kernels.ops.fuse",
    "a name under another": "kernels.melt",
    "a name that all is taken of": "kernels.apply",
    "an import": "kernels.torch",
    "what a try binds": "kernels.patches.FAST",
    "a member of an enumeration": "kernels.patches.Kind.LLAMA",
    "the same through a re-export": "kernels.Kind.LLAMA",
    "a name that a lazy module serves": "kernels.lazy.Model",
    "a name that is added to those": "kernels.lazy.Other",
    "what every module has": "kernels.ops.__name__",
}
MISSING = {
    "a module": ("kernels.optics.fuse", "kernels", "kernels.optics"),
    "a name in a module": ("kernels.ops.melt", "kernels.ops", "kernels.ops.melt"),
    "a member of an enumeration": ("kernels.patches.Kind.QWEN", "kernels.patches.Kind", "kernels.patches.Kind.QWEN"),
    "a name of a lazy module": ("kernels.lazy.Third", "kernels.lazy", "kernels.lazy.Third"),
}
NOBODY_SAYS = {
    "another library": "torch.nn",
    "a module that makes names as it runs": "kernels.late.anything",
    "a module that does not parse": "kernels.broken.anything",
    "a compiled one": "kernels.native.anything",
    "a member of a class that inherits elsewhere": "kernels.patches.Open.anything",
    "a module that takes all of another library": "kernels.patches.anything",
    "what an enumeration's member has": "kernels.patches.Kind.value",
}


@pytest.fixture(scope="module", name="kernels")
def _kernels() -> Dependency:
    return Dependency(scanning.source(FILES))


def ask(kernels: Dependency, dotted: str) -> Answer:
    return kernels.find(dotted)


def test_its_name_and_version_are_those_of_its_metadata(kernels: Dependency) -> None:
    assert (kernels.name, kernels.version, kernels.label) == ("kernels", "1.2", "kernels 1.2")
    assert "kernels" in kernels.packages


@pytest.mark.parametrize("dotted", THERE.values(), ids=THERE)
def test_there_is(kernels: Dependency, dotted: str) -> None:
    assert ask(kernels, dotted) == Present()


@pytest.mark.parametrize(("dotted", "holder", "missing"), MISSING.values(), ids=MISSING)
def test_there_is_no(kernels: Dependency, dotted: str, holder: str, missing: str) -> None:
    assert ask(kernels, dotted) == Absent(holder=holder, missing=missing, release="kernels 1.2", still="", once="")


@pytest.mark.parametrize("dotted", NOBODY_SAYS.values(), ids=NOBODY_SAYS)
def test_nobody_says_of(kernels: Dependency, dotted: str) -> None:
    assert ask(kernels, dotted) == Unclear()


def test_all_names_that_can_be_taken(kernels: Dependency) -> None:
    assert {"apply", "Kind", "TABLE", "melt", "late", "torch"} <= kernels.exported("kernels")
    assert "Open" not in kernels.exported("kernels")


def test_a_table_is_found_where_it_is_written(kernels: Dependency) -> None:
    assert kernels.table("kernels.TABLE") == ("llama",)
    assert kernels.table("kernels.patches.TABLE") == ("llama",)
    assert kernels.table("kernels.nothing") is None
    assert kernels.table("torch.TABLE") is None
