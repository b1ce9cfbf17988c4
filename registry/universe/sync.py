"""A transformers source tree in, a snapshot of its model names out: parsed, never imported."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from .auto_tables import auto_tables
from .configurations import Configuration, Part, configurations
from .snapshot import ModelType, Snapshot

AUTO_FILE = re.compile(r"(?:^|/)models/auto/\w+\.py$")
CONFIGURATION_FILE = re.compile(r"(?:^|/)models/(?P<module>\w+)/configuration_\w+\.py$")
VERSION_FILE = re.compile(r"(?:^|/)transformers/__init__\.py$")
TYPES_TABLE = "CONFIG_MAPPING_NAMES"
MODULES_TABLE = "SPECIAL_MODEL_TYPE_TO_MODULE_NAME"


class SyncError(ValueError):
    """The tree holds no transformers that can be read; the message says what is missing."""


def matters(path: str) -> bool:
    """Tell whether a file of a transformers tree holds names, or the version."""
    return any(pattern.search(path) for pattern in (AUTO_FILE, CONFIGURATION_FILE, VERSION_FILE))


def snapshot_of(paths: Iterable[str], read: Callable[[str], bytes]) -> Snapshot:
    """Read the model names of the transformers tree that holds *paths*.

    `read` gives the bytes of one of the paths. Raises SyncError where the tree has no auto tables, no version, or a
    file that does not parse.
    """
    tree = _Tree(paths=tuple(sorted(paths)), read=read)
    tables = auto_tables(tree.parse(path) for path in _auto_files(tree.paths))
    if TYPES_TABLE not in tables:
        raise SyncError(f"no {TYPES_TABLE} under models/auto/: is this a source tree or wheel of transformers?")
    modules = {name: classes[0] for name, classes in tables.pop(MODULES_TABLE, {}).items()}
    found = configurations((module, tree.parse(path)) for module, path in _configuration_files(tree.paths))
    return Snapshot(
        package="transformers",
        version=_version(tree),
        types=_types({name: classes[0] for name, classes in tables.pop(TYPES_TABLE).items()}, modules, found),
        tables=tables,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tree:
    paths: tuple[str, ...]
    read: Callable[[str], bytes]

    def parse(self, path: str) -> ast.Module:
        try:
            return ast.parse(self.read(path), path)
        except (SyntaxError, ValueError) as error:
            raise SyncError(f"{path} does not parse: {error}") from error


def _auto_files(paths: Iterable[str]) -> list[str]:
    """Where the tables are written, the file of generated tables first: the others add to it."""
    return sorted((path for path in paths if AUTO_FILE.search(path)), key=lambda path: (not path.endswith("/auto_mappings.py"), path))


def _configuration_files(paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    for path in paths:
        if (match := CONFIGURATION_FILE.search(path)) is not None and match["module"] != "auto":
            yield match["module"], path


def _version(tree: _Tree) -> str:
    roots = [path for path in tree.paths if VERSION_FILE.search(path)]
    for root in sorted(roots, key=len)[:1]:
        for node in tree.parse(root).body:
            match node:
                case ast.Assign(targets=[ast.Name(id="__version__")], value=ast.Constant(value=str(version))):
                    return version
                case _:
                    pass
    raise SyncError("no __version__ in transformers/__init__.py: give the folder or wheel that holds the package")


def _types(classes: dict[str, str], modules: dict[str, str], found: dict[str, Configuration]) -> dict[str, ModelType]:
    """Every type of the table of configurations, and those that only a configuration class declares."""
    declared = {each.model_type: name for name, each in found.items() if each.model_type}
    inside = {
        mark
        for each in found.values()
        for part in each.parts
        for mark in (part.config, part.model_type)
        if mark and each.module in (_module_of(part.config, found), _module_of(declared.get(part.model_type, ""), found))
    }
    typed = {}
    for name, config in (declared | classes).items():
        held = found.get(config)
        module = modules.get(name) or _module_of(config, found) or name.replace("-", "_")
        typed[name] = ModelType(
            config=config,
            module=module,
            sub=name != module and (config in inside or name in inside or (held is not None and held.inner)),
            parts=() if held is None else tuple((part.key, _type_of(part, found)) for part in held.parts),
        )
    return typed


def _module_of(config: str, found: dict[str, Configuration]) -> str:
    return found[config].module if config in found else ""


def _type_of(part: Part, found: dict[str, Configuration]) -> str:
    """The model type of a part: as it says itself, else as its class declares it, else "" (any type may stand there)."""
    return part.model_type or (found[part.config].model_type if part.config in found else "")
