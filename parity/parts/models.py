"""Tiny models with random weights are loaded by the target's own function on both sides: what each is, does and writes, to the last bit."""

import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from ..arm import Cage, NotRun, cage
from ..evidence import Claim, Difference, Grade, Planted, Verdict
from ..folders import folders_compared
from ..laying import NoFilesError, Place, laid
from ..loads import Load, Side, Told, loads, told
from ..part import Asked, Part, Shown, together
from ..spoiling import packages, spoilt
from ..tree import Tree

_EXAMPLES = 5  # facts of one model that are told
_NOTHING = Told(facts={}, error="it was not run")


def _show(asked: Asked) -> Shown:
    settings = asked.new.settings.prove
    wanted = loads(settings)
    if not (settings.load and wanted):
        reason = "nothing to load: [prove] load = [...] and [prove.models] types = [...] of --config, or of the work tree you stand in"
        return Shown(claims=(_not_run("models", reason),))
    held = cage(settings.python, trusted=asked.trusted, lowest=asked.lowest)
    if isinstance(held, NotRun):
        return Shown(claims=(_not_run("models", held.reason),))
    with tempfile.TemporaryDirectory(prefix="namebranch-") as folder:
        try:
            return _sides(_Runs(asked=asked, held=held, folder=Path(folder)), wanted)
        except NoFilesError as error:
            return Shown(claims=(_not_run("models", str(error)),))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Runs:
    """How models are loaded."""

    asked: Asked
    held: Cage
    folder: Path

    def told(self, place: Place, wanted: Sequence[Load], *, fault: bool = False) -> Side | NotRun:
        """Load models in a place, in a fresh process."""
        asked = self.asked
        asked.progress(f"loading {len(wanted)} models of {place.tree.parent.name}")
        return told(place, wanted, self.held, asked.new.settings.prove, packages(asked.new, asked.pairs.pairs), fault=fault)

    def laid(self, tree: Tree, name: str) -> Place:
        """Write a tree."""
        return laid(tree, self.folder / name)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Beside:
    """What was told of one model on both sides, and of the new one with a fault in it."""

    old: Told
    new: Told
    fault: Told
    unsteady: frozenset[str]  # facts that are not the same each time, on one side alone
    files: Shown

    @property
    def differing(self) -> tuple[str, ...]:
        """The facts that differ."""
        old, new = self.old.facts, self.new.facts
        return tuple(sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key) and key not in self.unsteady))


def _sides(runs: _Runs, wanted: tuple[Load, ...]) -> Shown:
    places = runs.laid(runs.asked.old, "old"), runs.laid(runs.asked.new, "new")
    with ThreadPoolExecutor(max_workers=runs.asked.jobs) as pool:
        sides = list(pool.map(lambda place: runs.told(place, wanted), places))
    match sides:
        case [Side() as old, Side() as new]:
            pass
        case _:
            (failed, *_) = (one for one in sides if isinstance(one, NotRun))
            return Shown(claims=(_not_run("models", failed.reason),), rung=runs.held.rung)
    for side, place in zip((old, new), places, strict=True):
        if (foreign := next((f"{name} from {file}" for name, file in side.imported.items() if not place.below(file)), None)) is not None:
            void = replace(_not_run("models", f"imported elsewhere: {foreign}"), verdict=Verdict.VOID)
            return Shown(claims=(void,), rung=runs.held.rung)
    files = {one.number: _files(places, one) for one in wanted}
    doubtful = tuple(one for one in wanted if old.told[one.number] != new.told[one.number])
    again = [runs.told(place, doubtful) for place in places] if doubtful else []
    fault, spoiled = _spoiled(runs, wanted, places[1])
    shown = []
    for one in wanted:
        ways = [
            [side.told[one.number], *([more.told[one.number]] if isinstance(more, Side) and one in doubtful else [])]
            for side, more in zip((old, new), again or (None, None), strict=True)
        ]
        unsteady = frozenset(
            key for way in ways for key in way[0].facts if any(other.facts.get(key) != way[0].facts[key] for other in way[1:])
        )
        beside = _Beside(
            old=ways[0][0], new=ways[1][0], fault=spoiled.get(one.number, _NOTHING), unsteady=unsteady, files=files[one.number]
        )
        shown.append(_judged(one, beside, fault))
    return together([*shown, Shown(claims=(), rung=runs.held.rung, versions=new.versions)])


def _spoiled(runs: _Runs, wanted: tuple[Load, ...], new: Place) -> tuple[str, dict[int, Told]]:
    """Load the models with a fault: in all that changed, or, where nothing did, in a weight."""
    asked = runs.asked
    if asked.pairs.pairs:
        fault, texts = spoilt(asked.new, asked.pairs.pairs)
        side = runs.told(laid(asked.new, runs.folder / "fault", texts), wanted)
    else:
        fault, side = "one bit of a weight", runs.told(new, wanted, fault=True)
    if isinstance(side, NotRun):
        return fault, {one.number: Told(facts={}, error=side.reason) for one in wanted}
    return fault, dict(side.told)


def _files(places: tuple[Place, Place], one: Load) -> Shown:
    """Compare what both sides saved."""
    old, new = (place.scratch / "out" / str(one.number) for place in places)
    if not (old.is_dir() or new.is_dir()):
        return Shown(claims=())
    for folder in (old, new):
        folder.mkdir(parents=True, exist_ok=True)
    return folders_compared(old, new)


def _judged(one: Load, found: _Beside, fault: str) -> Shown:
    planted = Planted(claim=f"models {one.subject}", fault=fault, caught=found.fault != found.new)
    files = [claim for claim in found.files.claims if claim.verdict is Verdict.DIFFERENT]
    differing = len(found.differing) + len(files) + (found.old.error != found.new.error)
    cases = len(found.old.facts.keys() & found.new.facts.keys()) - len(found.unsteady) + len(found.files.claims)
    reason = f"{len(found.unsteady)} facts are not the same each time: {', '.join(sorted(found.unsteady)[:3])}" if found.unsteady else ""
    alike = found.old.error and found.old == found.new
    match differing:
        case _ if differing:
            verdict, cases = Verdict.DIFFERENT, max(cases, 1)
        case _ if not planted.caught:
            verdict, reason = Verdict.VOID, f"loading it notices nothing of what was planted: {fault}"
        case _ if alike and not found.old.own:
            verdict, cases, reason = Verdict.OPEN, 0, f"it could not be loaded: {found.old.error}"
        case _ if alike:
            verdict, cases, reason = Verdict.SAME, 1, f"both sides refuse: {found.old.error}"
        case _:
            verdict = Verdict.SAME
    claim = Claim(
        id=f"models {one.subject}",
        part="models",
        subject=one.subject,
        names=1,
        grade=Grade.SAMPLED if cases else Grade.NOT_RUN,
        verdict=verdict,
        cases=cases,
        differing=differing,
        reason=reason,
    )
    return Shown(claims=(claim,), differences=tuple(_differences(one, claim.id, found)), planted=(planted,))


def _differences(one: Load, claim: str, found: _Beside) -> Iterator[Difference]:
    about = {"model": one.subject}
    if found.old.error != found.new.error:
        yield Difference(claim=claim, answers=about, old=(found.old.error or "loaded",), new=(found.new.error or "loaded",))
        return
    for key in found.differing[:_EXAMPLES]:
        old, new = (side.facts.get(key, "none") for side in (found.old, found.new))
        yield Difference(claim=claim, answers=about | {"fact": key}, old=(old,), new=(new,))
    for difference in found.files.differences[:_EXAMPLES]:
        yield replace(difference, claim=claim, answers=about | dict(difference.answers))


def _not_run(subject: str, reason: str) -> Claim:
    return Claim(id=f"models {subject}", part="models", subject=subject, names=0, grade=Grade.NOT_RUN, verdict=Verdict.OPEN, reason=reason)


PART = Part(
    name="models",
    title="load tiny models by the target's own function on both sides, and compare all that they are and do",
    show=_show,
    by_default=False,
)
