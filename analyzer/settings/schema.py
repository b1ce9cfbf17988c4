"""What a run can be told: every table of the configuration, frozen, with its defaults. Nothing here reads a file."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias, TypeVar

from ...registry.space import Space
from ..inventory import Kind, Zone

Value = TypeVar("Value")
Globs: TypeAlias = tuple[str, ...]  # gitignore patterns; the last that matches decides, `!` takes a path out again
Table: TypeAlias = tuple[tuple[str, Value], ...]  # a TOML table with free keys, in the order of the file


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneRules:
    """Which files belong to whom. The first zone that matches wins, in the order of the fields.

    A path that no rule matches is recognised by its name (see `ModelRules`); what is left gets `default`.
    """

    ignored: Globs = ()
    frozen: Globs = ()
    model: Globs = ()
    shared: Globs = ()
    default: Zone = Zone.SHARED


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRules:
    """How folders and files that one model owns are recognised."""

    recognise: bool = True  # by a model's name in the folder's or the file's name
    folders: Globs = ()  # each folder that matches is owned by one model, whatever its name
    files: Globs = ()  # each single file that matches likewise
    never: tuple[str, ...] = ()  # words that name no model when they stand in a path: `auto`, `opt`
    tests: Globs = ()  # files that are not looked at, but what they call models is known


@dataclass(frozen=True, slots=True, kw_only=True)
class Subjects:
    """Which attributes, keys and variables carry a model's name, and in which key space."""

    strong: Table[Space] = ()  # an attribute or key of this name always carries one
    weak: Table[Space] = ()  # a variable of this name does where the other side of the test is a known name
    never: tuple[str, ...] = ()  # an attribute, key or variable of this name carries something else: `rope_type`, `optimizer`

    def space(self, name: str) -> Space | None:
        """Return the key space of a strong subject, or None."""
        return dict(self.strong).get(name)


class Form(StrEnum):
    """How a key gets into a registry."""

    DECORATOR = "decorator"
    CALL = "call"
    ENTRY = "entry"
    ITEM_STORE = "item-store"
    CLASS_ATTRIBUTE = "class-attribute"
    METHOD_ON_OWNER = "method-on-owner"


@dataclass(frozen=True, slots=True, kw_only=True)
class Idiom:
    """One registry of the target: how keys are put in and looked up."""

    registry: str  # its name in reports
    form: Form
    space: Space
    via: tuple[str, ...]  # the decorators, functions, tables or methods that take a key: last segment, or dotted
    key: str | None = None  # class attribute or argument that holds the key; None: the first argument, or the table's keys
    lookup: tuple[str, ...] = ()  # functions that ask the registry


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    """How the target spells descriptors, and where its registry lies."""

    dialect: str | None = None
    modules: Globs = ()
    idioms: tuple[Idiom, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """The most decisions that some files may hold; 0 is the end state."""

    paths: Globs
    max: int
    kinds: tuple[Kind, ...] = ()  # empty: all
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the tracker: a part of the target that is to become a strategy."""

    subsystem: str
    paths: Globs
    becomes: str | None = None  # "becomes a strategy when …"
    kinds: tuple[Kind, ...] = ()  # empty: all
    gate: str | None = None  # id of the question that must be answered first


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """An open question to the maintainers that the tracker carries, and that rows may wait for."""

    id: str
    text: str
    answer: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tracker:
    """The tracking issue: its title, its rows in their order, its open questions."""

    title: str | None = None
    rows: tuple[Row, ...] = ()
    questions: tuple[Question, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """One environment in which a proof is repeated."""

    name: str
    requires: tuple[str, ...] = ()  # requirement specifiers to install
    hide: tuple[str, ...] = ()  # packages to hide from import


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """Further options under which models are loaded."""

    name: str
    options: Table[object] = ()
    types: tuple[str, ...] = ()  # of models that are loaded so; empty: all


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """Which tiny models a proof loads. In options, `{type}` is the type of the model, and `{scratch}` a folder that may be written to."""

    types: tuple[str, ...] = ()
    options: Table[object] = ()
    variants: tuple[Variant, ...] = ()  # beside the options alone


@dataclass(frozen=True, slots=True, kw_only=True)
class Prove:
    """How a proof runs the target. A command is an argument list, never a shell line."""

    python: str | None = None  # the interpreter that has what the target needs; None: the one that runs us
    suite: tuple[str, ...] = ()  # a command that runs its tests by pytest
    load: tuple[str, ...] = ()  # `module:function`s: the last gets the options, each before it what that one returned; the first, a model
    inputs: str | None = None  # `module:function` that returns the arguments of a model; None: words, or what else is its main input
    matrix: tuple[Arm, ...] = ()
    models: Models = field(default_factory=Models)


@dataclass(frozen=True, slots=True, kw_only=True)
class Migrate:
    """How a migration is written."""

    formatter: tuple[str, ...] = ()  # a command that reads a file and prints it formatted; `{path}` is the file's path


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything a run was told."""

    preset: str = "generic"
    select: tuple[str, ...] = ("NB1", "NB201", "NB203")  # rules, or their beginnings, that fail `check`
    ignore: tuple[str, ...] = ()
    zones: ZoneRules = field(default_factory=ZoneRules)
    models: ModelRules = field(default_factory=ModelRules)
    subsystems: Table[Globs] = ()  # the first that matches wins; else the first folder below the package
    subjects: Subjects = field(default_factory=Subjects)
    registry: Registry = field(default_factory=Registry)
    roles: Table[Globs] = ()  # what a file of a model's own folder is for (cost)
    budget: tuple[Budget, ...] = ()
    tracker: Tracker = field(default_factory=Tracker)
    prove: Prove = field(default_factory=Prove)
    migrate: Migrate = field(default_factory=Migrate)
