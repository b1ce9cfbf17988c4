"""Small faults are made in what was moved, one after another; one that no comparison notices is a place that nothing shows."""

import re
from collections.abc import Container, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from ..child import Answered, Child
from ..evidence import Claim, Grade, Verdict
from ..mutating import Mutant, of_function, of_owner, spread
from ..pairing import Pair
from ..part import Asked, Part, Shown, together
from ..realness import owners
from ..running import job, load
from ..vocabulary import UNKNOWN, vocabulary

_CASES, _SECONDS = 1_500, 10.0  # in which a fault must show: of all cases in order, then of some by chance
_GRACE = 20.0
_BESIDE = 3  # functions that an owner's fault is tried on, at most
_TEXT = re.compile(r"value='([^']+)'")  # of a constant, in a dumped tree
_SAID = re.compile(r"""["']([\w.-]+)["']""")


class _Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "noticed"
    EQUIVALENT = "every answer was tried, and nothing that is done depends on it"
    UNREACHED = "no run comes there"
    SURVIVED = "not every answer was tried: a test of this place is missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Beside:
    """A function whose comparison might notice a mutant, and the job that loads both sides of it."""

    pair: Pair
    loading: Mapping[str, Any]

    def with_text(self, module: str, text: str) -> Mapping[str, Any]:
        """Return the job with another text for a module of the new side; as it is where that is not loaded."""
        new = self.loading["load"]["new"]
        if module not in new["sources"]:
            return self.loading
        changed = new["sources"] | {module: (text, new["sources"][module][1])}
        return {**self.loading, "load": {**self.loading["load"], "new": {**new, "sources": changed}}}

    def about(self, names: Container[object]) -> "_Beside":
        """Return the same where subjects carry only some names, or one that nobody knows."""
        words = {key: [one for one in choices if _is_about(one, names)] or choices for key, choices in self.loading["vocabulary"].items()}
        return replace(self, loading={**self.loading, "vocabulary": words})


def _is_about(choice: object, names: Container[object]) -> bool:
    match choice:
        case [name]:
            return _is_about(name, names)
        case _:
            return not choice or choice in names or choice == UNKNOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trial:
    """A mutant, and where it might be noticed."""

    subject: str
    mutant: Mutant
    beside: tuple[_Beside, ...]


def _show(asked: Asked) -> Shown:
    trials = tuple(_trials(asked))
    chosen = {id(one) for one in spread((one.mutant for one in trials), asked.mutants, asked.seed)}
    trials = tuple(trial for trial in trials if id(trial.mutant) in chosen)
    subjects = list(dict.fromkeys(trial.subject for trial in trials))
    shares = [[[trial for trial in trials if trial.subject == one] for one in subjects[at :: asked.jobs]] for at in range(asked.jobs)]
    with ThreadPoolExecutor(max_workers=asked.jobs) as pool:
        found = [shown for share in pool.map(lambda share: _tried(asked, share), shares) for shown in share]
    return together(found) if found else Shown(claims=(_not_run("mutants", "there is nothing to mutate"),))


def _trials(asked: Asked) -> Iterator[_Trial]:
    """Yield the mutants of each new function, then those of the owners of models that they ask."""
    trees = asked.old, asked.new
    beside = {pair.subject: _Beside(pair=pair, loading=job(asked, pair, vocabulary(trees, pair))) for pair in asked.pairs.pairs}
    for one in beside.values():
        for mutant in of_function(asked.new.modules[one.pair.new.module], one.pair.new.name):
            yield _Trial(subject=one.pair.subject, mutant=mutant, beside=(one,))
    texts = {subject: set(_TEXT.findall(one.pair.new.source)) for subject, one in beside.items()}
    names = {subject: {name for site, _ in one.pair.sites for name in site.names} for subject, one in beside.items()}
    asking = set().union(*texts.values(), *names.values())
    for owner in sorted(set(owners(*trees)) - {one.pair.new.module for one in beside.values()}):
        module = asked.new.modules[owner]
        said = set(_SAID.findall(module.text))
        near = {subject: (len(texts[subject] & said), len(names[subject] & said)) for subject in beside}
        nearest = sorted((subject for subject in beside if any(near[subject])), key=lambda subject: near[subject], reverse=True)
        for mutant in of_owner(module, asked.old.modules.get(owner), asking) if nearest else ():
            yield _Trial(subject=owner, mutant=mutant, beside=tuple(beside[one].about(said) for one in nearest[:_BESIDE]))


def _tried(asked: Asked, groups: list[list[_Trial]]) -> list[Shown]:
    """Try the mutants of some subjects, in one child."""
    shown = []
    with Child(lowest=asked.lowest) as child:
        for trials in groups:
            asked.progress(f"mutants of {trials[0].subject}")
            claim = _spoilt(asked, trials, child) or _claim(trials[0].subject, [(one.mutant, _fate(asked, one, child)) for one in trials])
            shown.append(Shown(claims=(claim,), rung=child.rung))
    return shown


def _spoilt(asked: Asked, trials: list[_Trial], child: Child) -> Claim | None:
    """Return why nothing can be told: a comparison sees a difference where there is no fault."""
    for one in {beside.pair.subject: beside for trial in trials for beside in trial.beside}.values():
        if _noticed(asked, one.pair, one.loading, child, once=True).differs:
            return _not_run(trials[0].subject, f"{one.pair.subject} differs without a fault")
    return None


def _fate(asked: Asked, trial: _Trial, child: Child) -> _Fate:
    module, is_whole = trial.mutant.module, True
    for one in trial.beside:
        seen = _noticed(asked, one.pair, one.with_text(module, trial.mutant.text), child)
        if seen.differs:
            return _Fate.KILLED
        is_whole &= seen.is_whole
    if not any(_noticed(asked, one.pair, one.with_text(module, trial.mutant.never), child).differs for one in trial.beside):
        return _Fate.UNREACHED
    return _Fate.EQUIVALENT if is_whole else _Fate.SURVIVED


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seen:
    """What a comparison saw."""

    differs: bool
    is_whole: bool = False  # there are no other answers


def _noticed(asked: Asked, pair: Pair, loading: Mapping[str, Any], child: Child, *, once: bool = False) -> _Seen:
    """Return what the comparison of a function sees: in the order of the answers, then in any."""
    if load(child, loading) is not None:
        return _Seen(differs=True)
    for seed in (None,) if once else (None, asked.seed):
        limits = {"cases": _CASES, "seconds": _SECONDS, "examples": 0, "first": True, "seed": seed, "further": _CASES}
        match child.ask({"old": pair.old.key, "new": pair.new.key, "limits": limits}, _SECONDS + _GRACE):
            case Answered(answer={"differing": int(differing), "complete": bool(complete)}):
                if differing or complete:
                    return _Seen(differs=bool(differing), is_whole=complete)
            case _:
                return _Seen(differs=True)
    return _Seen(differs=False)


def _claim(subject: str, fates: list[tuple[Mutant, _Fate]]) -> Claim:
    alike = [one for one, fate in fates if fate is _Fate.EQUIVALENT]
    lost = [(one, fate) for one, fate in fates if fate not in {_Fate.KILLED, _Fate.EQUIVALENT}]
    told = [f"{len(lost)} of {len(fates)} mutants were not noticed"] if lost else []
    told += [f"{one.path}:{one.line} {one.fault}: {_Fate.EQUIVALENT}" for one in alike]
    return Claim(
        id=f"mutants {subject}",
        part="mutants",
        subject=subject,
        names=0,
        grade=Grade.SAMPLED,
        verdict=Verdict.OPEN if lost or len(alike) == len(fates) else Verdict.SAME,
        cases=len(fates),
        uncovered=tuple(f"{one.path}:{one.line} {one.fault}: {fate}" for one, fate in lost),
        reason="; ".join(told),
    )


def _not_run(subject: str, reason: str) -> Claim:
    return Claim(
        id=f"mutants {subject}", part="mutants", subject=subject, names=0, grade=Grade.NOT_RUN, verdict=Verdict.OPEN, reason=reason
    )


PART = Part(name="mutants", title="make small faults in what was moved, and see whether a comparison notices", show=_show, by_default=False)
