"""A target to what tells the ancestry of its sites: from its commits where it has some, else by saying why not."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ..analysis import Program
from ..executing import Workers
from ..inventory import Kind
from ..reading.folder import Folder
from ..reading.git import directory, resolve
from ..reading.revision import Revision
from ..reading.source import Source, TargetError
from ..settings.schema import Settings
from ..store import Store
from .ancestry import MOST, Ancestries, Line, TreeNow
from .explanation import Ancestry
from .followed import Found, Programs

_NEIGHBOURS = 12  # imported files that are linked with a site's own, where those alone do not do
Ancestor = Callable[[Found], Ancestry]


@contextmanager
def ancestors(
    source: Source,
    program: Program,
    settings: Settings,
    *,
    most: int = MOST,
    store: Store | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Iterator[Ancestor]:
    """Give what tells the ancestry of the sites of *program*, which was made of *source*; looks at *most* commits for each."""
    try:
        at = _tip(source)
    except TargetError as error:
        at = str(error)
    if isinstance(at, str):
        reason = at
        yield lambda _: _without(reason)
        return
    with store or Store(None) as kept, Workers(1) as workers:
        line = Line(folder=at[0], tip=at[1], most=most)
        used = [site.subject.rpartition(".")[2] for site, _ in program.sites if site.kind is Kind.NAMESET]
        programs = Programs(settings, program.linked.names, kept, workers, used)
        tree = TreeNow(files={file.path: file.data for file in program.files}, neighbours=lambda paths: _imported(program, paths))
        lineage = Ancestries(line, programs, tree, progress)

        def told(found: Found) -> Ancestry:
            try:
                return lineage.of(found)
            except TargetError as error:
                return _without(str(error))

        yield told


def _tip(source: Source) -> tuple[Path, str] | str:
    """Return the repository of a target and the commit that it stands on, or why there is none."""
    match source:
        case Revision(folder=folder, revision=revision):
            return folder, revision
        case Folder(root=root):
            return (root, resolve(root, "HEAD")) if directory(root) is not None else "it lies in no git repository"
        case _:
            return "an archive has no history: name a repository, or a revision of it"


def _imported(program: Program, paths: Sequence[str]) -> tuple[str, ...]:
    """Return the files that some of a program's files import, those that know the most of its names first."""
    index = program.linked.index
    dotted = [index.absolute(unit, item) for unit in index.units if unit.path in paths for item in unit.facts.imports]
    found = dict.fromkeys(index.path_of(name) or index.path_of(name.rpartition(".")[0]) for name in dotted)
    sites = Counter(site.path for site, _ in program.sites)
    return tuple(
        sorted((path for path in found if path is not None and path not in paths), key=lambda path: (-sites[path], path))[:_NEIGHBOURS]
    )


def _without(reason: str) -> Ancestry:
    return Ancestry(changes=(), commits=0, missing=reason)
