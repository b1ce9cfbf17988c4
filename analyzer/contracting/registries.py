"""Which registries a target has, where each lies, and who owns each of its keys."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...registry.space import Space
from ..inventory import Registration, Zone
from ..settings.globs import matcher
from ..settings.schema import Form, Settings
from .module import Module
from .tree import Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key of a registry, and who registers it."""

    key: str
    space: Space
    path: str  # of the registration
    line: int
    owner: str | None  # path of the file that must be imported; None: it lies outside of the target
    missing: str = ""  # the dotted name that the registration points to and nobody defines


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    """One registry of the target."""

    name: str
    homes: tuple[str, ...]  # paths of the files that hold it
    lookups: tuple[str, ...]  # functions that ask it
    tables: frozenset[str]  # names of the tables in which it keeps its keys
    keys: tuple[Key, ...]


def registries(tree: Tree, registrations: Sequence[Registration], settings: Settings) -> tuple[Registry, ...]:
    """Return the target's own registries by name; what is registered with a dependency is not its contract."""
    found: dict[str, list[Registration]] = {}
    for registration in registrations:
        if registration.path in tree.modules and tree.zones[registration.path] is not Zone.IGNORED:
            found.setdefault(registration.registry, []).append(registration)
    made = {name: one for name, held in sorted(found.items()) if (one := _registry(tree, name, held, settings)) is not None}
    return tuple(one for name, one in made.items() if not _is_known_by(name, one, made))


def _is_known_by(name: str, one: Registry, made: Mapping[str, Registry]) -> bool:
    """Whether a table that looks like a registry is one that an idiom tells of by its last name."""
    last = name.rpartition(".")[2]
    return last != name and last in made and set(one.homes) <= set(made[last].homes)


def _registry(tree: Tree, name: str, held: Sequence[Registration], settings: Settings) -> Registry | None:
    idioms = [idiom for idiom in settings.registry.idioms if idiom.registry == name]
    via = tuple(dict.fromkeys(each for idiom in idioms for each in idiom.via))
    lookups = tuple(dict.fromkeys(each for idiom in idioms for each in idiom.lookup))
    homes = _homes(tree, {*(each.partition(".")[0] for each in via), *lookups}, settings) if idioms else _imported_from(tree, name, held)
    if not homes:
        return None
    filled = {each for path in homes for each in tree.modules[path].stores if each in tree.modules[path].names}
    tables = filled | {each for idiom in idioms if idiom.form in {Form.ENTRY, Form.ITEM_STORE} for each in idiom.via}
    entries = {name.rpartition(".")[2]} if any(one.form == Form.ENTRY for one in held) and not idioms else set[str]()
    keys = tuple(_keys(tree, held, homes, tables | entries))
    return Registry(name=name, homes=homes, lookups=lookups, tables=frozenset(tables | entries), keys=keys)


def _homes(tree: Tree, words: set[str], settings: Settings) -> tuple[str, ...]:
    """Return the files that define what registers, or what is looked up; those that the settings name where there are such."""
    defines = {path for path, module in tree.modules.items() if words & _defined(module) and tree.zones[path] is not Zone.IGNORED}
    named = matcher(settings.registry.modules)
    chosen = {path for path in defines if named(path) is not None}
    return tuple(sorted(chosen or defines))


def _defined(module: Module) -> frozenset[str]:
    return module.names - {each.local.partition(".")[0] for each in module.imports}


def _imported_from(tree: Tree, name: str, held: Sequence[Registration]) -> tuple[str, ...]:
    """Return where a registry lies that no idiom tells of: where those who register import it from."""
    head = name.partition(".")[0]
    found = {path for one in held if (path := tree.defining(one.path, head)) is not None}
    if not found and (path := tree.path_of(name.rpartition(".")[0])) is not None:
        found.add(path)
    return tuple(sorted(found))


def _keys(tree: Tree, held: Sequence[Registration], homes: Sequence[str], tables: frozenset[str] | set[str]) -> Iterator[Key]:
    for one in held:
        if one.form != Form.ENTRY:
            yield Key(key=one.key, space=one.space, path=one.path, line=one.line, owner=one.path)
    space = {one.key: one.space for one in held}
    for path in homes:
        for entry in tree.modules[path].entries:
            if entry.table in tables and entry.key in space:
                owner, missing = _pointed_to(tree, path, entry.texts, entry.value)
                yield Key(key=entry.key, space=space[entry.key], path=path, line=entry.line, owner=owner, missing=missing)


def _pointed_to(tree: Tree, path: str, texts: Sequence[str], value: str) -> tuple[str | None, str]:
    """Return the file that an entry points to, by texts or by a name, and what of it is missing."""
    if value:
        return tree.defining(path, value.partition(".")[0]) or path, ""
    for number, text in enumerate(texts):
        module, _, name = text.partition(":")
        near = f"{tree.folder(tree.modules[path])}.{module}"
        found = tree.path_of(module) or tree.path_of(near)
        if found is not None:
            wanted = name or next((each for each in texts[number + 1 : number + 2] if each.isidentifier()), "")
            return found, "" if not wanted or tree.has(found, wanted) else f"{module}.{wanted}"
        head, _, last = module.rpartition(".")
        if head and tree.is_own(module):
            outer = tree.path_of(head)
            return outer, "" if outer is not None and tree.has(outer, last) else text
    return path, ""


def owners(tree: Tree, registry: Registry) -> Mapping[str, tuple[Key, ...]]:
    """Return the keys by the file that must be imported for them; those whose owner was not looked at are left out."""
    found: dict[str, list[Key]] = {}
    for key in registry.keys:
        if key.owner is not None and key.owner in tree.modules:
            found.setdefault(key.owner, []).append(key)
    return {path: tuple(keys) for path, keys in found.items()}
