"""Files in, everything that is found in them out: screen, extract, link, to a fixed point; then find and identify."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..registry import shelf
from ..registry.universe.names import Names
from .executing import Workers
from .finding import detectors as shelf_of_detectors
from .finding.detector import Detector
from .finding.draft import Draft
from .finding.found import Found, found
from .finding.registrations import needles
from .inventory import Site, Unread
from .judging.comments import suppressions
from .judging.identity import identified
from .judging.suppressions import faults
from .linking.linked import Linked, link
from .linking.memory import Memory
from .rounds import Rounds
from .scanned import File, Result
from .settings.schema import Settings
from .store import Store

Progress = Callable[[str], None]
_ROUNDS_LIMIT = 12
_ALWAYS = (".__name__", ".__class__", ".models", "import_module", "__import__", "import *")


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A target as a linked program, with all that was found in it: what reach, audit and plans are made from."""

    files: tuple[File, ...]
    linked: Linked
    found: Found
    sites: tuple[tuple[Site, Draft], ...]  # sorted as an inventory is, each with the draft that it was made of
    unread: tuple[Unread, ...]
    units: int  # that LibCST parsed, now or in an earlier run


def analysed(
    files: Sequence[File], unread: Sequence[Unread], settings: Settings, names: Names, store: Store, workers: Workers, progress: Progress
) -> Result:
    """Return what is found in *files*; the workers start where a unit is not in the cache."""
    program = program_of(files, unread, settings, names, store, workers, progress)
    sites, comments = tuple(site for site, _ in program.sites), tuple(one for file in files for one in suppressions(file.path, file.data))
    return Result(
        units=program.units,
        sites=sites,
        registrations=program.found.registrations,
        findings=faults(comments, sites, program.unread),
        unread=program.unread,
        suppressions=comments,
    )


def program_of(
    files: Sequence[File], unread: Sequence[Unread], settings: Settings, names: Names, store: Store, workers: Workers, progress: Progress
) -> Program:
    """Return *files* linked, and what is found in them."""
    rounds, linked = _linked(files, settings, names, store, workers, progress)
    progress("finding")
    all_of_it = found(linked, detectors(), settings.registry.idioms)
    failed = (Unread(path=path, reason=reason) for path, reason in all_of_it.failed)
    everything = sorted({*unread, *rounds.unread, *failed}, key=lambda item: (item.path, item.reason))
    return Program(
        files=tuple(files),
        linked=linked,
        found=all_of_it,
        sites=identified(all_of_it.drafts),
        unread=tuple(everything),
        units=rounds.read,
    )


def _linked(
    files: Sequence[File], settings: Settings, names: Names, store: Store, workers: Workers, progress: Progress
) -> tuple[Rounds, Linked]:
    subjects = settings.subjects
    strong, hinted = dict(subjects.strong), dict(subjects.weak)
    never = frozenset(subjects.never)
    rounds = Rounds(files, store, workers)
    owners = {file.path: file.owner for file in files}
    rounds.look(subjects_looked_for(settings), names.families(), lambda line: bool(names.models_named(line)))
    seen: frozenset[str] = frozenset()
    linked: Linked | None = None
    memory = Memory()
    for number in range(1, _ROUNDS_LIMIT + 1):
        linked = link(rounds.units(), owners, names, strong, hinted, never, memory)
        fresh = linked.needles - seen
        progress(f"round {number}: {rounds.read} units, {len(fresh)} new needles")
        if not fresh or not rounds.more(sorted(fresh)):
            break
        seen |= fresh
    assert linked is not None
    return rounds, linked


def subjects_looked_for(settings: Settings) -> list[str]:
    """Return the words by which the first look finds units, beside the families of models."""
    return sorted({*dict(settings.subjects.strong), *_ALWAYS, *needles(settings.registry.idioms)})


def detectors() -> tuple[Detector, ...]:
    """Return all detectors of the shelf."""
    return tuple(shelf.gather(shelf_of_detectors, Detector).values())
