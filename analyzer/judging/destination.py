"""Where a site could go, as a frozen value: what `explain` and `check` say beside what is wrong."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """What a migration would make of one site."""

    site: str  # id
    dialect: str
    to: str | None  # kind and name of the hook point: `effect loaders.patch_attention`; None where it stays
    owners: tuple[str, ...]  # dotted modules of the descriptors that would say it
    rule: str | None  # by which it would be rewritten
    difficulty: str | None  # easy, moderate or hard to review
    why: str  # where it stays: code and reason; where it follows another test: that it does
    step: str  # where it stays: what to do next
    command: tuple[str, ...]  # words behind `namebranch`; none where it stays
