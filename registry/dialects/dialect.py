"""How a target spells descriptors, their registration and their lookup: one frozen value a dialect, and no function over trees.

`analyzer/` reads registrations with it, `codemods/` writes with it. Paths begin below the folder that holds the package (`src/` or the root).
Texts are templates (see `template.py`); the placeholders that each may use are in `placeholders.py`.
"""

from enum import StrEnum

from msgspec import Struct

from ..space import Space
from .policies import Binding, Policies


class HookKind(StrEnum):
    """What a model says at a hook point; the last three need no code of its own."""

    EFFECT = "effect"  # does something instead of, or before, the default
    VALUE = "value"  # gives the value of an expression
    ADJUST = "adjust"  # gets a value, and gives it back changed
    PREDICATE = "predicate"  # answers yes or no
    FACT = "fact"  # is something: a flag, a number, a name
    CAPABILITY = "capability"  # can something: supported, experimental, unsupported with its reason
    ENTRY = "entry"  # is in a table, under a key
    MOVE = "move"  # owns a function or a class that only it uses


class Context(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a hook is handed, beside arguments: one value with fields."""

    parameter: str  # the hook's first parameter, with its annotation
    fields: dict[str, str]  # expression at the site → attribute of the parameter; what is not in here must be an argument
    build: str  # an expression that makes one: $fields, as `attribute=expression`
    required: tuple[str, ...] = ()  # attributes that every context must be given
    imports: tuple[str, ...] = ()  # that both sides need


class Part(StrEnum):
    """The texts that a dialect must, or may, give."""

    INIT = "init"  # the `__init__.py` of a new owner, where the descriptor does not lie in it
    OWNER = "owner"  # a new file that holds a descriptor
    SIDE = "side"  # another new file of the owner, made when something goes there
    DESCRIPTOR = "descriptor"  # the registered value or class: goes into the owner file as $descriptor
    KEY = "key"  # one key in it
    HOOK = "hook"  # a hook function
    DECORATOR = "decorator"  # one decorator of a hook function: one a key
    BINDING = "binding"  # what binds hook functions to a hook point, inside the descriptor
    FACT = "fact"  # one fact, inside the descriptor
    CAPABILITY = "capability"  # one capability, inside the descriptor
    SECTION = "section"  # one section, inside the descriptor
    FIELD = "field"  # one field of a section
    DECLARATION = "declaration"  # what makes a field of a section known, once for all models
    TEST = "test"  # a new file that tests the descriptor
    HOOK_TEST = "hook_test"  # a test of one hook
    FACT_TEST = "fact_test"  # a test of one fact


class Text(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A template, and the import lines that what it makes needs."""

    text: str
    imports: tuple[str, ...] = ()


class Call(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How shared code asks at a hook point: an expression. That of an effect is true where a model did it, and the default must not run."""

    kind: HookKind
    text: str
    imports: tuple[str, ...] = ()
    space: Space | None = None  # only for keys of that space; None: for all


class Point(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a hook point of that kind is declared, once, where a registry wants that: a text at the end of a file of it."""

    kind: HookKind
    path: str
    text: str  # $point, $function, $positional (the parameters, `, /` included, or nothing), $default


class OwnerFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file of a model's own folder."""

    role: str  # descriptor, parallelizer, patches, …
    path: str  # $package
    part: Part  # the text of a new one
    subsystems: tuple[str, ...] = ()  # what branches of these say goes there; the first file without any takes the rest
    moves: bool = False  # definitions go there whole, whatever they are for, and nothing else does


class Owner(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the descriptor of a model lies."""

    module: str  # dotted; $package is the key as an identifier (see `package`)
    class_name: str  # of the descriptor; $stem is the model as a class is spelled
    files: tuple[OwnerFile, ...]
    test: str = ""  # where its test lies, from the root of the repository
    light: bool = True  # the descriptor's file may import, at module level, nothing but the registry


class Form(StrEnum):
    """How owners are listed."""

    ITEMS = "items"  # a list, tuple or set: one text an item
    PAIRS = "pairs"  # a dict: `key: value`
    IMPORT = "import"  # `from package import (…)`, for the side effect
    ENTRIES = "entries"  # a file of entry points


class Listing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The one place by which a new owner becomes known."""

    path: str
    name: str  # of the list or dict; of an import, the dotted module it imports from as it is spelled there
    form: Form
    entry: str  # $package, $key, $module, $class_name: one entry, with its comma
    role: str = ""  # only for owners that have a file of that role; empty: for all
    sorted: bool = True


class At(StrEnum):
    """Where an insertion goes, seen from its anchor."""

    BEFORE = "before"
    AFTER = "after"
    REPLACE = "replace"


class Insertion(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One change of a file of the registry: found by whole lines, which must stand there exactly once."""

    path: str
    anchor: str
    at: At
    text: str
    within: str = ""  # a line, before the anchor, after which the anchor is looked for: it need not be the only one in the file


class NewFile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file that the registry does not have yet."""

    path: str
    text: str


class Declares(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The class in which the fields of a section are declared: new ones are put after its last."""

    path: str
    name: str
    section: str  # the attribute of the descriptor that holds it


class Entry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How an entry gets from its owner's file into a table that the framework has already."""

    table: str  # the table's name
    role: str  # of the owner's file
    text: str  # a decorator, or a statement below what is registered: $key, $value
    decorates: bool = False
    imports: tuple[str, ...] = ()


class Slot(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place of a descriptor in which functions stand: an argument of a call, or the values of a dict that is that argument."""

    call: str
    argument: str
    arguments: int = 0  # positional arguments that such a function gets
    by_point: bool = False  # the keys of the dict are hook points, and what asks there says how many


class Plumbing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The neutral first change that makes hook points possible: no model registered before answers otherwise."""

    name: str
    why: str
    kinds: tuple[HookKind, ...]  # that cannot be carried without it
    path: str  # it is there if this file holds …
    mark: str  # … this text
    seat: str = ""  # it brings the whole registry, to a tree that has none and holds this file
    insertions: tuple[Insertion, ...] = ()
    files: tuple[NewFile, ...] = ()


class Question(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question that shared code is known to ask, and what the hook point is called by default."""

    name: str
    kind: HookKind
    where: tuple[str, ...]  # globs over `path::scope`
    words: tuple[str, ...] = ()  # one of them is a flag, a function or a table that the branch is part of; empty: any
    parameters: tuple[str, ...] = ()
    returns: str = ""
    default: str = ""  # expression where no model answers
    role: str = ""  # of the owner's file


class Mark(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file that a tree has, and a text in it."""

    path: str
    text: str


class Dialect(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One spelling of descriptors. Several forms of one family are told apart by their marks: what a tree of theirs holds.

    That of the vendored runtime is for any package: its texts say `ROOT` for the package's dotted name and `ROOT_PATH` for its path.
    """

    name: str
    family: str  # what `registry.dialect` in the settings names
    summary: str
    marks: tuple[Mark, ...]  # all of them hold in a tree of this form
    recognised: tuple[str, ...]  # names of the registries in the preset's idioms by which its registrations are read
    spaces: tuple[Space, ...]
    kinds: tuple[HookKind, ...]  # with all plumbing in place
    binding: Binding
    policies: Policies
    policy_notes: dict[str, str] = {}
    context: Context | None = None
    declined: Text | None = None  # what a hook returns that leaves the default to run
    owner: Owner
    neutral: str = ""  # what must not be said, so that registering changes no answer of anybody
    listings: tuple[Listing, ...] = ()
    declares: Declares | None = None
    entries: tuple[Entry, ...] = ()
    slots: tuple[Slot, ...] = ()
    texts: dict[Part, Text]
    calls: tuple[Call, ...]
    points: tuple[Point, ...] = ()  # none: a hook point is known by being asked for
    questions: tuple[Question, ...] = ()
    plumbing: tuple[Plumbing, ...] = ()
    header: str = ""  # what every new file begins with
    width: int = 88  # of a line, where an import is broken

    def carries(self, kind: HookKind, space: Space) -> bool:
        """Whether a descriptor of this dialect can say that kind of thing under a key of that space."""
        return kind in self.kinds and space in self.spaces

    def call(self, kind: HookKind, space: Space) -> Call | None:
        """Return how shared code asks for that kind of thing, by a key of that space."""
        fitting = [call for call in self.calls if call.kind is kind and call.space in {None, space}]
        return max(fitting, key=lambda call: call.space is not None, default=None)

    def point(self, kind: HookKind) -> Point | None:
        """Return how a hook point of that kind is declared; None where it need not be."""
        return next((point for point in self.points if point.kind is kind), None)

    def file(self, subsystem: str) -> OwnerFile:
        """Return the file of an owner in which what a branch of that subsystem says goes."""
        files = [file for file in self.owner.files if file.part is not Part.INIT and not file.moves]
        return next((file for file in files if subsystem in file.subsystems), next(file for file in files if not file.subsystems))

    @property
    def is_keyed(self) -> bool:
        """Whether each hook is registered for its own keys: several keys of one model may then share its package."""
        return Part.DECORATOR in self.texts

    @property
    def founding(self) -> Plumbing | None:
        """The plumbing that brings the registry itself to a tree that has none; None where a target must have one."""
        return next((plumbing for plumbing in self.plumbing if plumbing.seat), None)

    def place(self, subsystem: str) -> OwnerFile:
        """Return the file of an owner in which a definition out of that subsystem goes whole."""
        return next((file for file in self.owner.files if file.moves), self.file(subsystem))
