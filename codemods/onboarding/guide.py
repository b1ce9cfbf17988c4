"""What a contributor has to know, as frozen values."""

from dataclasses import dataclass

from ..describing.series import Example


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """A file of a model's own."""

    role: str
    path: str
    takes: str  # in words, what goes there


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A list of the target in which a new model is to be put down."""

    path: str
    name: str
    entry: str
    role: str  # only for models that have a file of that role; empty: for all


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """What shared code asks of a model, at one hook point or as one fact."""

    name: str
    kind: str  # fact, or of hooks what they do
    arguments: tuple[str, ...]  # that a hook is handed
    default: str  # what holds where a model says nothing; empty: what stands there does what it did
    role: str  # of the file that it goes to; empty: the descriptor's
    places: tuple[str, ...]  # each `path:line`


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What a class of the registry lets a descriptor say."""

    owner: str
    name: str
    kind: str  # field, method, value
    type: str
    default: str | None  # None: it must be said; of a method "" where it does nothing
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A question of which the dialect knows what it is called, and that no code asks yet."""

    name: str
    kind: str
    default: str
    role: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Owned:
    """A model that has a descriptor."""

    key: str
    path: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """Everything that the page tells."""

    name: str  # of the target
    model: str  # the one that is added
    dialect: str | None
    summary: str
    spaces: tuple[str, ...]
    registries: tuple[str, ...]  # modules of the target
    homes: tuple[Home, ...]
    listings: tuple[Listing, ...]
    test: str  # path of a test; empty: the dialect has none
    light: bool  # a descriptor's file may import nothing but the registry
    rules: tuple[tuple[str, str], ...]  # what the registry does, by question
    neutral: str
    slots: tuple[Slot, ...]
    fields: tuple[Field, ...]
    known: tuple[Known, ...]
    missing: tuple[str, ...]  # plumbing that is not there yet
    owned: tuple[Owned, ...]
    branches: int  # decisions by name that are left in shared code
    examples: tuple[Example, ...]
    is_of_target: bool  # the example is a file of the target, not one that was made
