"""Arguments that somebody wrote down are given to both sides of one function, and the answers compared."""

from collections.abc import Iterator, Sequence
from typing import Any

from ..child import Answered, Child, Fell
from ..evidence import Claim, Difference, Grade, Verdict
from ..pairing import Pair
from ..part import Asked, Part, Probes, Shown
from ..running import loaded

_SECONDS = 60.0


def _show(asked: Asked) -> Shown:
    if asked.probes is None:
        return Shown(claims=())
    pair = _entry(asked, asked.probes)
    if pair is None:
        return Shown(
            claims=(_not_run(str(asked.probes.entry), f"no single function {asked.probes.entry!r} on both sides: --function names it"),)
        )
    with Child(lowest=asked.lowest) as child:
        failed = loaded(asked, pair, {}, child)
        if failed is not None:
            return Shown(claims=(_not_run(pair.subject, failed),))
        match child.ask({"old": pair.old.key, "new": pair.new.key, "probes": list(asked.probes.given)}, _SECONDS):
            case Fell(reason=reason) | Answered(answer={"failed": str(reason)}):
                return Shown(claims=(_not_run(pair.subject, reason),))
            case Answered(answer=answer):
                return _told(pair, asked.probes, answer["probes"], child.rung)


def _entry(asked: Asked, probes: Probes) -> Pair | None:
    found = [pair for pair in asked.pairs.pairs if probes.entry is None or probes.entry in {pair.old.name, pair.old.key}]
    return found[0] if len(found) == 1 else None


def _told(pair: Pair, probes: Probes, said: Sequence[dict[str, Any]], rung: int) -> Shown:
    differing = [(number, one) for number, one in enumerate(said) if not one["same"] and not one["masked"]]
    masked = sum(one["masked"] for one in said)
    verdict = Verdict.DIFFERENT if differing else Verdict.OPEN if masked or not said else Verdict.SAME
    claim = Claim(
        id=f"probes {pair.subject}",
        part="probes",
        subject=pair.subject,
        names=0,
        grade=Grade.SAMPLED,
        verdict=verdict,
        cases=len(said) - masked,
        differing=len(differing),
        reason=f"{masked} probes ended in a stand-in's own error" if masked else "",
    )
    return Shown(claims=(claim,), differences=tuple(_differences(claim.id, probes, differing)), rung=rung)


def _differences(claim: str, probes: Probes, differing: Sequence[tuple[int, dict[str, Any]]]) -> Iterator[Difference]:
    for number, one in differing:
        answers = {"probe": str(number)} | {name: repr(value) for name, value in probes.given[number].items()}
        yield Difference(claim=claim, answers=answers, old=(one["old"],), new=(one["new"],))


def _not_run(subject: str, reason: str) -> Claim:
    return Claim(id=f"probes {subject}", part="probes", subject=subject, names=0, grade=Grade.NOT_RUN, verdict=Verdict.OPEN, reason=reason)


PART = Part(name="probes", title="give both sides of one function the arguments of a file", show=_show)
