"""markdown: the table for a pull request: one row a claim, with what it rests on; below, the differences."""

from collections.abc import Iterator

from ...parity.evidence import Claim, Difference, Evidence, Verdict
from ..format import View
from ..markup import code, words
from ..proven import EARLIER, EvidenceFormat

_SHOWN = 20  # differences


def render(evidence: Evidence, view: View) -> Iterator[str]:
    """Yield the table, and what differs."""
    yield "| what | part | grade | verdict | cases | not reached | remarks |\n|---|---|---|---|---|---|---|\n"
    for claim in evidence.claims:
        yield _row(claim)
    caught = sum(one.caught for one in evidence.planted)
    yield f"\n{caught} of {len(evidence.planted)} planted faults were caught; seed {evidence.seed}; {_versions(evidence)}.\n"
    if evidence.differences:
        yield "\n**Differences**\n\n"
    for difference in evidence.differences[:_SHOWN]:
        yield _told(difference)
    if len(evidence.differences) > _SHOWN:
        yield f"- and {len(evidence.differences) - _SHOWN} more: `--format json` has all\n"


def _row(claim: Claim) -> str:
    verdict = f"**{claim.verdict}**" if claim.verdict in {Verdict.DIFFERENT, Verdict.VOID} else claim.verdict.value
    cases = f"{claim.cases} ({claim.differing} differ)" if claim.differing else str(claim.cases)
    verdict = EARLIER if claim.trees else verdict
    told = "; ".join(filter(None, (claim.reason, claim.where and f"measured elsewhere: {claim.where}", claim.trees)))
    cells = (code(claim.subject), claim.part, claim.grade.value, verdict, cases, str(len(claim.uncovered)), words(told))
    return f"| {' | '.join(cells)} |\n"


def _versions(evidence: Evidence) -> str:
    return ", ".join(f"{words(name)} {words(version)}" for name, version in evidence.versions.items())


def _told(difference: Difference) -> str:
    chosen = ", ".join(f"{name} = {value}" for name, value in difference.answers.items())
    return (
        f"- {code(difference.claim)} where {code(chosen)}: old {code(' / '.join(difference.old))}, new {code(' / '.join(difference.new))}\n"
    )


MARKDOWN = EvidenceFormat(name="markdown", media="text/markdown", render=render)
