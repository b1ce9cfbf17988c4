"""A whole tree with faults in all that changed: tests and models that do not notice those show nothing of the change."""

from collections.abc import Iterable, Mapping

from .pairing import Pair
from .planting import planted_in
from .tree import Tree

_BROKEN = 'raise RuntimeError("a fault that was planted")\n'


def packages(tree: Tree, pairs: Iterable[Pair]) -> frozenset[str]:
    """Return the top names of what is under test: of what changed, else of what decides by a name, else of all."""
    changed = {pair.new.module.partition(".")[0] for pair in pairs}
    deciding = {draft.unit.module.partition(".")[0] for _, draft in tree.program.sites}
    found = changed or deciding or {name.partition(".")[0] for name in tree.modules}
    return frozenset({tree.package.partition(".")[0]} if tree.package else found - {""})


def spoilt(tree: Tree, pairs: Iterable[Pair]) -> tuple[str, Mapping[str, str]]:
    """Return what was done to the tree, and the texts of files with it; where nothing changed, its packages cannot be imported."""
    texts: dict[str, str] = {}
    known = tuple(pairs)
    faults = []
    for pair in known:
        module = tree.modules[pair.new.module]
        if (made := planted_in(texts.get(module.path, module.text), pair.new.name)) is not None:
            faults.append(f"{pair.new.key}: {made[0]}")
            texts[module.path] = made[1]
    if not texts:
        tops = packages(tree, known)
        texts = {module.path: _BROKEN for name, module in tree.modules.items() if (tree.package or name) in tops or name in tops}
        return "packages that cannot be imported", texts
    return f"{len(faults)} faults, of which the first is {faults[0]}", texts
