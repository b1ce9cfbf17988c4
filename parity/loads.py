"""Tiny models, loaded by the target's own function in a process beside its real dependencies: which, and what was told of each."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..analyzer.settings.schema import Prove
from .arm import OURS, Cage, NotRun, run
from .laying import Place

_SECONDS, _SECONDS_EACH = 300.0, 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """One model under some options."""

    number: int
    type: str
    variant: str  # empty: the options that all have
    options: Mapping[str, object]

    @property
    def subject(self) -> str:
        """How a claim names it."""
        return f"{self.type}, {self.variant}" if self.variant else self.type


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What was told of a model: its facts, or how its loading ended."""

    facts: Mapping[str, str]
    error: str = ""
    own: bool = False  # code of the tree itself raised the error


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """What was told of all of them."""

    told: Mapping[int, Told]  # by the number of the load
    imported: Mapping[str, str]  # module → file
    versions: Mapping[str, str]


def loads(settings: Prove) -> tuple[Load, ...]:
    """Return what is to be loaded: each type, under the options that all have, then under each variant."""
    models = settings.models
    wanted = [("", models.options, models.types)]
    wanted += [(one.name, (*models.options, *one.options), one.types or models.types) for one in models.variants]
    rows = [(model, name, options) for name, options, types in wanted for model in types]
    return tuple(Load(number=at, type=model, variant=name, options=dict(options)) for at, (model, name, options) in enumerate(rows))


def told(
    place: Place, wanted: Sequence[Load], held: Cage, settings: Prove, packages: frozenset[str], *, fault: bool = False
) -> Side | NotRun:
    """Load models in a tree; with a *fault*, one bit of a weight of each is another."""
    report, job = place.scratch / "reports" / "models.json", place.scratch / "job.json"
    for file in (place.scratch / "reports").iterdir():
        file.unlink()
    asked = {
        "report": str(report),
        "tree": str(place.tree.resolve()),
        "scratch": str(place.scratch.resolve()),
        "load": settings.load,
        "inputs": settings.inputs,
        "packages": sorted(packages),
        "fault": fault,
        "runs": [_asked(one, place) for one in wanted],
    }
    job.write_text(json.dumps(asked), encoding="utf-8")
    seconds = _SECONDS + _SECONDS_EACH * len(wanted)
    ran = run([held.python, "-B", str(OURS / "namebranch_models.py"), str(job)], place, held, {}, seconds)
    if isinstance(ran, NotRun):
        return ran
    if not report.is_file():
        return NotRun(reason=f"the process ended with {ran.code}: {' '.join(ran.said.split())[-200:]}")
    return _side(json.loads(report.read_text(encoding="utf-8")), wanted, held)


def _side(said: Mapping[str, Any], wanted: Sequence[Load], held: Cage) -> Side | NotRun:
    match said:
        case {"missing": str(name)}:
            return NotRun(reason=f"{held.python} has no {name}: pip install 'namebranch[models]', or name another as [prove] python")
        case {"failed": str(reason)}:
            return NotRun(reason=f"the functions of [prove] load could not be imported: {reason}")
        case _:
            found = {load.number: _told(one) for load, one in zip(wanted, said["runs"], strict=True)}
            return Side(told=found, imported={name: file for name, (file, _) in said["imported"].items()}, versions=said["versions"])


def _told(one: Mapping[str, Any]) -> Told:
    if "facts" in one:
        return Told(facts=one["facts"])
    return Told(facts={}, error=str(one.get("error") or one.get("fell")), own=bool(one.get("own")))


def _asked(one: Load, place: Place) -> dict[str, Any]:
    words = {"{type}": one.type, "{scratch}": str(place.scratch)}
    out = place.scratch / "out" / str(one.number)
    return {
        "number": one.number,
        "type": one.type,
        "out": str(out),
        "options": {key: _put(value, words) for key, value in one.options.items()},
    }


def _put(value: object, words: Mapping[str, str]) -> object:
    match value:
        case str():
            for word, meant in words.items():
                value = value.replace(word, meant)
            return value
        case tuple() | list():
            return [_put(one, words) for one in value]
        case dict():
            return {key: _put(one, words) for key, one in value.items()}
        case _:
            return value
