"""Which model a key belongs to: its descriptor's package is named after it."""

from dataclasses import dataclass

from ...registry.universe.names import Names
from ...registry.universe.spelling import key_of, without_suffix


@dataclass(frozen=True, slots=True, kw_only=True)
class Owners:
    """Finds the model behind a key of any key space."""

    names: Names

    def is_model(self, name: str) -> bool:
        """Whether a class is a whole model: named with a task, or one that the universe knows."""
        return without_suffix(name) not in {"", name} or key_of(name) in self.names.classes

    def model(self, key: str) -> str:
        """Return the model type of a key: itself where it is one, the type that it only spells otherwise, or what a class is named after."""
        if key in self.names.types:
            return key
        family = self.names.family(key)
        if key.islower():
            return family if family is not None and key_of(family) == key_of(key) else key
        return self.names.classes.get(key_of(key)) or family or key
