"""NB502: a key with two owners."""

from collections.abc import Iterator

from ...finding.detector import Example
from ...inventory import Finding
from ..registries import Key, Registry
from ..rule import ContractRule
from ..subject import Subject, finding


def _judge(subject: Subject) -> Iterator[Finding]:
    for registry in subject.registries:
        found: dict[tuple[str, str], list[Key]] = {}
        for key in registry.keys:
            found.setdefault((key.space.value, key.key), []).append(key)
        for keys in found.values():
            yield from _second(subject, registry, sorted(keys, key=lambda key: (key.path, key.line)))


def _second(subject: Subject, registry: Registry, keys: list[Key]) -> Iterator[Finding]:
    first = keys[0]
    for key in keys[1:]:
        if (key.path, key.line) == (first.path, first.line) or _never_both(subject, first, key):
            continue
        told = (
            f"{key.key!r} has an owner in {registry.name} already, at {first.path}:{first.line}; which of both answers depends on the order"
        )
        next_step = "of imports: keep one of them" if key.path != first.path else "of the lines: keep one of them"
        yield finding("NB502", (key.path, key.line), f"{told} {next_step}", names=(key.key,), places=(f"{first.path}:{first.line}",))


def _never_both(subject: Subject, one: Key, other: Key) -> bool:
    """Whether only one of two registrations runs, or they are of two classes of one name."""
    mine, its = subject.tree.modules[one.path], subject.tree.modules[other.path]
    if mine is its and mine.exclude(one.line, other.line):
        return True
    classes = [next((each.target for each in module.imports if each.local == one.key), None) for module in (mine, its)]
    return None not in classes and classes[0] != classes[1]


two_owners = ContractRule(
    name="two-owners",
    rule="NB502",
    title="a key with two owners",
    doc="""
Promise: no key has two owners. With two, either importing the second one fails, or the one that was imported last answers.

Leaves alone: two keys of one owner, the same key in two registries, and registrations of which only one runs (the arms of an `if` or a `try`).
""",
    finds=(
        Example(
            title="two files that register one key",
            code="""
# file: kit/registry.py
MODELS = {}

def register_model(kind):
    def put(owner):
        MODELS[kind] = owner
        return owner
    return put

def get(kind):
    from kit import models
    return MODELS.get(kind)
# file: kit/models/__init__.py
from kit.models import jamba, jamba_moe
# file: kit/models/jamba.py
from kit.registry import register_model

@register_model("jamba")
class Jamba: ...
# file: kit/models/jamba_moe.py
from kit.registry import register_model

@register_model("jamba")
class JambaMoe: ...  # here
""",
        ),
    ),
    passes=(
        Example(
            title="one owner with two keys, and one key in either arm",
            code="""
# file: kit/registry.py
MODELS = {}

def register_model(kind):
    def put(owner):
        MODELS[kind] = owner
        return owner
    return put

def get(kind):
    from kit import models
    return MODELS.get(kind)
# file: kit/models/__init__.py
from kit.models import jamba, mamba
# file: kit/models/jamba.py
from kit.registry import register_model

@register_model("jamba")
@register_model("zamba")
class Jamba: ...
# file: kit/models/mamba.py
from kit.registry import register_model

try:
    import fast

    @register_model("mamba")
    class Mamba: ...
except ImportError:
    @register_model("mamba")
    class SlowMamba: ...
""",
        ),
    ),
    judge=_judge,
)
