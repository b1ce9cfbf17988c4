"""What a scan finds, as frozen values: sites, registrations, findings, and what could not be read."""

from dataclasses import dataclass
from enum import StrEnum

from ..registry.space import Space


class Kind(StrEnum):
    """What sort of place a site is."""

    COMPARE = "compare"
    MEMBERSHIP = "membership"
    AFFIX = "affix"
    SUBSTRING = "substring"
    REGEX = "regex"
    MATCH = "match"
    CLASSCHECK = "classcheck"
    PREDICATE = "predicate"
    FLAG = "flag"
    FLAG_USE = "flag-use"
    TABLE = "table"
    TABLE_USE = "table-use"
    NAMESET = "nameset"
    PER_MODEL_DEF = "per-model-def"
    REACH_IN = "reach-in"


class Zone(StrEnum):
    """Who owns a file: everybody, one model, nobody to be edited, or nobody at all."""

    SHARED = "shared"
    MODEL = "model"
    FROZEN = "frozen"
    IGNORED = "ignored"


class Role(StrEnum):
    """What the decision of a site is to the code around it."""

    IF = "if"
    ELIF = "elif"
    TERNARY = "ternary"
    GUARD = "guard"
    BOOLEAN = "boolean"
    ASSERT = "assert"
    WHILE = "while"
    COMPREHENSION = "comprehension"
    ASSIGNMENT = "assignment"
    MATCH = "match"
    NONE = "none"


class Confidence(StrEnum):
    """How the subject was recognised: spelled right there, followed to its source, or judged by the names beside it."""

    EXACT = "exact"
    LINKED = "linked"
    INFERRED = "inferred"


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """One place that decides by, or is keyed by, a model's name.

    Lines and columns are 1-based, columns in code points; the span is that of the leaf (the comparison, call or use;
    for a table or name set from the statement's first line to the literal's end; for a def its header), never a body.
    """

    id: str  # 16 hex digits; survives moves, reformatting and line shifts
    rule: str  # NB101 …
    kind: Kind
    op: str  # ==, !=, is, in, not in, startswith, … ; `def`, `import`, `truth` where nothing is compared
    path: str  # POSIX, relative to the target's root
    line: int
    column: int
    end_line: int
    end_column: int
    lines: int  # physical lines of what hangs on it
    unit: str  # digest of the unit that holds it
    subject: str  # source text, white space collapsed
    origin: str | None  # what carries the name, aliases followed
    space: Space
    names: tuple[str, ...]  # in source order, constants expanded
    constant: str | None  # dotted name of the constant or table that holds the names
    scope: str  # enclosing qualified name, `<module>` at top level
    zone: Zone
    subsystem: str
    decision: str  # 16 hex digits, shared by all leaves of one test
    chain: str | None  # 16 hex digits, shared by the arms of one chain
    arm: int | None  # from 0
    role: Role
    confidence: Confidence
    via: tuple[str, ...]  # hops, each `path:line`


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """One key put into a registry."""

    key: str
    space: Space
    registry: str
    owner: str
    path: str
    line: int
    form: str  # decorator, call, entry, item-store, class-attribute, method-on-owner


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something worth a word that is not drift: audit and hygiene."""

    rule: str
    path: str
    line: int
    places: tuple[str, ...]  # further places, each `path:line`
    witness: str | None
    names: tuple[str, ...]
    message: str
    confidence: Confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppression:
    """One comment that says what is intended (`keep`) or owed (`todo`): a fact of its file, whatever it covers."""

    path: str
    line: int  # of the comment
    column: int
    first: int  # the lines it covers: a whole test, never a body
    last: int
    word: str  # keep, todo, or what stands there instead
    rules: tuple[str, ...]
    reason: str
    issue: str | None
    until: str | None  # as it is written


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A file, or a part of one, that could not be read: reported as NB905, never silently clean."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Inventory:
    """Everything one scan found in one tree, sorted."""

    target: str  # as the user named it
    revision: str | None  # full commit id where the target is a revision
    preset: str
    files: int  # Python files looked at
    units: int  # units that LibCST parsed, now or in an earlier run
    sites: tuple[Site, ...]
    registrations: tuple[Registration, ...]
    findings: tuple[Finding, ...]
    unread: tuple[Unread, ...]
    suppressions: tuple[Suppression, ...] = ()

    @property
    def complete(self) -> bool:
        """True if every file was read."""
        return not self.unread
