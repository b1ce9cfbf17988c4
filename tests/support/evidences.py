"""Evidence made by hand: two trees, some claims, and where they part."""

from collections.abc import Sequence

from namebranch.parity.evidence import Claim, Difference, Evidence, Grade, Side, Verdict

F = "pkg.patches:apply"


def claim(
    verdict: Verdict, subject: str = F, part: str = "trace", *, where: str = "", trees: str = "", differing: int | None = None
) -> Claim:
    """Return a claim of a verdict."""
    differs = (verdict in {Verdict.DIFFERENT, Verdict.DECLARED}) if differing is None else differing
    return Claim(
        id=f"{part} {subject}",
        part=part,
        subject=subject,
        names=3,
        grade=Grade.NOT_RUN if verdict is Verdict.OPEN else Grade.EXHAUSTIVE,
        verdict=verdict,
        cases=0 if verdict is Verdict.OPEN else 9,
        differing=int(differs),
        where=where,
        trees=trees,
    )


def difference(of: Claim, name: str = "gemma4", old: Sequence[str] = ("return 1",), new: Sequence[str] = ("return 2",)) -> Difference:
    """Return where the two sides of a claim part, for one model."""
    return Difference(claim=of.id, answers={"cfg.model_type": repr(name)}, old=tuple(old), new=tuple(new))


def evidence(*claims: Claim, differences: Sequence[Difference] = (), trees: tuple[str, str] = ("aa", "bb")) -> Evidence:
    """Return the bundle."""
    return Evidence(
        plan=None,
        old=Side(target="old", tree=trees[0]),
        new=Side(target="new", tree=trees[1]),
        versions={"python": "3.11.9", "torch": "2.8"},
        seed=0,
        command="namebranch prove old new",
        claims=claims,
        differences=tuple(differences),
        planted=(),
    )
