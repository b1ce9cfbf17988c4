"""The subjects of the configuration: which attributes, parameters and locals carry a model's name by what they are called."""

from collections.abc import Mapping
from dataclasses import dataclass

from ...registry.space import Space
from ..inventory import Confidence
from .carrier import Carrier, Strength


@dataclass(frozen=True, slots=True, kw_only=True)
class Subjects:
    """What carries a name wherever it stands, what may carry one, and what never does though names stand beside it."""

    strong: Mapping[str, Space]
    hinted: Mapping[str, Space]
    never: frozenset[str]

    def has(self, name: str) -> bool:
        """Whether a name or an attribute is one of those that carry a model's name, or several."""
        return any(one in known for one in (name, name.removesuffix("s")) for known in (self.strong, self.hinted))

    def bare(self, name: str) -> Carrier | None:
        """Return what a parameter or a local carries of which nothing says more than what it is called."""
        if name in self.never:
            return None
        lowered = name.lower().lstrip("_")
        found = Carrier(space=Space.UNKNOWN, strength=Strength.BARE, confidence=Confidence.INFERRED, origin=name, key=name)
        for subject, space in self.strong.items():
            if f"_{subject}_" in f"_{lowered}_" or f"_{subject}s_" in f"_{lowered}_":
                return found.hinting(space, many=name.endswith("s"), named=True)
        one = lowered.removesuffix("s")
        if lowered in self.hinted or one in self.hinted:
            many = lowered not in self.hinted
            return found.hinting(self.hinted[one if many else lowered], many=many)
        return found
