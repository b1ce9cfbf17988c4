"""Which modules are run as they are, and which are stand-ins: real is what is under test, what changed, and what the names come from."""

from collections.abc import Iterator

from ..analyzer.linking.meaning import module_of
from ..analyzer.settings.globs import matcher, plain
from .pairing import Pair
from .tree import Tree, imports


def real_modules(old: Tree, new: Tree, pair: Pair) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the modules of either side that are run, the one under test first.

    Packages around them are run as well: what one side imports from a package and the other from a module in it, is one thing.
    """
    changed = {name for name in {*old.modules, *new.modules} if _differs(name, old, new)}
    held = set(added_modules(old, new)) | (changed & (_registering(old) | _registering(new)))
    wanted = held | {name for owner in held for name in _above(owner, new)}
    wanted |= _imported(old, pair.old.module, changed) | _imported(new, pair.new.module, changed)
    wanted |= {*_holding_names(pair), *_registry(old), *_registry(new), pair.old.module, pair.new.module}
    wanted |= {package for name in wanted for package in _around(name)}
    return _side(old, pair.old.module, wanted), _side(new, pair.new.module, wanted)


def _registering(tree: Tree) -> set[str]:
    """Return the modules that register something: what changed in them is found by a key, not by an import."""
    return {module_of(one.path)[0] for one in tree.program.found.registrations}


def _above(owner: str, tree: Tree) -> set[str]:
    """Return what an owner of models imports from the packages around it, but the target's own: what its classes are made of."""
    packages = set(list(_around(owner))[:-1])
    named = imports(tree.modules[owner]) if owner in tree.modules else ()
    return {one for name in named for one in (name, name.rpartition(".")[0]) if one.rpartition(".")[0] in packages and one in tree.modules}


def owners(old: Tree, new: Tree) -> tuple[str, ...]:
    """Return the modules of the new side that say something of a model, and did not say it before."""
    found = _registering(new) & new.modules.keys()
    return tuple(sorted(name for name in found if _differs(name, old, new)))


def added_modules(old: Tree, new: Tree) -> tuple[str, ...]:
    """Return the modules that only the new side has."""
    return tuple(sorted(name for name in new.modules if name not in old.modules))


def _imported(tree: Tree, first: str, changed: set[str]) -> set[str]:
    """Return the changed modules that a module imports, itself or through others of them, anywhere in it."""
    found: set[str] = set()
    queue = [first]
    while queue:
        for name in imports(tree.modules[queue.pop()]):
            for one in (name, name.rpartition(".")[0]):
                if one in changed and one in tree.modules and one not in found:
                    found.add(one)
                    queue.append(one)
    return found


def _differs(name: str, old: Tree, new: Tree) -> bool:
    one, other = old.modules.get(name), new.modules.get(name)
    return one is None or other is None or one.text != other.text


def _side(tree: Tree, first: str, wanted: set[str]) -> tuple[str, ...]:
    return (first, *sorted(name for name in wanted if name in tree.modules and name != first))


def _registry(tree: Tree) -> set[str]:
    if not tree.settings.registry.modules:
        return set()
    is_registry = matcher(tree.settings.registry.modules)
    return {name for name, module in tree.modules.items() if is_registry(plain(module.path)) is not None}


def _around(name: str) -> Iterator[str]:
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


def _holding_names(pair: Pair) -> Iterator[str]:
    """Yield the modules in which the constants and predicates lie by which the function decides."""
    for site, _ in pair.sites:
        for hop in site.via:
            yield hop.rpartition(":")[0].removesuffix(".py").removesuffix("/__init__").removeprefix("src/").replace("/", ".")
