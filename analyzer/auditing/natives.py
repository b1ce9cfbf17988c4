"""What the releases of transformers that a target allows have themselves, in the ways that a name is looked up."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from ...registry.universe.spelling import key_of
from .audited import Audited


class Natives:
    """What the allowed releases hold, in the ways that a name is looked up."""

    def __init__(self, audited: Audited) -> None:
        """Take the releases that the target allows; nothing is looked up yet."""
        releases = audited.upstream.releases
        self.names, self.types, self.classes = audited.names, releases.types, releases.classes
        self.allowed = audited.upstream.rungs
        self.own = _own(audited)
        self.label = f"{releases.package} {releases.said(self.allowed)}"
        self._releases = releases

    @property
    def lowest(self) -> int:
        """The oldest allowed release."""
        return self.allowed & -self.allowed

    def around(self, name: str) -> tuple[str, ...]:
        """The types between which a name lies, where it is none itself: `qwen2_5` lies between `qwen2` and `qwen2_5_vl`."""
        inner = [each for each, rungs in self.types.items() if rungs & self.allowed and name.startswith(f"{each}_")]
        outer = [each for each, rungs in self.types.items() if rungs & self.allowed and each.startswith(f"{name}_")]
        return (max(inner, key=len), min(outer)) if inner and outer else ()

    def last(self, rungs: int) -> str:
        """Return some releases in words."""
        return f"{self._releases.package} {self._releases.said(rungs)}"

    @cached_property
    def keyed_types(self) -> Mapping[str, tuple[str, ...]]:
        """The types of allowed releases, by the key that all spellings share."""
        return self._keyed(self.types)

    @cached_property
    def keyed_classes(self) -> Mapping[str, tuple[str, ...]]:
        """The classes of allowed releases, by key."""
        return self._keyed(self.classes)

    @cached_property
    def folded(self) -> frozenset[str]:
        """The classes of allowed releases and of the target, in small letters."""
        return frozenset(
            {name.lower() for name in self.own} | {name.lower() for name, rungs in self.classes.items() if rungs & self.allowed}
        )

    def _keyed(self, known: Mapping[str, int]) -> Mapping[str, tuple[str, ...]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for name, rungs in known.items():
            if rungs & self.allowed:
                found[key_of(name)].append(name)
        return {key: tuple(names) for key, names in found.items()}


def _own(audited: Audited) -> frozenset[str]:
    """What the target itself defines or registers."""
    index = audited.linked.index
    classes = {dotted.rpartition(".")[2] for dotted in index.classes}
    types = {
        name
        for _, definition in index.attributes.get("model_type", ())
        for name in [getattr(definition.value, "value", None)]
        if isinstance(name, str)
    }
    return frozenset(classes | types | {one.key for one in audited.program.found.registrations})
