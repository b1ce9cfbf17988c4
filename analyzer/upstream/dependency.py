"""A dependency as a readable thing: an archive, a folder, or the files of an installed distribution; nothing of it is imported."""

import re
from collections.abc import Mapping
from functools import cached_property

from ..reading.source import Source, SourceFile
from .answer import Absent, Answer, Present, Unclear
from .outline import Class, Outline, outline_of
from .tables import tables_of

_READ = (".py", ".pyi")
_COMPILED = (".so", ".pyd")
_METADATA = re.compile(r"(?:^|/)(?:[^/]+\.dist-info/METADATA|PKG-INFO)$")
_HOPS_LIMIT = 12


class Dependency:
    """The modules of one release of a library, parsed when they are asked for."""

    def __init__(self, source: Source) -> None:
        """Take an opened source; only its list of files is read."""
        self._source = source
        self._paths = _modules(source.paths())
        self._outlines: dict[str, Outline | None] = {}
        self.packages = frozenset(module.partition(".")[0] for module in self._paths)
        self.name, self.version = _identity(source)

    @property
    def label(self) -> str:
        """Name and version, as messages say it."""
        return f"{self.name} {self.version}".strip()

    @property
    def modules(self) -> tuple[str, ...]:
        """The dotted names of all modules, sorted."""
        return tuple(sorted(self._paths))

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of all its files, sorted."""
        return self._source.paths()

    def data(self, path: str) -> bytes:
        """Return the bytes of one of its Python files; none where it cannot be read."""
        return self._data.get(path, b"")

    def exported(self, module: str) -> frozenset[str]:
        """Return every name that can be taken from a module, those of the modules that it takes all from included."""
        return self._exported(module, frozenset())

    def _exported(self, module: str, seen: frozenset[str]) -> frozenset[str]:
        outline = self.outline(module) if module in self._paths and module not in seen else None
        if outline is None:
            return frozenset()
        taken = [self._public(star, seen | {module}) for star in outline.stars]
        return frozenset().union(outline.defined, (local for local, _ in outline.imported), outline.lazy, *taken)

    def _public(self, module: str, seen: frozenset[str]) -> frozenset[str]:
        outline = self.outline(module) if module in self._paths else None
        if outline is not None and outline.exported is not None:
            return outline.exported
        return frozenset(name for name in self._exported(module, seen) if not name.startswith("_"))

    def find(self, dotted: str) -> Answer:
        """Say whether a dotted name is there: a module, a name in one, or a member of a closed class in one."""
        return self._find(dotted, 0)

    def table(self, dotted: str) -> tuple[str, ...] | None:
        """Return the keys of a table, or the members of a list, by its dotted name; re-exports are followed. None where it is not spelled."""
        for _ in range(_HOPS_LIMIT):
            module, _, name = dotted.rpartition(".")
            keys = tables_of(self._read(module)).get(name) if module in self._paths else None
            target = None if keys is not None else self._origin(module, name)
            if target is None or target == dotted:
                return keys
            dotted = target
        return None

    def _find(self, dotted: str, depth: int) -> Answer:
        holder, rest = self._deepest(dotted)
        if not rest:
            return Present()
        if not holder or depth > _HOPS_LIMIT or self._paths[holder].endswith(_COMPILED):
            return Unclear()
        outline = self.outline(holder)
        if outline is None:
            return Unclear()
        found = self._inside(outline, holder, rest, depth)
        return Unclear() if outline.is_dynamic and isinstance(found, Absent) else found

    def _inside(self, outline: Outline, holder: str, rest: list[str], depth: int) -> Answer:
        name = rest[0]
        held = next((each for each in outline.classes if each.name == name), None)
        if held is not None and len(rest) > 1:
            return self._member(held, f"{holder}.{name}", rest[1])
        if name in outline.defined:
            return Present()
        target = dict(outline.imported).get(name)
        if target is not None and target != f"{holder}.{name}":
            return self._followed(target, rest[1:], depth)
        if target is not None or name in outline.lazy or name.startswith("__"):
            return Present()
        return self._starred(outline, holder, rest, depth)

    def _followed(self, target: str, rest: list[str], depth: int) -> Answer:
        """What is imported is there; what lies below it is asked for where that lies, if it is here."""
        return self._find(".".join([target, *rest]), depth + 1) if rest and target.partition(".")[0] in self.packages else Present()

    def _starred(self, outline: Outline, holder: str, rest: list[str], depth: int) -> Answer:
        unclear = False
        for module in outline.stars:
            if module.partition(".")[0] not in self.packages:
                unclear = True
                continue
            if not self._may_give(module, rest[0]):
                continue
            match self._find(".".join([module, *rest]), depth + 1):
                case Present():
                    return Present()
                case Unclear():
                    unclear = True
                case Absent():
                    pass
        return Unclear() if unclear else self._absent(holder, ".".join([holder, rest[0]]))

    def _may_give(self, module: str, name: str) -> bool:
        """Whether `from module import *` may bring a name: quickly told by the letters, as there may be hundreds of modules."""
        data = self._read(module)
        if name.encode() not in data and b"import *" not in data:
            return False
        outline = self.outline(module) if module in self._paths else None
        return outline is None or outline.exported is None or name in outline.exported

    def _member(self, held: Class, dotted: str, name: str) -> Answer:
        if name in held.members or not held.is_closed or name.startswith("_") or name in _OF_ENUMS:
            return Present() if name in held.members else Unclear()
        return self._absent(dotted, f"{dotted}.{name}")

    def _absent(self, holder: str, missing: str) -> Absent:
        return Absent(holder=holder, missing=missing, release=self.label, still="", once="")

    def _origin(self, module: str, name: str) -> str | None:
        """Where a name of a module comes from, if it is imported there."""
        outline = self.outline(module) if module in self._paths else None
        if outline is None:
            return None
        if (target := dict(outline.imported).get(name)) is not None:
            return target
        return next((f"{star}.{name}" for star in outline.stars if isinstance(self.find(f"{star}.{name}"), Present)), None)

    def _deepest(self, dotted: str) -> tuple[str, list[str]]:
        """The longest beginning that is a module, and what is left."""
        parts = dotted.split(".")
        for end in range(len(parts), 0, -1):
            if (module := ".".join(parts[:end])) in self._paths:
                return module, parts[end:]
        return "", parts

    def outline(self, module: str) -> Outline | None:
        """Return what one of the modules says of itself; None where it does not parse, or is compiled."""
        if module not in self._outlines:
            path = self._paths[module]
            package = path.rpartition("/")[2].startswith("__init__.")
            self._outlines[module] = outline_of(self._read(module), module, package=package) if path else _EMPTY
        return self._outlines[module]

    @cached_property
    def _data(self) -> Mapping[str, bytes]:
        """The bytes of each Python file, by path: read at once, as an archive is quick to read in its own order only."""
        return {each.path: each.data for each in self._source.read(lambda path: path.endswith(_READ)) if isinstance(each, SourceFile)}

    def _read(self, module: str) -> bytes:
        return self._data.get(self._paths.get(module, ""), b"")


def _modules(paths: tuple[str, ...]) -> Mapping[str, str]:
    """Dotted module → path; a folder without `__init__` is a module without a file."""
    found: dict[str, str] = {}
    for path in paths:
        stem, dot, suffix = path.removeprefix("src/").partition(".")
        if f".{suffix.rpartition('.')[2]}" not in _READ + _COMPILED or not dot or not all(part.isidentifier() for part in stem.split("/")):
            continue
        parts = stem.split("/")
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if module and (module not in found or path.endswith(".py")):
            found[module] = path
        for end in range(1, len(parts)):
            found.setdefault(".".join(parts[:end]), "")
    return found


def _identity(source: Source) -> tuple[str, str]:
    """Name and version of the distribution, as its metadata says; the target's name where there is none."""
    for path in source.paths():
        if _METADATA.search(path) and (data := source.one(path)) is not None:
            head = dict(re.findall(r"^(Name|Version):\s*(\S+)", data.decode("utf-8", "replace").partition("\n\n")[0], re.MULTILINE))
            return head.get("Name", source.target), head.get("Version", "")
    return source.target.rstrip("/").rpartition("/")[2], ""


_OF_ENUMS = frozenset({"name", "value", "mro", "format", "lower", "upper", "split", "strip", "join", "replace", "startswith", "endswith"})
_EMPTY = Outline(defined=frozenset(), imported=(), stars=(), exported=None, lazy=frozenset(), classes=(), is_dynamic=False)
