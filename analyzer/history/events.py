"""Which branches came, went or changed in one step of a history: the two sides are compared as `check` compares them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..inventory import Confidence, Inventory, Registration, Site, Unread, Zone
from ..judging.fates import SpaceOf, compare
from ..judging.known import known_of
from ..judging.standing import Tree
from ..judging.verdict import Change, Known
from ..reading.source import SourceFile
from ..settings.globs import plain


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeNow:
    """The Python files of the newer side as a source; their paths without a leading `src/`."""

    files: Mapping[str, Sequence[str]]  # lines by path
    target: str = ""
    revision: str | None = None

    def paths(self) -> tuple[str, ...]:
        """All files, sorted."""
        return tuple(sorted(self.files))

    def read(self, wanted: Callable[[str], bool]) -> Iterator[SourceFile | Unread]:
        """Yield each file that is wanted."""
        for path in self.paths():
            if wanted(path) and (data := self.one(path)) is not None:
                yield SourceFile(path=path, data=data)

    def one(self, path: str) -> bytes | None:
        """The bytes of one file; its encoding is ours."""
        rows = self.files.get(path)
        return None if rows is None else "".join(rows).encode("utf-8", "surrogatepass")


class Sides:
    """Compares each step with the one before."""

    def __init__(self, space_of: SpaceOf) -> None:
        """Begin with a side that knows of no branch; *space_of* tells the key space of a subject."""
        self._was: tuple[Known, ...] = ()
        self._space_of = space_of

    def changes(
        self, sites: Iterable[Site], registrations: tuple[Registration, ...], files: Mapping[str, Sequence[str]]
    ) -> tuple[Change, ...]:
        """Return what became of each branch since the step before."""
        ordered = sorted((_plain(site) for site in sites), key=lambda site: (site.path, site.line, site.column))
        now = inventory(ordered, registrations)
        kept = [site for site in now.sites if certain(site)]
        standing = Tree(now, TreeNow(files={plain(path): rows for path, rows in files.items()}), lambda _: True)
        found = compare(self._was, now, sites=kept, standing=standing, space_of=self._space_of)
        self._was = known_of(kept, registrations)
        return tuple(_bare(change) for change in found.changes)


def certain(site: Site) -> bool:
    """Whether a site is a branch of shared code that was recognised for certain."""
    return site.zone is Zone.SHARED and site.confidence is not Confidence.INFERRED


def inventory(sites: Iterable[Site], registrations: tuple[Registration, ...]) -> Inventory:
    """Return what one step holds as an inventory."""
    return Inventory(
        target="", revision=None, preset="", files=0, units=0, sites=tuple(sites), registrations=registrations, findings=(), unread=()
    )


def told(site: Site) -> Site:
    """Return a site as a history tells it: without hops, which lie in other files, and without a leading `src/`."""
    return replace(site, via=(), path=plain(site.path))


def _plain(site: Site) -> Site:
    return replace(site, path=plain(site.path), via=tuple(map(plain, site.via)))


def _bare(change: Change) -> Change:
    """Leave out hops, which lie in other files."""
    was = change.was
    if was is not None and was.site is not None:
        was = replace(was, site=replace(was.site, via=()))
    return replace(change, was=was, now=None if change.now is None else replace(change.now, via=()))
