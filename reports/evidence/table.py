"""table: evidence on a terminal: what it comes to, one line a claim, and where the two trees part."""

from collections import Counter
from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from ...parity.evidence import Claim, Difference, Evidence, Verdict
from ..escape import visible
from ..format import View
from ..proven import EARLIER, EvidenceFormat
from ..terminal.glyphs import cut, number
from ..terminal.printed import printed

_STYLES = {
    Verdict.SAME: "green",
    Verdict.DECLARED: "green",
    Verdict.DIFFERENT: "bold red",
    Verdict.OPEN: "yellow",
    Verdict.VOID: "bold red",
}
_ARMS = 6  # that are named for each claim
_DIFFERENCES = 10


def render(evidence: Evidence, view: View) -> Iterator[str]:
    """Yield the blocks, with an empty line between them."""
    yield printed(_headline(evidence), view)
    if evidence.claims:
        yield printed([Text(), *(line for claim in evidence.claims for line in _claim(claim, view))], view)
    shown = evidence.differences if view.every else evidence.differences[:_DIFFERENCES]
    for difference in shown:
        yield printed([Text(), *_difference(difference, view)], view)
    if len(evidence.differences) > len(shown):
        yield printed([Text(f"and {number(len(evidence.differences) - len(shown), 'difference')} more: --all shows them")], view)


def _headline(evidence: Evidence) -> Iterator[RenderableType]:
    counts = Counter(claim.verdict for claim in evidence.counting)
    if not evidence.claims:
        yield Text("Nothing was compared: no function that decides by a name changed. --function names one.", style="bold yellow")
        return
    told = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict if counts[verdict])
    cases = sum(claim.cases for claim in evidence.counting)
    answer, style = ("different", "bold red") if not evidence.equal else ("not all shown", "bold yellow")
    if evidence.equal and evidence.complete:
        answer, style = "as accepted" if counts[Verdict.DECLARED] else "the same", "bold green"
    yield Text.assemble((answer, style), f"  {told}; {number(cases, 'comparison')}")
    caught = sum(one.caught for one in evidence.planted)
    versions = ", ".join(f"{name} {version}" for name, version in evidence.versions.items())
    yield Text(visible(f"{caught} of {len(evidence.planted)} planted faults caught · seed {evidence.seed} · {versions}"), style="dim")


def _claim(claim: Claim, view: View) -> Iterator[RenderableType]:
    verdict, style = (claim.verdict.value, _STYLES[claim.verdict]) if not claim.trees else ("earlier", "dim")
    line = Text.assemble((f"{verdict:<10}", style), cut(claim.subject, cells=max(20, view.width - 12), unicode=view.unicode))
    line.no_wrap = True
    yield line
    told = [f"{claim.part}, {claim.grade.value}", number(claim.cases, "comparison")]
    told += [f"{claim.differing:,} differing"] if claim.differing else []
    told += [claim.reason] if claim.reason else []
    told += [f"measured elsewhere: {claim.where}"] if claim.where else []
    told += [f"{EARLIER}: {claim.trees}"] if claim.trees else []
    yield Text(visible("          " + ", ".join(told)), style="dim")
    for arm in claim.uncovered[: len(claim.uncovered) if view.every else _ARMS]:
        yield Text(visible(f"          not reached: {arm}"), style="yellow")


def _difference(difference: Difference, view: View) -> Iterator[RenderableType]:
    yield Text(visible(f"differs: {difference.claim}"), style="bold")
    for name, value in difference.answers.items():
        yield Text(cut(f"  where {name} is {value}", cells=view.width, unicode=view.unicode))
    for side, lines in (("old", difference.old), ("new", difference.new)):
        for line in lines:
            yield Text(cut(f"  {side}  {line}", cells=view.width, unicode=view.unicode), style="red" if side == "old" else "green")


TABLE = EvidenceFormat(name="table", media="text/plain", render=render)
