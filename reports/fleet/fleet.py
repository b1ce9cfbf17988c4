"""What the dashboard of a fleet shows, as frozen values that a verb hands in."""

from dataclasses import dataclass

from ...analyzer.fleet.answers import Failed, Survey, Told


@dataclass(frozen=True, slots=True, kw_only=True)
class Fleet:
    """Everything that one page is made from."""

    file: str  # that names the repositories
    answers: tuple[Told[Survey] | Failed, ...]  # in its order
    version: str  # of namebranch

    @property
    def told(self) -> tuple[Told[Survey], ...]:
        """Those that were looked at, the most decisions first."""
        told = (one for one in self.answers if isinstance(one, Told))
        return tuple(sorted(told, key=lambda one: (-one.answer.counts.drift, one.member.name)))

    @property
    def failed(self) -> tuple[Failed, ...]:
        """Those that could not be looked at."""
        return tuple(one for one in self.answers if isinstance(one, Failed))
