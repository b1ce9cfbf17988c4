"""Which modules are run as they are, and which are stand-ins: real is what is under test, what changed, and what the names come from."""

from collections.abc import Iterator

from ..analyzer.settings.globs import matcher, plain
from .pairing import Pair
from .tree import Tree


def real_modules(old: Tree, new: Tree, pair: Pair) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the modules of either side that are run, the one under test first."""
    changed = {
        name
        for name in {*old.modules, *new.modules}
        if (name in old.modules) != (name in new.modules) or old.modules[name].text != new.modules[name].text
    }
    wanted = changed | set(_holding_names(pair))
    return _side(old, pair.old.module, wanted), _side(new, pair.new.module, wanted)


def _side(tree: Tree, first: str, wanted: set[str]) -> tuple[str, ...]:
    registry = matcher(tree.settings.registry.modules) if tree.settings.registry.modules else None
    asked = {name for name, module in tree.modules.items() if registry is not None and registry(plain(module.path)) is not None}
    found = sorted(name for name in (wanted | asked) if name in tree.modules and name != first)
    return (first, *found)


def _holding_names(pair: Pair) -> Iterator[str]:
    """Yield the modules in which the constants and predicates lie by which the function decides."""
    for site, _ in pair.sites:
        for hop in site.via:
            yield hop.rpartition(":")[0].removesuffix(".py").removesuffix("/__init__").removeprefix("src/").replace("/", ".")
