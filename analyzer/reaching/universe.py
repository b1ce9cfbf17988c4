"""The strings that a test is asked about: the known names of each key space, and how those of one model are tied to each other."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ...registry.space import Space
from ...registry.universe.names import Names
from ...registry.universe.snapshot import Snapshot

_PROCESSORS = ("PROCESSOR", "IMAGE_PROCESSOR", "VIDEO_PROCESSOR", "FEATURE_EXTRACTOR")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kin:
    """What the tables of a release tie to one model type."""

    type: str
    text: str  # type of the language model inside it, "" where there is none
    config: str
    architectures: tuple[str, ...]
    processors: tuple[str, ...]
    tokenizers: tuple[str, ...]
    sub: bool  # it stands inside another type's configuration


@dataclass(frozen=True, slots=True, kw_only=True)
class Universe:
    """All known names, model by model."""

    name: str  # transformers 5.23.0
    kin: tuple[Kin, ...]
    classes: tuple[str, ...] = ()  # further class names: submodules of models
    _types: Mapping[str, Kin] = field(default_factory=dict)

    def of(self, space: Space) -> tuple[str, ...]:
        """Return the known names of a key space, in the order of the model types."""
        found = dict.fromkeys(name for kin in self.kin for name in spelled(kin, space))
        return tuple(found | dict.fromkeys(self.classes if space is Space.CLASS_NAME else ()))

    def roots(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return those of some model types that are a checkpoint's own; sub-configuration types are left out."""
        return tuple(name for name in names if name in self._types and not self._types[name].sub)

    def types(self, names: Iterable[str], space: Space) -> tuple[str, ...]:
        """Return the model types to which the tables tie some names of a key space, sorted."""
        wanted = frozenset(names)
        return tuple(sorted(kin.type for kin in self.kin if not wanted.isdisjoint(spelled(kin, space))))


def spelled(kin: Kin, space: Space) -> tuple[str, ...]:
    """Return what one model is called in a key space."""
    match space:
        case Space.MODEL_TYPE | Space.TEXT_MODEL_TYPE:
            return (kin.type,)
        case Space.ARCHITECTURE | Space.CLASS_NAME | Space.CLASS_QUALNAME:
            return kin.architectures
        case Space.PROCESSOR:
            return kin.processors
        case Space.TOKENIZER:
            return kin.tokenizers
        case Space.UNKNOWN | Space.ENUM:
            return (kin.type, *kin.architectures)
        case Space.CHAT_TEMPLATE | Space.PATH:
            return ()


def universe_of(names: Names, snapshot: Snapshot, classes: Iterable[str] = ()) -> Universe:
    """Return the universe of a release; *names* may know types that its snapshot has not, *classes* are further class names."""
    held: dict[str, dict[str, tuple[str, ...]]] = {"model": {}, "processor": {}, "tokenizer": {}}
    for title, table in snapshot.tables.items():
        kind = _kind(title)
        for name, found in table.items() if kind else ():
            held[kind][name] = tuple(dict.fromkeys((*held[kind].get(name, ()), *found)))
    known = {**snapshot.types, **names.types}
    kin = tuple(
        Kin(
            type=name,
            text=names.text_types.get(name, ""),
            config=known[name].config if name in known else "",
            architectures=held["model"].get(name, ()),
            processors=held["processor"].get(name, ()),
            tokenizers=held["tokenizer"].get(name, ()),
            sub=name in known and known[name].sub,
        )
        for name in sorted({*known, *held["model"]})
    )
    return Universe(name=f"{snapshot.package} {names.version}", kin=kin, classes=tuple(classes), _types={one.type: one for one in kin})


def _kind(title: str) -> str:
    """Return what the classes of an auto table are, "" where they are no part of a model."""
    if title.startswith("MODEL_"):
        return "model"
    if title.startswith(_PROCESSORS):
        return "processor"
    return "tokenizer" if title.startswith("TOKENIZER") else ""
