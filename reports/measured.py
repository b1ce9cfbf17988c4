"""Evidence as the rows of a testing table: what was checked, on which trees, how strongly, and with which result."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..codemods.describing.series import Series
from ..codemods.planning.plan import Obligation
from ..parity.evidence import Claim, Evidence, Grade, Verdict
from . import markup
from .templating import Markdown, code, plural

NOT_RUN, EARLIER = "**not run**", "an earlier form"
_ORDER = (Verdict.SAME, Verdict.DECLARED, Verdict.DIFFERENT, Verdict.OPEN, Verdict.VOID)
_REASONS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table; its cells are Markdown."""

    check: Markdown
    on: Markdown
    grade: Markdown
    result: Markdown
    is_earlier: bool = False


def rows(series: Series, evidence: tuple[Evidence, ...]) -> tuple[Row, ...]:
    """Return what was measured, and what was not."""
    found = [*_planned(series), *(row for bundle in evidence for row in _of(bundle, _on(series, bundle)))]
    if not any(is_of(series, bundle) for bundle in evidence):
        found.append(
            _absent(Markdown("`namebranch prove OLD NEW`: behaviour of what changed, old against new"), "nobody proved these trees")
        )
    if not any(claim.part == "suite" for bundle in evidence for claim in bundle.claims):
        found.append(_absent(Markdown("the target's own tests"), "they are run by people, or by `namebranch prove --part suite`"))
    return tuple(found)


def is_of(series: Series, bundle: Evidence) -> bool:
    """Whether evidence holds a claim about trees of this migration that ran."""
    return _on(series, bundle) is not None and any(claim.grade is not Grade.NOT_RUN for claim in bundle.counting)


def _planned(series: Series) -> Iterator[Row]:
    """Yield what the plan shows of itself by how it is made, and what it leaves to be shown."""
    owed = [one for part in series.parts for move in part.moves for one in move.plan.obligations]
    for kind, statuses in sorted(_by_kind(owed).items()):
        told = ", ".join(f"{number} {markup.words(status)}" for status, number in sorted(statuses.items()))
        yield Row(
            check=Markdown(f"what the plan has to show: {markup.words(kind.replace('_', ' '))}"),
            on=Markdown("the plan"),
            grade=Markdown("proved" if set(statuses) == {"proved"} else "open"),
            result=Markdown(told),
        )


def _by_kind(owed: Iterable[Obligation]) -> dict[str, Counter[str]]:
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in owed:
        found[one.kind][one.status] += 1
    return found


def _absent(check: Markdown, why: str) -> Row:
    return Row(check=check, on=Markdown("—"), grade=Markdown(Grade.NOT_RUN.value), result=Markdown(f"{NOT_RUN}: {why}"))


def _on(series: Series, bundle: Evidence) -> str | None:
    """Return which parts of the whole migration evidence is of; None where its trees are no two of it, in their order."""
    trees = series.trees
    if bundle.old.tree not in trees or bundle.new.tree not in trees:
        return None
    first, last = trees.index(bundle.old.tree) + 1, len(trees) - 1 - trees[::-1].index(bundle.new.tree)
    if last < first:
        return None
    if first == last:
        return "this" if len(series.parts) == len(trees) - 1 else f"part {first}"
    return "all parts" if last - first + 1 == len(trees) - 1 else f"parts {first} to {last}"


def _of(bundle: Evidence, on: str | None) -> Iterator[Row]:
    held: defaultdict[tuple[str, Grade, str, str], list[Claim]] = defaultdict(list)
    for claim in bundle.claims:
        held[claim.part, claim.grade, claim.trees, claim.where].append(claim)
    for (part, grade, trees, where), claims in held.items():
        is_earlier = on is None or bool(trees)
        measured = f", measured elsewhere: {markup.words(where)}" if where else ""
        yield Row(
            check=Markdown(
                f"{code(f'namebranch prove --part {part}')}, {plural(len(claims), 'function or subject', 'functions and subjects')}{measured}"
            ),
            on=Markdown(EARLIER if is_earlier else on or EARLIER),
            grade=Markdown(grade.value),
            result=_result(claims) if grade is not Grade.NOT_RUN else Markdown(f"{NOT_RUN}: {_reasons(claims)}"),
            is_earlier=is_earlier,
        )
    if bundle.planted:
        yield _planted(bundle, on)


def _planted(bundle: Evidence, on: str | None) -> Row:
    caught = sum(one.caught for one in bundle.planted)
    missed = [one for one in bundle.planted if not one.caught]
    said = "" if not missed else f"; not caught: {', '.join(code(one.fault) for one in missed[:_REASONS])}"
    return Row(
        check=Markdown("faults that were planted to test the test"),
        on=Markdown(on or EARLIER),
        grade=Markdown(f"seed {bundle.seed}"),
        result=Markdown(f"{caught} of {len(bundle.planted)} caught{said}"),
        is_earlier=on is None,
    )


def _result(claims: list[Claim]) -> Markdown:
    verdicts = Counter(claim.verdict for claim in claims)
    words = ", ".join(f"{verdicts[verdict]} {verdict.value}" for verdict in _ORDER if verdicts[verdict])
    cases, differing = sum(claim.cases for claim in claims), sum(claim.differing for claim in claims)
    reached = sum(len(claim.uncovered) for claim in claims)
    missed = f", {plural(reached, 'arm')} not reached" if reached else ""
    bad = verdicts[Verdict.DIFFERENT] + verdicts[Verdict.VOID]
    return Markdown(
        f"{f'**{words}**' if bad else words}; {plural(cases, 'case')}, {differing} {'differs' if differing == 1 else 'differ'}{missed}"
    )


def _reasons(claims: Iterable[Claim]) -> str:
    found = Counter(claim.reason or "no reason was given" for claim in claims)
    told = "; ".join(markup.words(reason) for reason, _ in found.most_common(_REASONS))
    return told + (f"; and {len(found) - _REASONS} other reasons" if len(found) > _REASONS else "")
