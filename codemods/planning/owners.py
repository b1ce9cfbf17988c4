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
        """Return the model type of a key: itself where it is one, else the type or family that a class is named after."""
        if key in self.names.types or key.islower():
            return key
        return self.names.classes.get(key_of(key)) or self.names.family(key) or key
