"""NB505: a key that is known only where somebody else has imported its owner."""

from collections.abc import Iterator

from ....registry.space import Space
from ...finding.detector import Example
from ...inventory import Finding
from ..registries import Key, Registry, owners
from ..rule import ContractRule
from ..subject import Subject, arrows, finding, hops

_SHOWN = 3
_OF_CLASSES = {Space.CLASS_NAME, Space.CLASS_QUALNAME, Space.ARCHITECTURE, Space.PROCESSOR, Space.TOKENIZER}
"""Who asks by the name of a class mostly has one of its instances, and so has imported it: there it is enough that somebody may import it."""


def _judge(subject: Subject) -> Iterator[Finding]:
    tree = subject.tree
    for registry in subject.registries:
        known, near = tree.reached(registry.homes), tree.near(registry.homes)
        for path, keys in sorted(owners(tree, registry).items()):
            if path in near or (path in known and all(key.space in _OF_CLASSES for key in keys)):
                continue
            if any(not tree.modules[path].is_later(key.line) for key in keys):
                yield _told(subject, registry, path, keys)


def _told(subject: Subject, registry: Registry, path: str, keys: tuple[Key, ...]) -> Finding:
    tree, names = subject.tree, tuple(dict.fromkeys(key.key for key in keys))
    asking = [entry for entry in tree.entries if any(entry in tree.reaching(home) for home in registry.homes)]
    having = [entry for entry in asking if entry in tree.reaching(path) and entry != path]
    lacking = [entry for entry in asking if entry not in having and entry != path]
    told = (
        f"{', '.join(names)}: {registry.name} does not import this file, so in a fresh process the key is unknown until somebody else does"
    )
    told += f"; of the processes that ask, those that start at {_some(lacking)} never do" if lacking else ""
    told += f"; {_some(having)} may" if having else ""
    witness = tree.chain(lacking[0], registry.homes[0], eager=False) if lacking else ()
    return finding(
        "NB505",
        (path, keys[0].line if keys[0].path == path else 1),
        f"{told}; let the registry import it, or find it by its key on the first lookup",
        names=names,
        witness=arrows(witness),
        places=hops(witness) or tuple(f"{home}:1" for home in registry.homes[:_SHOWN]),
    )


def _some(paths: list[str]) -> str:
    more = len(paths) - _SHOWN
    return ", ".join(paths[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


_REGISTRY = """
# file: kit/registry.py
MODELS = {}

def register_model(kind):
    def put(owner):
        MODELS[kind] = owner
        return owner
    return put
"""
_JAMBA = """
# file: kit/models/jamba.py
from kit.registry import register_model

@register_model("jamba")
class Jamba: ...  # here
"""

not_reached = ContractRule(
    name="not-reached",
    rule="NB505",
    title="a key that is known only where somebody else has imported its owner",
    doc="""
Promise: whoever asks the registry finds every key, in a fresh process and from each file that a process may start with. What registers on
import, and is imported by the parent's command line only, is unknown in its spawned workers.

Looks at: imports, on the module level and in functions; modules that are named by a text (`importlib`); packages that are walked. A process
may start with a file that has a main guard, with `__main__`, and with a file that nobody imports. Leaves alone: registries of other
packages, and what a function registers when it is called.
""",
    finds=(
        Example(
            title="the command line imports the models, the worker does not",
            code=_REGISTRY
            + """
def get(kind):
    return MODELS.get(kind)
# file: kit/cli.py
import kit.models.jamba
from kit.registry import get

def main(kind):
    return get(kind)
# file: kit/worker.py
from kit.registry import get

def answer(kind):
    return get(kind)
"""
            + _JAMBA,
        ),
    ),
    passes=(
        Example(
            title="the registry imports on the first lookup",
            code=_REGISTRY
            + """
def get(kind):
    import kit.models.jamba
    return MODELS.get(kind)
# file: kit/worker.py
from kit.registry import get

def answer(kind):
    return get(kind)
"""
            + _JAMBA.replace("  # here", ""),
        ),
        Example(
            title="the registry holds the names of modules",
            code=_REGISTRY
            + """
import importlib

_OWNERS = {"jamba": "kit.models.jamba"}

def get(kind):
    if kind in _OWNERS:
        importlib.import_module(_OWNERS[kind])
    return MODELS.get(kind)
"""
            + _JAMBA.replace("  # here", ""),
        ),
        Example(
            title="the registry walks a package",
            code=_REGISTRY
            + """
import importlib
import pkgutil

def get(kind):
    import kit.models
    for found in pkgutil.iter_modules(kit.models.__path__):
        importlib.import_module(f"kit.models.{found.name}")
    return MODELS.get(kind)
# file: kit/models/__init__.py
"""
            + _JAMBA.replace("  # here", ""),
        ),
    ),
    judge=_judge,
)
