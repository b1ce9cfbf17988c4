"""Which zone, owner and subsystem a path belongs to: a pure function of the settings, the tree's paths and the known names."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..inventory import Zone
from .globs import Matcher, matcher, plain
from .ownership import Family, Owner, glued_to, named_after
from .schema import Settings

ELSEWHERE = "other"  # the subsystem of files that lie in no folder below their package
_PACKAGE_SHARE = 3  # a top folder with more than one in three of the Python files is a package, not a part of one
_FEWEST_MODELS = 4  # sub-folders named after models, before their parent is taken for a zoo of models


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Where one file belongs, and why."""

    zone: Zone
    owner: Owner | None  # zone model: whose it is
    rule: str | None  # the pattern that says so; None: recognised, or the default
    subsystem: str
    assigned: bool  # a pattern of [subsystems] names its part


class Zoning:
    """The zones of one tree; each path is judged once."""

    __slots__ = (
        "_family",
        "_files",
        "_folders",
        "_never",
        "_owners",
        "_placed",
        "_rows",
        "_rules",
        "_settings",
        "_subsystems",
        "_zoos",
        "packages",
    )

    def __init__(self, settings: Settings, paths: Iterable[str], family: Family) -> None:
        """Take the settings, the paths of the tree, and what tells the family of a name."""
        zones, models = settings.zones, settings.models
        self._settings = settings
        self._family = family
        self._rules: tuple[tuple[Zone, Matcher], ...] = tuple(
            (zone, matcher(globs))
            for zone, globs in (
                (Zone.IGNORED, zones.ignored),
                (Zone.FROZEN, zones.frozen),
                (Zone.MODEL, zones.model),
                (Zone.SHARED, zones.shared),
            )
            if globs
        )
        self._folders, self._files = matcher(models.folders), matcher(models.files)
        self._subsystems = tuple((name, matcher(globs)) for name, globs in settings.subsystems)
        self._never = frozenset(models.never)
        self._placed: dict[str, Placed] = {}
        self._owners: dict[str, Owner | None] = {}
        ignored = matcher(zones.ignored)
        counted = [path for path in map(plain, paths) if path.endswith(".py") and ignored(path) is None]
        self.packages = packages(counted)
        self._zoos = zoos(counted, family, self._never) if models.recognise else frozenset()
        self._rows = rows(counted, family, self._never) if models.recognise else frozenset()

    def placed(self, path: str) -> Placed:
        """Return where a file belongs, and why."""
        found = self._placed.get(path)
        if found is None:
            found = self._placed[path] = self._place(plain(path))
        return found

    def zone_of(self, path: str) -> Zone:
        """Return the zone of a file."""
        return self.placed(path).zone

    def subsystem_of(self, path: str) -> str:
        """Return the part of the framework that a file belongs to."""
        return self.placed(path).subsystem

    def owner_of(self, path: str) -> Owner | None:
        """Return the one model that owns a file, or None."""
        return self.placed(path).owner

    def _place(self, path: str) -> Placed:
        subsystem, assigned = self._subsystem(path)
        for zone, match in self._rules:
            rule = match(path)
            if rule is not None:
                owner = self._owner(path) if zone is Zone.MODEL else None
                return Placed(zone=zone, owner=owner, rule=rule, subsystem=subsystem, assigned=assigned)
        owner = self._owner(path)
        zone = Zone.MODEL if owner is not None else self._settings.zones.default
        return Placed(zone=zone, owner=owner, rule=None, subsystem=subsystem, assigned=assigned)

    def _subsystem(self, path: str) -> tuple[str, bool]:
        for name, match in self._subsystems:
            if match(path) is not None:
                return name, True
        steps = path.split("/")[:-1]
        below = steps[1:] if steps and steps[0] in self.packages else steps
        return (below[0] if below else ELSEWHERE), False

    def _owner(self, path: str) -> Owner | None:
        for folder in _folders(path):
            if folder not in self._owners:
                self._owners[folder] = self._owner_of_folder(folder)
            owner = self._owners[folder]
            if owner is not None:
                return owner
        return self._owner_of_file(path)

    def _owner_of_folder(self, folder: str) -> Owner | None:
        name = folder.rpartition("/")[2]
        if self._folders(folder) is not None:
            return Owner(model=name, at=folder, reason="[models] folders")
        if folder in self.packages or not self._settings.models.recognise:
            return None
        found = self._recognised(name, folder)
        if found is None and name not in self._never and folder.rpartition("/")[0] in self._zoos:
            return Owner(model=name, at=folder, reason="among folders that are named after models")
        return found

    def _owner_of_file(self, path: str) -> Owner | None:
        name = path.rpartition("/")[2]
        stem = name.rpartition(".")[0] or name
        if self._files(path) is not None:
            return Owner(model=self._spelled(stem), at=path, reason="[models] files")
        if not self._settings.models.recognise or stem.startswith("__"):
            return None
        found = self._recognised(stem, path)
        if found is None and path.rpartition("/")[0] in self._rows:
            model = glued_to(stem, self._family, self._never)
            found = None if model is None else Owner(model=model, at=path, reason=f"{model} glued to what follows, among files of models")
        return found

    def _spelled(self, stem: str) -> str:
        """Return the model's part of a file's name: `qwen3vl` of mcore_qwen3vl."""
        found = self._recognised(stem, stem)
        return stem if found is None else stem[max(stem.lower().find(found.model), 0) :]

    def _recognised(self, name: str, at: str) -> Owner | None:
        found = named_after(name, self._family, self._never)
        if found is None:
            return None
        model, reason = found
        return Owner(model=model, at=at, reason=reason or "named after a model", own=bool(reason))


def packages(paths: Iterable[str]) -> frozenset[str]:
    """Return the top folders that hold a large share of these Python files: a package's own name is no model's."""
    tops = Counter(path.partition("/")[0] for path in paths if "/" in path)
    return frozenset(top for top, count in tops.items() if count * _PACKAGE_SHARE > tops.total())


def zoos(paths: Iterable[str], family: Family, never: frozenset[str]) -> frozenset[str]:
    """Return the folders whose sub-folders are named after models, all but few: there, the others are models' too."""
    beside: dict[str, set[str]] = {}
    for folder in {folder for path in paths for folder in _folders(path)}:
        parent, _, name = folder.rpartition("/")
        if parent and name not in never:
            beside.setdefault(parent, set()).add(name)
    named = {parent: sum(named_after(name, family, never) is not None for name in names) for parent, names in beside.items()}
    return frozenset(parent for parent, count in named.items() if count >= _FEWEST_MODELS and count * 3 >= len(beside[parent]) * 2)


def rows(paths: Iterable[str], family: Family, never: frozenset[str]) -> frozenset[str]:
    """Return the folders in which several files are named after models, one beside the other."""
    named = Counter(path.rpartition("/")[0] for path in paths if named_after(path.rpartition("/")[2].removesuffix(".py"), family, never))
    return frozenset(folder for folder, count in named.items() if folder and count >= _FEWEST_MODELS)


def _folders(path: str) -> Iterator[str]:
    end = path.find("/")
    while end != -1:
        yield path[:end]
        end = path.find("/", end + 1)
