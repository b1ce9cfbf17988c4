"""Files in, everything that is found in them out: screen, extract, link, to a fixed point; then find and identify."""

import gc
from collections.abc import Callable
from dataclasses import dataclass

from ..registry import shelf
from ..registry.universe.names import Names
from .executing import Workers
from .finding import detectors as shelf_of_detectors
from .finding.detector import Detector
from .finding.draft import Draft
from .finding.found import Found, found
from .finding.registrations import Registers, needles
from .finding.registry_tables import is_registry
from .inventory import Site, Unread, Zone
from .judging.comments import MARK, suppressions
from .judging.identity import identified
from .judging.suppressions import faults
from .lending import left_to_heirs, lent
from .linking.linked import Linked, link
from .linking.memory import Memory
from .linking.subjects import Subjects
from .linking.teaching import Lessons
from .rounds import Rounds, Seeds
from .scanned import Depth, File, Result, Tree
from .settings.schema import Settings
from .store import Store

Progress = Callable[[str], None]
_ROUNDS_LIMIT = 12
_MANY = 1000  # units, from which on the memory of a program counts more than the time to look for circles
_OF_CLASSES = (".__name__", ".__class__")
_OF_IMPORTS = (".models", "import_module", "__import__", "import *")


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A target as a linked program, with all that was found in it: what reach, audit and plans are made from."""

    files: tuple[File, ...]
    linked: Linked
    found: Found
    sites: tuple[tuple[Site, Draft], ...]  # sorted as an inventory is, each with the draft that it was made of
    unread: tuple[Unread, ...]
    units: int  # that LibCST parsed, now or in an earlier run


def analysed(tree: Tree, settings: Settings, names: Names, store: Store, workers: Workers, progress: Progress) -> Result:
    """Return what is found in *tree*; the workers start where a unit is not in the cache."""
    program = program_of(tree, settings, names, store, workers, progress)
    sites = tuple(site for site, _ in program.sites)
    comments = tuple(one for file in tree.files for one in suppressions(file.path, file.data))
    return Result(
        units=program.units,
        sites=sites,
        registrations=program.found.registrations,
        findings=faults(comments, sites, program.unread),
        unread=program.unread,
        suppressions=comments,
    )


def program_of(tree: Tree, settings: Settings, names: Names, store: Store, workers: Workers, progress: Progress) -> Program:
    """Return *tree* linked, and what is found in it."""
    registers = Registers(settings.registry.idioms)
    rounds = Rounds(tree.files, _whole(tree), store, workers)
    linked = _linked(rounds, tree, settings, names, Lessons(mentioned=tree.mentioned, registered=registers.keys), progress)
    progress("finding")
    all_of_it = found(linked, detectors(), registers)
    failed = (Unread(path=path, reason=reason) for path, reason in all_of_it.failed)
    everything = sorted({*tree.unread, *rounds.unread, *failed}, key=lambda item: (item.path, item.reason))
    return Program(
        files=tree.files,
        linked=linked,
        found=all_of_it,
        sites=identified(all_of_it.drafts),
        unread=tuple(everything),
        units=rounds.read,
    )


def _linked(rounds: Rounds, tree: Tree, settings: Settings, names: Names, lessons: Lessons, progress: Progress) -> Linked:
    subjects, owners = subjects_of(settings), {file.path: file.owner for file in tree.files}
    seen: frozenset[str] = frozenset()
    linked: Linked | None = None
    memory = Memory()

    def relink() -> Linked:
        return link(rounds.units(), owners, names, subjects, lessons, memory)

    rounds.look(_seeds(settings, names), aside=relink)  # most of what it says stands when the others have come
    for number in range(1, _ROUNDS_LIMIT + 1):
        linked = relink()
        fresh = linked.needles - seen
        progress(f"round {number}: {rounds.read} units, {len(fresh)} new needles")
        if not _grown(rounds, linked, fresh):
            break
        seen |= fresh
        linked = None
        _let_go(rounds)
    assert linked is not None
    return linked


def _let_go(rounds: Rounds) -> None:
    """Give back what a linked program took that was the last to ask: it is full of circles, which are only looked for here."""
    if rounds.read > _MANY:
        gc.collect()


def _grown(rounds: Rounds, linked: Linked, fresh: frozenset[str]) -> bool:
    """Read what *linked* asks for; returns whether there was a new unit."""
    if rounds.all_whole:
        return bool(fresh) and rounds.more(fresh)
    return rounds.more(fresh, lent(linked.index, linked.owners), left_to_heirs(linked))


def _whole(tree: Tree) -> frozenset[str]:
    """Return the files that are read whole: of a model's own also those in which a comment speaks of what is found there, and registries."""
    return frozenset(
        file.path
        for file in tree.files
        if tree.depth is Depth.WHOLE or file.zone is not Zone.MODEL or MARK in file.data or is_registry(file.path)
    )


def _seeds(settings: Settings, names: Names) -> Seeds:
    idioms = settings.registry.idioms
    return Seeds(
        subjects=tuple(subjects_looked_for(settings)),
        asked=tuple(sorted({*dict(settings.subjects.strong), *_OF_CLASSES, *needles(idioms)})),
        keys=tuple(sorted({idiom.key for idiom in idioms if idiom.key})),
        families=tuple(names.families()),
        names_model=names.on_line,
        is_read=lambda line: any(word in line for word in _OF_IMPORTS) or bool(names.models_named(line)),
    )


def subjects_of(settings: Settings) -> Subjects:
    """Return what carries names by what it is called, as the settings say."""
    subjects = settings.subjects
    return Subjects(strong=dict(subjects.strong), hinted=dict(subjects.weak), never=frozenset(subjects.never))


def subjects_looked_for(settings: Settings) -> list[str]:
    """Return the words by which the first look finds units, beside the families of models."""
    return sorted({*dict(settings.subjects.strong), *_OF_CLASSES, *_OF_IMPORTS, *needles(settings.registry.idioms)})


def detectors() -> tuple[Detector, ...]:
    """Return all detectors of the shelf."""
    return tuple(shelf.gather(shelf_of_detectors, Detector).values())
