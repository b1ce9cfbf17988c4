"""Which model a key belongs to: its descriptor's package is named after it."""

from dataclasses import dataclass, replace

from ...registry.dialects.dialect import Dialect
from ...registry.space import Space
from ...registry.universe.names import Names
from ...registry.universe.spelling import key_of, without_suffix
from .branch import Leaf

_BESIDE = frozenset({Space.CLASS_NAME, Space.CHAT_TEMPLATE})  # in which a name may be that of a model type


@dataclass(frozen=True, slots=True, kw_only=True)
class Owners:
    """Finds the model behind a key of any key space."""

    names: Names
    own: frozenset[str] = frozenset()  # what files of models define in the target

    def is_model(self, name: str) -> bool:
        """Whether a class is a whole model: named with a task, or one that the universe knows."""
        return without_suffix(name) not in {"", name} or key_of(name) in self.names.classes

    def is_owned(self, name: str) -> bool:
        """Whether a class is a model's: a whole one, or a part that lies in a file of its own in the target."""
        return self.is_model(name) or name in self.own

    def is_part(self, part: str) -> bool:
        """Whether a text is spelled somewhere in a model's name, as far as any is known."""
        key = key_of(part)
        return self.names.is_name(part) or any(key in key_of(name) for name in (*self.names.types, *self.names.classes))

    def keyed(self, leaf: Leaf, dialect: Dialect) -> Leaf:
        """Return a test of a class's or a template's name as one of a model type, where all its names are such: an exact key is one."""
        site = leaf.site
        is_other = site.space in _BESIDE and site.space not in dialect.spaces
        if is_other and Space.MODEL_TYPE in dialect.spaces and all(name in self.names.types for name in site.names):
            return replace(leaf, site=replace(site, space=Space.MODEL_TYPE))
        return leaf

    def model(self, key: str) -> str:
        """Return the model type of a key: itself where it is one, the type that it only spells otherwise, or what a class is named after."""
        if key in self.names.types:
            return key
        family = self.names.family(key)
        if key.islower():
            return family if family is not None and key_of(family) == key_of(key) else key
        return self.names.classes.get(key_of(key)) or family or key
