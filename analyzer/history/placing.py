"""Which zone, owner and part of the framework each file of a moving tree belongs to."""

from collections import Counter
from collections.abc import Iterable

from ..inventory import Zone
from ..reading.ignored import Ignored
from ..settings.globs import matcher, plain
from ..settings.ownership import Family
from ..settings.schema import Settings
from ..settings.zones import Placed, Zoning, packages, zoos

MARK = "pyvenv.cfg"


class Placing:
    """The zones of a tree whose files come and go; judged anew only where what they follow from has changed."""

    def __init__(self, settings: Settings, family: Family) -> None:
        """Take the settings of the run, and what tells the family of a name."""
        self._settings, self._family = settings, family
        self._ignored_zone, self._tests = matcher(settings.zones.ignored), matcher(settings.models.tests)
        self._never = frozenset(settings.models.never)
        self._marks: frozenset[str] = frozenset()
        self._ignored = Ignored(())
        self._folders: Counter[str] = Counter()
        self._zoos: frozenset[str] = frozenset()
        self._known: dict[tuple[frozenset[str], frozenset[str]], Zoning] = {}
        self._zoning = Zoning(settings, (), family)

    def lies(self, path: str) -> bool:
        """Whether a file is one of the target's, and not in zone ignored by a pattern."""
        return path not in self._ignored and self._ignored_zone(plain(path)) is None

    def is_test(self, path: str) -> bool:
        """Whether a file is not looked at, but what it calls models is known."""
        return path not in self._ignored and self._ignored_zone(plain(path)) is not None and self._tests(plain(path)) is not None

    def marked(self, paths: Iterable[str]) -> bool:
        """Take note of the marks of virtual environments; returns whether they are others than before."""
        marks = frozenset(path for path in paths if path.rpartition("/")[2] == MARK)
        if marks == self._marks:
            return False
        self._marks, self._ignored = marks, Ignored(marks)
        return True

    def moved(self, paths: Iterable[str]) -> bool:
        """Judge a new set of Python files, each of which `lies` there; returns whether any that stayed may belong elsewhere now."""
        counted = [plain(path) for path in paths]
        folders = Counter(name.rpartition("/")[0] for name in counted)
        if folders.keys() != self._folders.keys():
            recognise = self._settings.models.recognise
            self._zoos = zoos(counted, self._family, self._never) if recognise else frozenset()
        self._folders = folders
        key = packages(counted), self._zoos
        zoning = self._known.get(key)
        if zoning is None:
            zoning = self._known[key] = Zoning(self._settings, counted, self._family)
        changed = zoning is not self._zoning
        self._zoning = zoning
        return changed

    def placed(self, path: str) -> Placed:
        """Return where a file belongs."""
        return self._zoning.placed(path)

    def looked_at(self, path: str) -> bool:
        """Whether a file is one to look at: not ignored."""
        return self._zoning.zone_of(path) is not Zone.IGNORED
