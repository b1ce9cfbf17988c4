"""Files in, everything that is found in them out: screen, extract, link, to a fixed point; then find and identify."""

from collections.abc import Callable, Sequence

from ..registry import shelf
from ..registry.universe.names import Names
from .executing import Workers
from .finding import detectors as shelf_of_detectors
from .finding.detector import Detector
from .finding.found import found
from .finding.registrations import needles
from .inventory import Unread
from .judging.comments import suppressions
from .judging.identity import sites_of
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


def analysed(
    files: Sequence[File], unread: Sequence[Unread], settings: Settings, names: Names, store: Store, workers: Workers, progress: Progress
) -> Result:
    """Return what is found in *files*; the workers start where a unit is not in the cache."""
    subjects = settings.subjects
    strong, hinted = dict(subjects.strong), dict(subjects.weak)
    never = frozenset(subjects.never)
    rounds = Rounds(files, store, workers)
    owners = {file.path: file.owner for file in files}
    idioms = settings.registry.idioms
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
    progress("finding")
    all_of_it = found(linked, detectors(), idioms)
    failed = (Unread(path=path, reason=reason) for path, reason in all_of_it.failed)
    everything = tuple(sorted({*unread, *rounds.unread, *failed}, key=lambda item: (item.path, item.reason)))
    sites, comments = sites_of(all_of_it.drafts), tuple(one for file in files for one in suppressions(file.path, file.data))
    return Result(
        units=rounds.read,
        sites=sites,
        registrations=all_of_it.registrations,
        findings=faults(comments, sites, everything),
        unread=everything,
        suppressions=comments,
    )


def subjects_looked_for(settings: Settings) -> list[str]:
    """Return the words by which the first look finds units, beside the families of models."""
    return sorted({*dict(settings.subjects.strong), *_ALWAYS, *needles(settings.registry.idioms)})


def detectors() -> tuple[Detector, ...]:
    """Return all detectors of the shelf."""
    return tuple(shelf.gather(shelf_of_detectors, Detector).values())
