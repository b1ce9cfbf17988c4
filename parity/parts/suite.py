"""The target's own tests are run on both sides: per test, how it ended and why; what is chance is run again, and what is gone is told."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...analyzer.settings.schema import Arm
from ..arm import Cage, NotRun, cage, run
from ..environments import prepared
from ..evidence import Claim, Difference, Grade, Planted, Verdict
from ..laying import NoFilesError, Place, laid
from ..part import Asked, Part, Shown, together
from ..spoiling import packages, spoilt
from ..suites import Beside, Suite, elsewhere, read, unsteady, written
from ..tree import Tree

_SECONDS = 3_600.0  # for one run of the suite
_AGAIN = 2  # times that what may be chance is run again
_NAMED = 3  # tests that a reason names
_PLUGIN = "namebranch_watching"


def _show(asked: Asked) -> Shown:
    settings = asked.new.settings.prove
    if not settings.suite:
        return Shown(claims=(_not_run("suite", "no command: [prove] suite = [...] of --config, or of the work tree you stand in"),))
    rows = settings.matrix or (Arm(name=""),)
    held = cage(settings.python, trusted=asked.trusted, lowest=asked.lowest)
    if isinstance(held, NotRun):
        return Shown(claims=tuple(_not_run(_subject(row), held.reason) for row in rows))
    with tempfile.TemporaryDirectory(prefix="namebranch-") as folder:
        return together(_row(asked, row, held, Path(folder, str(number))) for number, row in enumerate(rows))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Runs:
    """How the suite is run in one row of the matrix."""

    asked: Asked
    row: Arm
    held: Cage
    folder: Path
    packages: frozenset[str]

    def laid(self, tree: Tree, name: str) -> Place:
        """Write a tree."""
        return laid(tree, self.folder / name)

    def suite(self, place: Place, **variables: str) -> Suite | NotRun:
        """Run the suite in a place."""
        for file in (place.scratch / "reports").glob("*.json"):
            file.unlink()
        self.asked.progress(f"{_subject(self.row)}: running the tests of {place.tree.parent.name}")
        given = {
            "PYTEST_PLUGINS": _PLUGIN,
            "PYTEST_ADDOPTS": "-p no:cacheprovider",
            "NAMEBRANCH_REPORTS": str(place.scratch / "reports"),
            "NAMEBRANCH_PACKAGES": ",".join(sorted(self.packages)),
            "NAMEBRANCH_HIDDEN": ",".join(self.row.hide),
        }
        ran = run(list(self.asked.new.settings.prove.suite), place, self.held, given | variables, _SECONDS)
        if isinstance(ran, NotRun):
            return ran
        found = read(place)
        last = " ".join(ran.said.split())[-200:]
        return found if found is not None else NotRun(reason=f"it ran no pytest that got to its end (exit code {ran.code}: {last})")


def _row(asked: Asked, row: Arm, held: Cage, folder: Path) -> Shown:
    python = prepared(row, held.python, folder / "python")
    if isinstance(python, NotRun):
        return Shown(claims=(_not_run(_subject(row), python.reason),), rung=held.rung)
    under = packages(asked.new, asked.pairs.pairs)
    runs = _Runs(asked=asked, row=row, held=Cage(python=python, rung=held.rung), folder=folder, packages=under)
    try:
        places = runs.laid(asked.old, "old"), runs.laid(asked.new, "new")
    except NoFilesError as error:
        return Shown(claims=(_not_run(_subject(row), str(error)),))
    suites = [runs.suite(place) for place in places]
    match suites:
        case [Suite() as old, Suite() as new]:
            return _compared(runs, places, Beside(old=old, new=new))
        case _:
            (failed, *_) = (one for one in suites if isinstance(one, NotRun))
            return Shown(claims=(_not_run(_subject(row), failed.reason),), rung=held.rung)


def _compared(runs: _Runs, places: tuple[Place, Place], found: Beside) -> Shown:
    subject = _subject(runs.row)
    foreign = [one for suite, place in zip((found.old, found.new), places, strict=True) for one in elsewhere(suite, place)]
    if foreign or not (found.old.imported or found.new.imported):
        reason = f"imported elsewhere: {foreign[0]}" if foreign else f"no test imported {', '.join(sorted(runs.packages))} in this process"
        claim = _claim(subject, Verdict.VOID if foreign else Verdict.OPEN, found, reason)
        return Shown(claims=(claim,), rung=runs.held.rung)
    found = _again(runs, places, found)
    planted = _planted(runs, found)
    claims = (_judged(subject, found, planted), *_unsteady(subject, found))
    return Shown(
        claims=claims,
        differences=tuple(_differences(claims[0].id, found)),
        planted=(planted,),
        rung=runs.held.rung,
        versions=found.new.versions,
    )


def _again(runs: _Runs, places: tuple[Place, Place], found: Beside) -> Beside:
    """Run again what ended otherwise: what does not end the same way each time shows nothing."""
    if not found.doubtful:
        return found
    ways: tuple[list[Suite], list[Suite]] = ([found.old], [found.new])
    for _ in range(_AGAIN):
        for side, place in zip(ways, places, strict=True):
            again = runs.suite(place, NAMEBRANCH_ONLY=written(place.scratch, "only.json", found.doubtful))
            if isinstance(again, Suite):
                side.append(again)
    return Beside(old=found.old, new=found.new, unsteady=unsteady(ways[0]) | unsteady(ways[1]))


def _planted(runs: _Runs, found: Beside) -> Planted:
    """Run the suite on the new tree with faults in what changed, up to the first test that notices."""
    asked, subject = runs.asked, _subject(runs.row)
    fault, texts = spoilt(asked.new, asked.pairs.pairs)
    place = laid(asked.new, runs.folder / "fault", texts)
    known = [name for name in found.both if found.new.tests[name].how == "passed"]
    suite = runs.suite(place, NAMEBRANCH_UNTIL=written(place.scratch, "until.json", known))
    caught = isinstance(suite, Suite) and any(
        how.how in {"failed", "error"} and (found.new.tests.get(name) != how) for name, how in suite.tests.items()
    )
    return Planted(claim=f"suite {subject}", fault=fault, caught=caught)


def _judged(subject: str, found: Beside, planted: Planted) -> Claim:
    told = [f"{found.failing_alike} fail alike on both sides"] if found.failing_alike else []
    told += [_named("gone", found.gone), _named("ended otherwise", found.changed), _named("new and failing", found.added_failing)]
    told += [f"{len(found.added)} are new"] if found.added else []
    told.append(f"{len(found.new.imported)} modules of the tree itself were imported")
    if found.changed or found.gone or found.added_failing:
        verdict = Verdict.DIFFERENT
    elif not planted.caught:
        verdict, told = Verdict.VOID, [f"no test noticed what was planted: {planted.fault}"]
    else:
        verdict = Verdict.SAME if found.passing else Verdict.OPEN
        told = told if found.passing else ["no test passes on both sides", *told]
    return _claim(subject, verdict, found, "; ".join(filter(None, told)))


def _named(what: str, tests: tuple[str, ...]) -> str:
    beyond = f" and {len(tests) - _NAMED} more" if len(tests) > _NAMED else ""
    return f"{len(tests)} {what}: {', '.join(tests[:_NAMED])}{beyond}" if tests else ""


def _unsteady(subject: str, found: Beside) -> Iterator[Claim]:
    if found.unsteady:
        reason = f"{len(found.unsteady)} tests end now so and now so, on one side alone: they show nothing"
        yield Claim(
            id=f"suite {subject}, flakes",
            part="suite",
            subject=f"{subject}, flakes",
            names=0,
            grade=Grade.SAMPLED,
            verdict=Verdict.OPEN,
            cases=len(found.unsteady),
            uncovered=tuple(sorted(found.unsteady)),
            reason=reason,
        )


def _differences(claim: str, found: Beside) -> Iterator[Difference]:
    for name in sorted({*found.changed, *found.gone, *found.added_failing}):
        old, new = (side.tests[name].told if name in side.tests else "there is no such test" for side in (found.old, found.new))
        yield Difference(claim=claim, answers={"test": name}, old=(old,), new=(new,))


def _claim(subject: str, verdict: Verdict, found: Beside, reason: str) -> Claim:
    return Claim(
        id=f"suite {subject}",
        part="suite",
        subject=subject,
        names=0,
        grade=Grade.SAMPLED,
        verdict=verdict,
        cases=len(found.both),
        differing=len(found.changed) + len(found.gone) + len(found.added_failing),
        reason=reason,
    )


def _subject(row: Arm) -> str:
    return f"the tests, {row.name}" if row.name else "the tests"


def _not_run(subject: str, reason: str) -> Claim:
    return Claim(id=f"suite {subject}", part="suite", subject=subject, names=0, grade=Grade.NOT_RUN, verdict=Verdict.OPEN, reason=reason)


PART = Part(name="suite", title="run the target's own tests on both sides, and compare how each ends and why", show=_show, by_default=False)
