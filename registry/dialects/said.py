"""What one descriptor says, as frozen values: hooks, facts, capabilities and sections under its keys."""

from msgspec import Struct


class Hook(Struct, frozen=True, kw_only=True):
    """A hook function: the body is its source, not indented."""

    name: str
    body: str
    parameters: tuple[str, ...] = ()  # after the context, with annotations where there are any
    returns: str = ""  # annotation
    doc: str = ""  # a literal, with its quotes
    imports: tuple[str, ...] = ()
    takes_context: bool = True
    role: str = ""  # of the file it goes to; empty: the descriptor's


class Fact(Struct, frozen=True, kw_only=True):
    """A fact or a capability: its value or state and its reason are expressions, as they are to stand."""

    name: str
    value: str
    reason: str = ""
    role: str = ""  # of the file it goes to; empty: the descriptor's
    comments: tuple[str, ...] = ()  # that stand above it, each with its `#`


class Section(Struct, frozen=True, kw_only=True):
    """A section of a descriptor, and its fields with their values."""

    name: str
    type: str
    fields: tuple[tuple[str, str], ...]


class Said(Struct, frozen=True, kw_only=True):
    """Everything that one descriptor says."""

    model: str
    keys: tuple[str, ...]
    title: str = ""
    hooks: tuple[Hook, ...] = ()
    bindings: tuple[tuple[str, tuple[str, ...]], ...] = ()  # hook point, and the functions in their order
    facts: tuple[Fact, ...] = ()
    capabilities: tuple[Fact, ...] = ()
    sections: tuple[Section, ...] = ()
