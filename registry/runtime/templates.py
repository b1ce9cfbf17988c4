"""What is said of a model: its own descriptor, and the families that it inherits from. Values: they are never changed."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

from .capabilities import Support
from .markers import Marker

Hook = Callable[..., Any]
Hooks = Hook | Marker | tuple[Hook | Marker, ...]
SLOTS = ("facts", "capabilities", "sections", "hooks")


@dataclass(frozen=True, kw_only=True, eq=False)
class Template:
    """Answers by the names of their questions. What is not said is inherited from *family*; CLEARED brings the default back."""

    family: "Family | None" = None
    facts: Mapping[str, Hashable] = field(default_factory=dict)
    capabilities: Mapping[str, Support | Marker] = field(default_factory=dict)
    sections: tuple[Any, ...] = ()  # one instance a section; it takes the place of the family's as a whole
    hooks: Mapping[str, Hooks] = field(default_factory=dict)  # several run in their order; INHERITED stands for the family's

    def __post_init__(self) -> None:
        """Copy what can be changed from outside."""
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, Mapping):
                object.__setattr__(self, each.name, MappingProxyType(dict(value)))
        object.__setattr__(self, "sections", tuple(self.sections))

    def said(self, slot: str) -> Mapping[str, Any]:
        """Return what is said here, without the family, in one of the SLOTS; a section goes by the name of its class."""
        return {type(each).__name__: each for each in self.sections} if slot == "sections" else getattr(self, slot)


@dataclass(frozen=True, kw_only=True, eq=False)
class Family(Template):
    """A template that descriptors inherit from. It has no keys: no model is found under it."""

    name: str

    def lineage(self) -> "Iterator[Family]":
        """Yield it, its own family and so on: the nearest that says something is right."""
        held: Family | None = self
        while held is not None:
            yield held
            held = held.family


@dataclass(frozen=True, kw_only=True, eq=False)
class Descriptor(Template):
    """All that is said of one model: the exact keys it is found under, by their space, and its answers."""

    keys: Mapping[str, str | tuple[str, ...]]
    matchers: Mapping[str, Callable[..., bool]] = field(default_factory=dict)

    def addresses(self) -> tuple[tuple[str, str], ...]:
        """Return its keys, each with its space before it, in the order in which they were given."""
        spaces = ((space, (keys,) if isinstance(keys, str) else tuple(keys)) for space, keys in self.keys.items())
        return tuple((space, key) for space, keys in spaces for key in keys)
