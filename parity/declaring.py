"""Differences that somebody accepted in writing: `[[difference]]` in `.namebranch/decisions.toml`. What is not declared counts, and what is declared must be there."""

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace

import msgspec

from ..codemods.planning.decisions import FILE, DecisionsError
from .evidence import Claim, Difference, Evidence, Grade, Verdict

_NARROWED = "not all of its differences are declared"
_FORM = "a claim or a function, a reason, accepted_by, and perhaps names and kind"


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """One difference that was accepted."""

    reason: str
    accepted_by: str
    claim: str = ""  # id of a claim; or
    function: str = ""  # `package.module:Class.method` on either side
    names: tuple[str, ...] = ()  # of models, or places of a file, that it is about; empty: whatever differs
    kind: str = ""  # how the line begins at which the two sides part: `return`, `call logging.`, `gained`

    @property
    def subject(self) -> str:
        """What it is about."""
        return self.claim or self.function

    def is_about(self, claim: Claim) -> bool:
        """Return whether a claim is what it was accepted for."""
        return claim.id == self.claim if self.claim else self.function in claim.subject.split(" = ")

    def covers(self, difference: Difference) -> bool:
        """Return whether a difference is as it was accepted."""
        about = {value.strip("'\"") for value in difference.answers.values()}
        return (not self.names or not about.isdisjoint(self.names)) and any(line.startswith(self.kind) for line in _parting(difference))


def declarations(data: bytes) -> tuple[Declared, ...]:
    """Return the differences that a file of decisions accepts.

    Raises:
        DecisionsError: it is no TOML, or one of them is not as it should be.

    """
    try:
        rows = tomllib.loads(data.decode()).get("difference", [])
        found = msgspec.convert(rows, tuple[Declared, ...])
        strange = [key for row in rows for key in row if key not in Declared.__dataclass_fields__]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise DecisionsError(f"{FILE}: [[difference]] holds {_FORM}; {error}") from error
    for number, one in enumerate(found, 1):
        if strange or bool(one.claim) == bool(one.function) or not (one.reason.strip() and one.accepted_by.strip()):
            said = f"{strange[0]!r} is none of these" if strange else "it has not one of claim and function, or a word is missing"
            raise DecisionsError(f"{FILE}: [[difference]] number {number}: {_FORM}; {said}")
    return found


def with_declared(found: Evidence, new: tuple[Declared, ...], old: tuple[Declared, ...] = (), *, whole: bool = True) -> Evidence:
    """Return evidence in which what *new* accepts is declared.

    What was accepted for an earlier change is in *old* as well: it need not be there now. Of a proof that is not *whole*, what it did not look at need not.
    """
    claims = tuple(_judged(claim, tuple(one for one in found.differences if one.claim == claim.id), new) for claim in found.claims)
    absent = (claim for one in new if one not in old if (claim := _absent(one, claims, whole=whole)) is not None)
    return replace(found, claims=(*claims, *absent))


def _judged(claim: Claim, told: tuple[Difference, ...], declared: tuple[Declared, ...]) -> Claim:
    about = [one for one in declared if one.is_about(claim)]
    if claim.verdict is not Verdict.DIFFERENT or not about:
        return claim
    used = [one for one in about if any(map(one.covers, told)) or not (told or one.names or one.kind)]
    whole = any(not (one.names or one.kind) for one in used)
    if all(any(one.covers(difference) for one in used) for difference in told) and (whole or claim.differing <= len(told)):
        said = "; ".join(f"{one.reason} (accepted by {one.accepted_by})" for one in used)
        return replace(claim, verdict=Verdict.DECLARED, reason="; ".join(filter(None, (said, claim.reason))))
    more = (
        f": only {len(told)} of {claim.differing:,} are told, so none can be picked by names or kind" if claim.differing > len(told) else ""
    )
    return replace(claim, reason="; ".join(filter(None, (_NARROWED + more, claim.reason))))


def _absent(one: Declared, claims: tuple[Claim, ...], *, whole: bool) -> Claim | None:
    """Return the claim that a declared difference is not there; None where it is, or may be."""
    about = [claim for claim in claims if one.is_about(claim)]
    if any(claim.differing or claim.verdict is Verdict.OPEN for claim in about) or not (about or whole):
        return None
    return Claim(
        id=f"declared {hashlib.blake2b(repr(one).encode(), digest_size=4).hexdigest()}",
        part="declared",
        subject=one.subject,
        names=len(one.names),
        grade=Grade.PROVED,
        verdict=Verdict.DIFFERENT,
        cases=1,
        differing=1,
        reason=f"declared in {FILE}, but there is no such difference: take the entry out, or find what hides it",
    )


def _parting(difference: Difference) -> Iterator[str]:
    """Yield the lines at which both sides part."""
    length = max(len(difference.old), len(difference.new))
    for at in range(length):
        one, other = (lines[at] if at < len(lines) else None for lines in (difference.old, difference.new))
        if one != other:
            yield from filter(None, (one, other))
            return
    yield ""
