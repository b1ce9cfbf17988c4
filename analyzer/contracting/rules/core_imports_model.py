"""NB506: the shared core imports a model's package."""

from collections.abc import Iterator

from ....registry.dialects.policies import Loading
from ...finding.detector import Example
from ...inventory import Finding, Zone
from ..registries import Registry, owners
from ..rule import ContractRule
from ..subject import Chain, Subject, arrows, finding, hops

_SHOWN = 4


def _judge(subject: Subject) -> Iterator[Finding]:
    tree, allowed = subject.tree, _listing(subject)
    for registry in subject.registries:
        packages = {_package(path) for path in owners(tree, registry) if tree.zones.get(path) is Zone.MODEL}
        for path in sorted(tree.reached(registry.homes, eager=True) - allowed):
            targets = tree.eager.successors(path) if path in tree.eager and tree.zones[path] is Zone.SHARED else ()
            owned = [target for target in targets if tree.zones[target] is Zone.MODEL and _package(target) in packages]
            if owned:
                yield _told(subject, registry, path, sorted(owned))


def _listing(subject: Subject) -> set[str]:
    """Return the files that may import owners, since the dialect's policy is that the registry brings all of them along."""
    dialect = subject.dialect
    if dialect is None or dialect.policies.loading is not Loading.WITH_REGISTRY:
        return set()
    ends = tuple(listing.path for listing in dialect.listings)
    return {path for path in subject.tree.modules if path.endswith(ends)}


def _package(path: str) -> str:
    return path.rpartition("/")[0]


def _told(subject: Subject, registry: Registry, path: str, targets: list[str]) -> Finding:
    tree = subject.tree
    lines = [tree.eager.edges[path, target]["line"] for target in targets]
    chains = [chain for home in registry.homes if (chain := tree.chain(home, targets[0], eager=True))]
    shortest: Chain = min(chains, key=len, default=())
    models = tuple(dict.fromkeys(filter(None, (tree.models.get(target) for target in targets))))
    told = f"importing {registry.name} imports {_some(models) or targets[0]}, so if one of them fails, every model fails"
    return finding(
        "NB506",
        (path, min(lines)),
        f"{told}; import it in the function that needs it, or let the lookup of its key do so",
        names=models,
        witness=arrows(shortest),
        places=hops(shortest)[:-1],
    )


def _some(models: tuple[str, ...]) -> str:
    more = len(models) - _SHOWN
    return ", ".join(models[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


_REGISTRY = """
# file: kit/registry.py
MODELS = {}

def register_model(kind):
    def put(owner):
        MODELS[kind] = owner
        return owner
    return put

def get(kind):
    import kit.models.jamba
    return MODELS.get(kind)
"""
_JAMBA = """
# file: kit/models/jamba.py
from kit.registry import register_model

@register_model("jamba")
class Jamba: ...
"""

core_imports_model = ContractRule(
    name="core-imports-model",
    rule="NB506",
    title="the shared core imports a model's package",
    doc="""
Promise: importing the registry, and what it stands on, imports no model's package. Else one broken model breaks all of them, import order
decides who registers first, and every command pays for every model. The witness is the shortest chain of imports from the registry.

Leaves alone: imports in functions, imports for type checkers, and the list of owners of a dialect whose policy is to import all of them.
""",
    finds=(
        Example(
            title="what the registry stands on imports a model",
            code=_REGISTRY.replace("MODELS = {}", "from kit import tools\n\nMODELS = {}")
            + """
# file: kit/tools.py
from kit.models.jamba import Jamba  # here
"""
            + _JAMBA,
        ),
    ),
    passes=(
        Example(
            title="an import in a function, one for a type checker, and one by somebody whom the registry does not import",
            code=_REGISTRY.replace("MODELS = {}", "from kit import tools\n\nMODELS = {}")
            + """
# file: kit/tools.py
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kit.models.jamba import Jamba

def late():
    from kit.models.jamba import Jamba
# file: kit/train.py
from kit.models.jamba import Jamba
"""
            + _JAMBA,
        ),
    ),
    judge=_judge,
)
