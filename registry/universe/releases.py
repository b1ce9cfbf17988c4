"""Which releases of a library have which model types, modules and names: a ladder of releases, one a minor, as compact facts."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import msgspec
from packaging.specifiers import SpecifierSet
from packaging.version import Version

SCHEMA = 1
_MODELS = "models."  # below it lie the models; of any other module what it borrows is listed with what it defines
_PATCHES = 12  # a rung stands for its whole minor: `==5.8.1` allows it, whichever patch was read


class ReleasesError(ValueError):
    """The bytes are no ladder of this schema; the message says where they went wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """One release: its model types, and the names of each module; those that a module only borrows from another stand apart."""

    version: str
    types: frozenset[str]
    modules: Mapping[str, frozenset[str]]  # dotted, without the package's name; "" is the package itself
    borrowed: frozenset[str]


class _Held(msgspec.Struct, frozen=True, kw_only=True):
    """The file: under each range of rungs (`3-17,20-`) the names that these have, separated by spaces."""

    package: str
    versions: tuple[str, ...]
    types: dict[str, str]
    borrowed: dict[str, str]
    modules: dict[str, dict[str, str]]
    schema: int = SCHEMA


class Releases:
    """A ladder of releases. A set of rungs is a bit mask: bit 0 is the oldest."""

    def __init__(self, held: _Held) -> None:
        """Take what the file says; ranges are read when they are asked for."""
        self._held = held
        self.package, self.versions = held.package, held.versions
        self.every = (1 << len(held.versions)) - 1
        self._members: dict[str, dict[str, int]] = {}

    @staticmethod
    def load() -> "Releases":
        """Return the ladder that ships with the package (read once a process)."""
        return _shipped()

    @cached_property
    def types(self) -> Mapping[str, int]:
        """The rungs of each model type."""
        return self._spelled(self._held.types)

    @cached_property
    def classes(self) -> Mapping[str, int]:
        """The rungs that define a class or a function of a name, in whatever module."""
        found: defaultdict[str, int] = defaultdict(int)
        for module in self._held.modules:
            for name, rungs in self._of(module).items():
                found[name] |= rungs
        return found

    def module(self, dotted: str) -> int:
        """Return the rungs that have a module (`models.qwen3.modeling_qwen3`), a package among them."""
        return self._packages.get(dotted, 0)

    def member(self, module: str, name: str) -> int:
        """Return the rungs in which a module has a name, whether it defines it or borrows it; a package has what is in its modules, too."""
        here = self._of(module).get(name, 0) if module in self._held.modules else 0
        inner = self.module(f"{module}.{name}" if module else name)
        for each in self._below.get(module, ()) if module else ():
            here |= self._of(each).get(name, 0)
        return here | inner | (self._borrowed.get(name, 0) & self.module(module) if module.startswith(_MODELS) else 0)

    def is_served(self, dotted: str) -> bool:
        """Tell whether a module, or the one that a name lies in, may be there without a file of that name."""
        return _served().match(f"{dotted}.") is not None

    def allowed(self, wanted: SpecifierSet) -> int:
        """Return the rungs of which some patch is allowed; 0 where the ladder has none (all are older, or newer)."""
        found = 0
        for bit, version in enumerate(self.versions):
            minor = Version(version)
            patches = (f"{minor.major}.{minor.minor}.{patch}" for patch in range(_PATCHES))
            if any(wanted.contains(each) for each in patches):
                found |= 1 << bit
        return found

    def said(self, rungs: int) -> str:
        """Return rungs in words: `4.40 … 4.47, 5.3`; "" for none."""
        parts = [part.split("-") for part in _ranged(rungs, len(self.versions)).split(",") if part]
        last = len(self.versions) - 1
        ends = [(int(part[0]), int(part[-1] or last)) for part in parts]
        return ", ".join(self._minor(a) if a == b else f"{self._minor(a)} … {self._minor(b)}" for a, b in ends)

    def _minor(self, bit: int) -> str:
        version = Version(self.versions[bit])
        return f"{version.major}.{version.minor}"

    @cached_property
    def _borrowed(self) -> Mapping[str, int]:
        return self._spelled(self._held.borrowed)

    @cached_property
    def _packages(self) -> Mapping[str, int]:
        found: defaultdict[str, int] = defaultdict(int)
        for module, held in self._held.modules.items():
            rungs = 0
            for ranges in held:
                rungs |= _rungs(ranges, len(self.versions))
            parts = module.split(".")
            for end in range(1, len(parts) + 1):
                found[".".join(parts[:end])] |= rungs
        return found

    @cached_property
    def _below(self) -> Mapping[str, tuple[str, ...]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for module in self._held.modules:
            found[module.rpartition(".")[0]].append(module)
        return {package: tuple(modules) for package, modules in found.items()}

    def _of(self, module: str) -> Mapping[str, int]:
        if module not in self._members:
            self._members[module] = self._spelled(self._held.modules[module])
        return self._members[module]

    def _spelled(self, held: Mapping[str, str]) -> dict[str, int]:
        return {name: rungs for ranges, names in held.items() for rungs in (_rungs(ranges, len(self.versions)),) for name in names.split()}


def from_json(data: bytes) -> Releases:
    """Read a ladder. Raises ReleasesError where the bytes are something else or of another schema."""
    try:
        held = msgspec.json.decode(data, type=_Held)
    except msgspec.MsgspecError as error:
        raise ReleasesError(f"not a ladder of releases: {error}") from error
    if held.schema != SCHEMA:
        raise ReleasesError(f"a ladder of schema {held.schema}; this release reads {SCHEMA}: write it again with `names sync --releases`")
    return Releases(held)


def to_json(package: str, rungs: Iterable[Rung]) -> bytes:
    """Spell a ladder, oldest release first, whatever the order given: keys sorted, one module a line, LF."""
    ladder = sorted(rungs, key=lambda rung: Version(rung.version))
    modules = sorted({module for rung in ladder for module in rung.modules})
    head = {"schema": SCHEMA, "package": package, "versions": [rung.version for rung in ladder]}
    whole = {"types": _grouped([rung.types for rung in ladder]), "borrowed": _grouped([rung.borrowed for rung in ladder])}
    lines = [f"{_text(module)}:{_text(_module([rung.modules.get(module) for rung in ladder]))}" for module in modules]
    inner = ",\n".join(lines)
    return f'{_text(head)[:-1]},\n"types":{_text(whole["types"])},\n"borrowed":{_text(whole["borrowed"])},\n"modules":{{\n{inner}\n}}}}\n'.encode()


def _module(names: list[frozenset[str] | None]) -> dict[str, str]:
    """The names of a module by their ranges; where it has none in some release, an empty entry says that it is there."""
    found = _grouped([each or frozenset() for each in names])
    there = sum(1 << bit for bit, each in enumerate(names) if each is not None)
    bare = there & ~sum({1 << bit for bit, each in enumerate(names) if each})
    return found | ({_ranged(bare, len(names)): ""} if bare and _ranged(bare, len(names)) not in found else {})


def _grouped(names: list[frozenset[str]]) -> dict[str, str]:
    masks: defaultdict[str, int] = defaultdict(int)
    for bit, held in enumerate(names):
        for name in held:
            masks[name] |= 1 << bit
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name, mask in sorted(masks.items()):
        groups[_ranged(mask, len(names))].append(name)
    return {ranges: " ".join(held) for ranges, held in sorted(groups.items())}


def _ranged(mask: int, count: int) -> str:
    """Spell a mask: `3`, `3-17`, `20-` (to the newest), joined by commas."""
    parts, bit = list[str](), 0
    while bit < count:
        if mask >> bit & 1:
            end = bit
            while end + 1 < count and mask >> (end + 1) & 1:
                end += 1
            parts.append(f"{bit}-" if end == count - 1 else f"{bit}" if end == bit else f"{bit}-{end}")
            bit = end
        bit += 1
    return ",".join(parts)


def _rungs(ranges: str, count: int) -> int:
    found = 0
    for part in filter(None, ranges.split(",")):
        first, dash, last = part.partition("-")
        end = int(last) if last else count - 1 if dash else int(first)
        found |= ((1 << (end - int(first) + 1)) - 1) << int(first)
    return found


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


@cache
def _shipped() -> Releases:
    return from_json(Path(__file__).with_name("releases.json").read_bytes())


@cache
def _served() -> re.Pattern[str]:
    held = tomllib.loads(Path(__file__).with_name("served.toml").read_text(encoding="utf-8"))
    return re.compile(rf"(?:{'|'.join(held['paths'])})\.")
