"""Both sides of each function are run with the same answers to all that nobody knows, and all that they do is compared."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from ..child import Answered, Child, Fell
from ..evidence import Claim, Difference, Grade, Planted, Verdict
from ..pairing import UNREAD, Pair
from ..part import Asked, Part, Shown, together
from ..planting import planted_in
from ..running import job, load
from ..vocabulary import Vocabulary, vocabulary

_GRACE = 20.0  # seconds beyond its limit that an answer may take
_FOR_ALL = 0.4  # of the time of a function that all its cases may take, before some are drawn instead
_FOR_A_FAULT = 4_000  # cases in which a planted fault must show


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A pair with all that has to be parsed for it."""

    pair: Pair
    words: Vocabulary
    job: Mapping[str, Any]  # that loads both trees
    fault: tuple[str, Mapping[str, Any]] | None  # what is planted, and the job that loads the old tree beside itself with it


def _show(asked: Asked) -> Shown:
    alone = tuple(_alone(one.function.key, one.side) for one in asked.pairs.alone)
    return together([Shown(claims=alone), shown(asked, [prepared(asked, pair) for pair in asked.pairs.pairs])])


def prepared(asked: Asked, pair: Pair, further: Vocabulary | None = None, beside: Collection[str] = ()) -> Prepared:
    """Parse what is needed to run a pair; *further* says what else subjects may carry, *beside* which other modules are run."""
    words = {**vocabulary((asked.old, asked.new), pair), **(further or {})}
    made = planted_in(asked.old.modules[pair.old.module].text, pair.old.name)
    fault = None if made is None else (made[0], job(asked, pair, words, fault=made[1], beside=beside))
    return Prepared(pair=pair, words=words, job=job(asked, pair, words, beside=beside), fault=fault)


def shown(asked: Asked, pairs: Sequence[Prepared]) -> Shown:
    """Run pairs, each in a child of its own, and return what that shows."""
    with ThreadPoolExecutor(max_workers=asked.jobs) as pool:
        return together(list(pool.map(lambda one: _in_a_child(asked, one), pairs)))


def _in_a_child(asked: Asked, one: Prepared) -> Shown:
    asked.progress(f"running {one.pair.subject}")
    with Child(lowest=asked.lowest) as child:
        failed = load(child, one.job)
        return _run(asked, one, child) if failed is None else Shown(claims=(_open(one.pair, one.words, failed),))


def _alone(key: str, side: str) -> Claim:
    return Claim(
        id=f"trace {key}",
        part="trace",
        subject=key,
        names=0,
        grade=Grade.NOT_RUN,
        verdict=Verdict.OPEN,
        reason="its module is too deep to be read here, or does not parse"
        if side == UNREAD
        else f"only the {side} side has it: --function OLD=NEW says what it became",
    )


def _run(asked: Asked, one: Prepared, child: Child) -> Shown:
    pair, words = one.pair, one.words
    limits: dict[str, Any] = {"cases": asked.cases, "seconds": asked.seconds * _FOR_ALL}
    said = child.ask({"old": pair.old.key, "new": pair.new.key, "limits": limits}, asked.seconds + _GRACE)
    sampled = isinstance(said, Answered) and said.answer.get("complete") is False
    if sampled:
        said = child.ask(
            {"old": pair.old.key, "new": pair.new.key, "limits": limits | {"seed": asked.seed, "seconds": asked.seconds * (1 - _FOR_ALL)}},
            asked.seconds + _GRACE,
        )
    match said:
        case Fell(reason=reason) | Answered(answer={"failed": str(reason)}):
            return Shown(claims=(_open(pair, words, reason),))
        case Answered(answer=answer):
            planted = _planted(asked, one, child)
            claim = _claim(one, answer, planted, sampled=sampled)
            return Shown(claims=(claim,), differences=tuple(_differences(claim.id, answer)), planted=planted, rung=child.rung)


def _planted(asked: Asked, one: Prepared, child: Child) -> tuple[Planted, ...]:
    """Run the old side against itself with a fault in it: what does not find that finds nothing."""
    if one.fault is None:
        return ()
    pair, (fault, with_fault) = one.pair, one.fault
    if load(child, with_fault) is not None:
        return (Planted(claim=f"trace {pair.subject}", fault=fault, caught=False),)
    order, chance = (
        {"cases": _FOR_A_FAULT, "seconds": asked.seconds, "examples": 0, "first": True, "seed": seed} for seed in (None, asked.seed)
    )
    caught = any(_differs(child, pair, limits) for limits in (order, chance))
    return (Planted(claim=f"trace {pair.subject}", fault=fault, caught=caught),)


def _differs(child: Child, pair: Pair, limits: Mapping[str, Any]) -> bool:
    said = child.ask({"old": pair.old.key, "new": pair.old.key, "limits": limits}, limits["seconds"] + _GRACE)
    return isinstance(said, Answered) and bool(said.answer.get("differing"))


def _claim(one: Prepared, answer: Mapping[str, Any], planted: tuple[Planted, ...], *, sampled: bool) -> Claim:
    pair, words = one.pair, one.words
    uncovered = tuple(_uncovered(answer["arms"], {"old": pair.old.path, "new": pair.new.path}))
    differing, cases = int(answer["differing"]), int(answer["cases"]) - int(answer["masked"])
    ties = (f"{flag} is what {where} makes of {key}" for flag, (key, _, where) in one.job["flags"].items())
    masked = [f"{answer['masked']} runs ended in a stand-in's own error"] if answer["masked"] else []
    reason = "; ".join((*masked, *ties))
    match differing, planted:
        case _ if differing:
            verdict = Verdict.DIFFERENT
        case _, (Planted(caught=False), *_):
            verdict, reason = Verdict.VOID, f"a planted fault was not caught: {planted[0].fault}"
        case _, ():
            verdict, reason = Verdict.VOID, "no fault could be planted in it"
        case _ if answer["handed"]:
            verdict, reason = (
                Verdict.OPEN,
                f"in {answer['handed']} cases it hands on a function that changed: compare that one by --function",
            )
        case _ if uncovered or not cases:
            verdict, reason = Verdict.OPEN, "; ".join(filter(None, (f"{len(uncovered)} arms were not reached", reason)))
        case _:
            verdict = Verdict.SAME
    return Claim(
        id=f"trace {pair.subject}",
        part="trace",
        subject=pair.subject,
        names=len({name for choices in words.values() for name in map(str, choices)}),
        grade=Grade.SAMPLED if sampled else Grade.EXHAUSTIVE,
        verdict=verdict,
        cases=cases,
        differing=differing,
        uncovered=uncovered,
        reason=reason,
    )


def _uncovered(arms: Mapping[str, Any], paths: Mapping[str, str]) -> Iterator[str]:
    """Yield the arms that no run reached; minus a line is that of an `if` which was always true."""
    for side in ("old", "new"):
        for _, line, reached in arms[side]:
            if not reached:
                yield f"{side} {paths[side]}:{abs(line)}" + (" (never false)" if line < 0 else "")


def _differences(claim: str, answer: Mapping[str, Any]) -> Iterator[Difference]:
    for example in answer["examples"]:
        yield Difference(claim=claim, answers=dict(example["answers"]), old=tuple(example["old"]), new=tuple(example["new"]))


def _open(pair: Pair, words: Vocabulary, reason: str) -> Claim:
    return Claim(
        id=f"trace {pair.subject}",
        part="trace",
        subject=pair.subject,
        names=len(words),
        grade=Grade.NOT_RUN,
        verdict=Verdict.OPEN,
        reason=reason,
    )


PART = Part(name="trace", title="run both sides of each function with stand-ins, and compare all that they do", show=_show)
