"""A site to the commits that made it what it is: back from the tip, through the versions of the few files that it hangs on.

A version in which the units of the site are written as they are after it is passed over unparsed; only the others are linked, each with
these few files alone. Where the site is not found before a commit, it is looked for in what else that commit changed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..inventory import Site
from ..judging.drift import Mark
from ..judging.verdict import Fate
from ..reading.git import is_shallow
from ..reading.log import Commit, read_touching
from .explanation import Ancestry, Change, Event
from .followed import Files, Found, Programs, Step, same_place, stands, texts_of
from .versions import Version, Versions

MOST = 1000  # commits that touch the files of one site, unless somebody asks for another number
_EVENTS = {Fate.WIDENED: Event.WIDENED, Fate.NARROWED: Event.NARROWED, Fate.MOVED: Event.MOVED}
_NOT_COMMITTED = Commit(id="", tree="", parents=(), date="", subject="not committed yet", changes=())
_AHEAD = 32  # versions that are read at once
_ALONE = "it is recognised only by what other files say, and only its own are followed back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The first-parent line of commits that is followed back."""

    folder: Path
    tip: str
    most: int = MOST


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeNow:
    """The Python files of a tree, and those that some of them import."""

    files: Files
    neighbours: Callable[[Sequence[str]], Sequence[str]]


class Ancestries:
    """Follows sites back; what it reads and links for one site serves the next."""

    def __init__(self, line: Line, programs: Programs, tree: TreeNow, progress: Callable[[str], None]) -> None:
        """Begin at the tree of the tip, or a work tree above it."""
        self._line, self._programs, self._files, self._neighbours, self._progress = line, programs, tree.files, tree.neighbours, progress
        self._versions = Versions(line.folder)

    def of(self, found: Found) -> Ancestry:
        """Return how a site came to be what it is; raises TargetError where git cannot tell."""
        own = _paths(found[0])
        for paths in (own, (*own, *self._neighbours(own))):
            now = {path: self._files[path] for path in paths if path in self._files}
            at = same_place(found, self._programs.of(now))
            if at is not None:
                return self._back(at, now)
        return Ancestry(changes=(), commits=0, missing=_ALONE)

    def _back(self, at: Found, now: Files) -> Ancestry:
        walk = _Walk(self._line, self._programs, self._versions, self._progress)
        missing = walk.back(_At(found=at, files=now, tip=self._line.tip))
        return Ancestry(changes=tuple(walk.changes), commits=walk.looked, missing=missing)


@dataclass(frozen=True, slots=True, kw_only=True)
class _At:
    """Where a site lies, in which files, at which commit."""

    found: Found
    files: Files
    tip: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ended:
    """There is nothing before; or it is not known, and why."""

    missing: str | None


class _Walk:
    """One site on its way back."""

    def __init__(self, line: Line, programs: Programs, versions: Versions, progress: Callable[[str], None]) -> None:
        self._line, self._programs, self._versions, self._progress = line, programs, versions, progress
        self.changes: list[Change] = []
        self.looked = 0

    def back(self, at: _At) -> str | None:
        """Follow a site to its beginning; returns why that was not reached."""
        first = True
        while True:
            most, paths = self._line.most - self.looked, sorted(at.files)
            commits, problem = read_touching(self._line.folder, paths, tip=at.tip, most=most)
            whole = problem is None and len(commits) < most
            states = self._versions.along(commits, paths, whole=whole)
            first_step = [(_NOT_COMMITTED, states[0])] if first else []
            match self._along(at, [*first_step, *zip(commits, states[1:], strict=True)]):
                case _At() as moved:
                    at, first = moved, False
                case _Ended(missing=missing):
                    return missing
                case None:
                    return problem or f"only the last {self.looked} commits that touched its files were looked at: --commits N takes more"

    def _along(self, start: _At, steps: Sequence[tuple[Commit, Version]]) -> _At | _Ended | None:
        """Go back step by step; returns where it was moved from, or None if there are no more steps."""
        at, after = start.found, start.files
        texts = texts_of(at, self._programs.of(after).units, after)
        for number, (commit, version) in enumerate(steps):
            if number % _AHEAD == 0:
                self._versions.read([ahead for _, ahead in steps[number : number + _AHEAD]])
            self.looked += commit is not _NOT_COMMITTED
            before = self._versions.files(version)
            if any(not stands(text, before.get(path, b"")) for path, held in texts.items() for text in held):
                self._progress(f"history: {commit.date[:10]}, {self.looked} commits, {self._programs.linked} versions linked")
                here = same_place(at, self._programs.of(after))
                if here is None:
                    return _Ended(missing=f"as of {commit.id[:9]} {_ALONE}")
                step = self._programs.step(here, before, after)
                self.changes += _told(commit, step, here[0])
                if step.was is None:
                    return self._beginning(commit, here, before, after)
                at = step.was
                texts = texts_of(at, self._programs.of(before).units, before)
            after = before
        return None

    def _beginning(self, commit: Commit, here: Found, before: Files, after: Files) -> _At | _Ended:
        """Tell where a site that is not in its own files before *commit* comes from."""
        if commit.parents:
            old, new = self._versions.elsewhere(commit, here[0])
            known = {**old, **before}
            step = self._programs.step(here, known, {**new, **after}) if old else None
            if step is not None and step.was is not None:
                self.changes += _told(commit, step, here[0])
                paths = [path for path in _paths(step.was[0]) if path in known]
                return _At(found=step.was, files={path: known[path] for path in paths}, tip=commit.parents[0])
        if commit is not _NOT_COMMITTED and not commit.parents and is_shallow(self._line.folder):
            words = "`git fetch --unshallow` brings the older commits"
            return _Ended(missing=f"this clone is shallow: its history begins at {commit.id[:9]}; {words}")
        self.changes.append(_change(commit, Event.INTRODUCED, here[0], added=here[0].names))
        return _Ended(missing=None)


def _told(commit: Commit, step: Step, site: Site) -> Iterator[Change]:
    for one in step.changes:
        event, now, was = _EVENTS.get(one.fate), one.now, one.was.site if one.was is not None else None
        if event is not None and now is not None and was is not None:
            moved = (was.path, was.scope) != (now.path, now.scope)
            by = None if now.id == site.id else now.constant or now.subject
            yield _change(commit, event, now, added=one.added, removed=one.removed, by=by, was=_where(was) if moved else None)
    if step.was is not None and any(one.fate is Fate.NEW and one.now is not None and one.now.id == site.id for one in step.changes):
        yield _change(commit, Event.MOVED, site, was=f"{_where(step.was[0])}, of {step.was[0].subject}")


def _where(site: Site) -> str:
    return f"{site.path} {site.scope}"


def _change(
    commit: Commit,
    event: Event,
    site: Site,
    *,
    added: tuple[str, ...] = (),
    removed: tuple[str, ...] = (),
    by: str | None = None,
    was: str | None = None,
) -> Change:
    mark = Mark(number=0, id=commit.id, date=commit.date, subject=commit.subject)
    return Change(
        event=event,
        commit=commit.id,
        date=commit.date,
        subject=commit.subject,
        pull_request=mark.pull_request,
        path=site.path,
        added=added,
        removed=removed,
        by=by,
        was=was,
    )


def _paths(site: Site) -> tuple[str, ...]:
    """Return the files that a site hangs on: its own, and those that its names come through."""
    return tuple(dict.fromkeys((site.path, *(hop.rpartition(":")[0] for hop in site.via))))
