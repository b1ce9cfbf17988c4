"""What a plan owes, as claims: what the way of rewriting shows is proved, what only a run can show is what the run says."""

from collections.abc import Iterator
from dataclasses import replace

from ..analyzer.linking.meaning import module_of
from ..codemods.planning.plan import HookPlan, Migration, Obligation
from .evidence import Claim, Evidence, Grade, Verdict

PART = "plan"
_PROVED = "proved"


def with_plan(found: Evidence, made: Migration) -> Evidence:
    """Return evidence of a plan: with its digest, and a claim for each of its obligations."""
    claims = tuple(_claim(found, plan, owed) for plan in made.plans for owed in plan.obligations)
    return replace(found, plan=made.digest, claims=(*found.claims, *claims))


def _claim(found: Evidence, plan: HookPlan, owed: Obligation) -> Claim:
    claim = Claim(
        id=f"plan {plan.path}:{plan.line} {plan.scope} {plan.point.name} {owed.kind}",
        part=PART,
        subject=f"{plan.path}:{plan.line} {owed.kind}",
        names=len({one.key for one in plan.registrations}),
        grade=Grade.PROVED,
        verdict=Verdict.SAME,
        cases=1,
        reason=owed.evidence,
    )
    if owed.status == _PROVED:
        return claim
    run = next((one for one in _runs(found, plan) if one.part == owed.kind), None)
    if run is None:
        said = f"no {owed.kind} of this function in this proof: {owed.evidence}"
        return replace(claim, grade=Grade.NOT_RUN, verdict=Verdict.OPEN, cases=0, reason=said)
    uncovered = tuple(one for one in run.uncovered if run.verdict is not Verdict.SAME)
    return replace(
        claim, grade=run.grade, verdict=run.verdict, cases=run.cases, differing=run.differing, uncovered=uncovered, reason=f"as {run.id}"
    )


def _runs(found: Evidence, plan: HookPlan) -> Iterator[Claim]:
    """Yield the claims about the function in which a decision of the plan stands."""
    held = f"{module_of(plan.path)[0]}:{plan.scope}"
    return (one for one in found.counting if any(held == key or held.startswith(f"{key}.") for key in one.subject.split(" = ")[:1]))
