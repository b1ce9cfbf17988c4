"""What people said of a site, and what `check` would say: by its own machinery, so that both never differ."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..inventory import Confidence, Site, Zone
from ..judging.checking import Newer, by_baseline
from ..judging.gate import is_selected
from ..judging.notes import EVERYTHING, Note
from ..judging.suppressions import sorted_out
from ..judging.verdict import Change, Fate, Known, Verdict
from .explanation import Standing, Stands

_STANDS = {Fate.NEW: Stands.NEW, Fate.WIDENED: Stands.WIDENED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """One check of a whole tree, asked about single sites."""

    newer: Newer
    entries: Sequence[Known] | None  # of the baseline; None where there is none

    def standings(self, sites: Sequence[Site]) -> tuple[Standing, ...]:
        """Return what would be said of each of *sites*."""
        verdict = by_baseline(self.newer, self.entries)
        changes = {id(change.now): change for change in verdict.changes if change.now is not None}
        return tuple(self._standing(site, verdict, changes.get(id(site))) for site in sites)

    def _standing(self, site: Site, verdict: Verdict, change: Change | None) -> Standing:
        said = sorted_out((site,), self.newer.inventory.suppressions)
        words = next((suppression for _, suppression in (*said.intended, *said.owed)), None)
        stands, because = self._stands(site, change, kept=any(one is site for one, _ in verdict.suppressed), owed=bool(said.owed))
        return Standing(stands=stands, because=because, baseline=self.entries is not None, suppression=words, note=self._note(site, stands))

    def _stands(self, site: Site, change: Change | None, *, kept: bool, owed: bool) -> tuple[Stands, str]:
        if (reason := self._not_gated(site)) is not None:
            return Stands.NOT_GATED, reason
        if kept:
            return Stands.KEPT, "a comment says that it is intended"
        if owed:
            return Stands.OWED, "a comment says that it is owed: it passes, and counts as debt"
        if change is None:
            return Stands.ACCEPTED, "the baseline holds it as it is"
        if (stands := _STANDS.get(change.fate)) is None:
            return Stands.CHANGED, f"the baseline holds it from before it {_became(change)}: `check --fix` renews it"
        if stands is Stands.WIDENED:
            return stands, f"the baseline holds it without {', '.join(change.added)}"
        return stands, "there is no baseline yet" if self.entries is None else "the baseline does not hold it"

    def _not_gated(self, site: Site) -> str | None:
        if site.zone is not Zone.SHARED:
            return f"only shared code fails, and this lies in zone {site.zone}"
        if site.confidence is Confidence.INFERRED:
            return "it is inferred, and only what was recognised for certain fails"
        return None if is_selected(site.rule, self.newer.settings) else f"{site.rule} is not among the rules that are selected"

    def _note(self, site: Site, stands: Stands) -> Note | None:
        accepted = self.newer.notes.accepted
        return accepted.get(site.id) or (accepted.get(EVERYTHING) if stands is Stands.ACCEPTED else None)


def _became(change: Change) -> str:
    return "narrowed" if change.fate is Fate.NARROWED else "moved"
