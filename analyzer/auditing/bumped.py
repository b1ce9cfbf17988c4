"""What changes for a target when what it stands on moves from one release to another, as frozen values."""

from dataclasses import dataclass

from ..inventory import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """One test that is true of other names than before."""

    path: str
    line: int
    test: str  # source text of its first subject, and how it is compared
    gained: tuple[str, ...]  # known names that can make it true now
    lost: tuple[str, ...]  # and that no longer can


@dataclass(frozen=True, slots=True, kw_only=True)
class Bump:
    """All that changes; `broken` is also what an audit of the newer side finds and one of the older does not."""

    moves: tuple[str, ...]  # in words: `transformers 5.16 → transformers 5.23`
    broken: tuple[Finding, ...]
    mended: tuple[Finding, ...]
    reached: tuple[Reached, ...]
    failed: tuple[tuple[str, str], ...]  # rules that stumbled: id and reason
