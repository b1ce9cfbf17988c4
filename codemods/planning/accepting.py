"""Keys that a person chose for a test: which names they are, what is asked for them, and whom the old test reached beside them."""

from collections.abc import Iterator
from dataclasses import replace

from ...analyzer.analysis import Program
from ...analyzer.reaching.asking import Reaches
from ...registry.space import Space
from .branch import Leaf
from .decisions import Decisions
from .plan import Difference


class Accepting:
    """Answers by what people decided; the known names are asked about only where they decided something."""

    def __init__(self, program: Program, decisions: Decisions) -> None:
        """Take what was decided."""
        self._program, self._decisions = program, decisions
        self._reaches: Reaches | None = None

    def chosen(self, leaf: Leaf) -> tuple[Leaf, str | None] | None:
        """Return the test as one for the keys that were chosen, and the expression that was chosen to ask; None where nobody did."""
        keys = self._decisions.keys.get(leaf.site.id)
        if keys is None:
            return None
        subject = self._decisions.subjects.get(leaf.site.id)
        space = leaf.site.space if subject is None else Space.MODEL_TYPE
        return replace(leaf, site=replace(leaf.site, names=keys, space=space)), subject

    def differences(self, leaf: Leaf) -> tuple[Difference, ...]:
        """Return the reach report: who was among the names of a test and no longer is, and who is now."""
        if self._reaches is None:
            self._reaches = Reaches(self._program, self._program.linked.names)
        return tuple(self._told(leaf, self._reaches))

    def _told(self, leaf: Leaf, reaches: Reaches) -> Iterator[Difference]:
        site = leaf.site
        reach, chosen = reaches.of_site(site), {*self._decisions.keys[site.id]}
        ever = set(reach.ever)
        ties = set(reaches.universe.types(set(reaches.universe.of(reach.space)) - ever if leaf.is_negative else ever, reach.space))
        known = set(reaches.roots(ties))
        if lost := sorted(known - chosen):
            yield Difference(kind="lost_key", detail=f"taken before, and not any more: {', '.join(lost)}")
        if parts := sorted(ties - known - chosen):
            yield Difference(kind="lost_part", detail=f"as part of another model, taken before and not any more: {', '.join(parts)}")
        if gained := sorted(name for name in chosen - ties if reaches.roots((name,))):
            yield Difference(kind="gained_key", detail=f"not taken before: {', '.join(gained)}")
        if unknown := sorted(name for name in chosen - ties if not reaches.roots((name,))):
            yield Difference(kind="unknown_key", detail=f"chosen, and known to no table: {', '.join(unknown)}")
        if reach.undecided or (reach.others and not leaf.is_negative):
            why = f" ({reach.undecided})" if reach.undecided else ""
            yield Difference(kind="lost_others", detail=f"any name that nobody knows and that the old test takes{why}")
