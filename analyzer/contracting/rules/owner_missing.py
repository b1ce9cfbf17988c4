"""NB501: a key whose owner is not there."""

from collections.abc import Iterator

from ...finding.detector import Example
from ...inventory import Finding, Zone
from ..registries import owners
from ..rule import ContractRule
from ..subject import Subject, finding


def _judge(subject: Subject) -> Iterator[Finding]:
    for registry in subject.registries:
        for key in registry.keys:
            if key.missing:
                told = f"{registry.name} sends {key.key!r} to {key.missing}, which is not there, so its first lookup fails"
                yield finding("NB501", (key.path, key.line), f"{told}; name what defines it, or take the entry out", names=(key.key,))
        for path, keys in sorted(owners(subject.tree, registry).items()):
            names = tuple(dict.fromkeys(key.key for key in keys))
            for part in _parts(subject, path) if path not in registry.homes else ():
                for absent in subject.tree.absent(part):
                    told = f"{absent.target} is not there, so the owner of {', '.join(names)} cannot be imported"
                    yield finding("NB501", (part, absent.line), f"{told}; import what there is", names=names)


def _parts(subject: Subject, path: str) -> list[str]:
    """Return the file of an owner, and those of its folder that it imports with it."""
    folder = path.rpartition("/")[0]
    reached = subject.tree.reached((path,), eager=True)
    return sorted(
        part for part in reached if part == path or (part.startswith(f"{folder}/") and subject.tree.zones.get(part) is Zone.MODEL)
    )


owner_missing = ContractRule(
    name="owner-missing",
    rule="NB501",
    title="a key whose owner is not there, or cannot be imported",
    doc="""
Promise: every key has an owner that can be imported. An entry that names a module or a class which nobody defines is found only by whoever
uses that model.

Looks at: tables from names to modules, to `module, class` and to `module:class`, and what the files of owners import of the target.

Leaves alone: owners in other packages, imports in a `try` or a function, and modules that may hold any name (a star import, `__getattr__`).
""",
    finds=(
        Example(
            title="a class that was renamed, a module that was moved",
            code="""
# file: kit/registry.py
import importlib

OWNERS = {
    "jamba": ("kit.models.jamba", "JambaModel"),
    "mamba": ("kit.models.mamba", "MambaLM"),  # here
    "llama": "kit.models.llama_old:Llama",  # here
}

def register(kind):
    return OWNERS.setdefault(kind, kind)

def get(kind):
    return importlib.import_module(OWNERS.get(kind)[0])
# file: kit/models/jamba.py
from kit.tools import scale, turn  # here

class JambaModel: ...
# file: kit/tools.py
def scale(): ...
# file: kit/models/mamba.py
class MambaModel: ...
# file: namebranch.toml
[[registry.idioms]]
registry = "OWNERS"
form = "entry"
space = "model_type"
via = ["OWNERS"]
lookup = ["get"]
""",
        ),
    ),
    passes=(
        Example(
            title="owners that are there, in another package, or made by a star import",
            code="""
# file: kit/registry.py
import importlib

OWNERS = {
    "jamba": ("kit.models.jamba", "JambaModel"),
    "mamba": ("kit.models.mamba", "MambaModel"),
    "llama": ("transformers.models.llama", "LlamaModel"),
}

def get(kind):
    return importlib.import_module(OWNERS.get(kind)[0])
# file: kit/models/jamba.py
from kit import tools
from kit.tools import scale

try:
    from kit.tools import turn
except ImportError:
    turn = None

class JambaModel: ...
# file: kit/tools.py
def scale(): ...
# file: kit/models/mamba.py
from other import *
# file: namebranch.toml
[[registry.idioms]]
registry = "OWNERS"
form = "entry"
space = "model_type"
via = ["OWNERS"]
lookup = ["get"]
""",
        ),
    ),
    judge=_judge,
)
