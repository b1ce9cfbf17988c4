"""What a contract asks of one file, as frozen values: what it imports and when, what it defines, which tables it holds, what it calls."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """One import, or a text that names a module: `importlib` may be handed it."""

    target: str  # absolute dotted name, of a module or of a name in one
    line: int
    eager: bool  # runs when the file is imported; False: in a function, under a main guard
    typing_only: bool = False
    guarded: bool = False  # in a `try` that may catch its failure
    local: str = ""  # the name that it binds
    is_text: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """How a function may be called."""

    name: str  # `Class.method` for a method, without self
    line: int
    least: int  # positional arguments that it must get
    most: int | None  # that it may get; None: any number
    must: tuple[str, ...] = ()  # keyword arguments that it must get

    def takes(self, positional: int) -> bool:
        """Whether it can be called with so many positional arguments, and nothing else."""
        return self.least <= positional and (self.most is None or positional <= self.most) and not self.must


@dataclass(frozen=True, slots=True, kw_only=True)
class Class:
    """A class at the top level."""

    name: str
    line: int
    bases: tuple[str, ...]  # as they are spelled


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of a table at the top level."""

    table: str
    key: str
    line: int
    texts: tuple[str, ...]  # in its value
    value: str  # the dotted name that is its value, or empty


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A call of something that the dialect knows: by its last name."""

    name: str
    line: int
    texts: tuple[str, ...]  # its positional arguments; empty for one that is no text
    positional: int | None  # how many; None: one is starred
    given: tuple[tuple[str, str, tuple[str, ...]], ...]  # keyword, key in its dict or empty, names in the value


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """`table[key]`, with a key that is not written there."""

    table: str  # the last name of what is subscripted
    line: int
    guarded: bool  # in a `try`, or in a function or block that tests `key in table`


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """The lines of one of several alternatives."""

    statement: int  # number of the `if` or `try` in the file
    number: int
    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One file."""

    path: str
    name: str  # dotted
    package: bool  # it is an `__init__`
    imports: tuple[Imported, ...] = ()
    names: frozenset[str] = frozenset()  # bound at the top level
    open: bool = False  # a star import, `__getattr__` or `globals()`: it may have any name
    functions: tuple[Signature, ...] = ()
    classes: tuple[Class, ...] = ()
    entries: tuple[Entry, ...] = ()
    calls: tuple[Called, ...] = ()
    lookups: tuple[Looked, ...] = ()
    stores: frozenset[str] = frozenset()  # last names of what is filled by item, `update` or `setdefault`
    arms: tuple[Arm, ...] = ()
    later: tuple[tuple[int, int], ...] = ()  # first and last lines of the bodies of functions
    by_name: bool = False  # it imports modules by name
    walks: bool = False  # it imports all modules of a package that it finds
    runs: bool = False  # it has a main guard

    def function(self, name: str) -> Signature | None:
        """Return a function or method of the file."""
        return next((function for function in self.functions if function.name == name), None)

    def is_later(self, line: int) -> bool:
        """Whether a line runs when a function is called, and not when the file is imported."""
        return any(first <= line <= last for first, last in self.later)

    def exclude(self, one: int, other: int) -> bool:
        """Whether two lines lie in different alternatives, so that only one of them runs."""
        mine = {arm.statement: arm.number for arm in self.arms if arm.first <= one <= arm.last}
        return any(arm.first <= other <= arm.last and mine.get(arm.statement, arm.number) != arm.number for arm in self.arms)
