"""What there is to say of one site, as frozen values: what it is, how its name comes there, what it decides, and since when."""

from dataclasses import dataclass
from enum import StrEnum

from ..inventory import Site, Suppression, Unread
from ..judging.destination import Destination
from ..judging.notes import Note
from ..reaching.reach import Reach


class Join(StrEnum):
    """How a clause is made of its parts."""

    TEST = "test"  # it has none: one comparison or reference, or text that is neither
    ALL = "all"
    ANY = "any"
    NOT = "not"
    EVERY = "for every"  # `all(… for … in …)`
    SOME = "for some"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A decision, or a part of one, in words: `cfg.model_type` `is one of` `jamba, mamba`."""

    join: Join
    subject: str = ""  # source text; where *verb* is empty, the whole test
    verb: str = ""
    names: tuple[str, ...] = ()
    through: str | None = None  # dotted name of the constant, flag or predicate that holds the names
    site: str | None = None  # id, if it is one
    line: int = 0  # in its file; 0 where it has parts
    parts: tuple["Clause", ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """One arm of a chain."""

    arm: int  # from 0
    line: int
    lines: int  # physical lines of what hangs on it
    test: Clause
    names: tuple[str, ...]  # that its test asks for
    here: bool  # the site stands in it


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """A decision that is known to have come out one way wherever the site is reached."""

    line: int
    holds: bool
    test: Clause  # what is true there: the opposite of the decision, where that does not hold
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLine:
    """One line of a file, as it is written."""

    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """Another place that lists some of the same names."""

    what: str  # membership, nameset, table, …; `registry`
    path: str
    line: int
    subject: str  # what is tested, or the name of the constant or registry
    same: tuple[str, ...]
    only_here: tuple[str, ...]
    only_there: tuple[str, ...]
    site: str | None  # id

    @property
    def equal(self) -> bool:
        """Whether both list the same."""
        return not (self.only_here or self.only_there)


class Lists(StrEnum):
    """What the list of a site is, that others are compared with."""

    SITE = "site"  # its own names
    DECISION = "decision"  # those of all tests of the same subject in its decision


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """Where else the names of a site are listed, the most alike first; and who else asks through the same constant."""

    names: tuple[str, ...]  # that were looked for
    lists: Lists
    others: tuple[Likeness, ...]
    users: tuple[SourceLine, ...]


class Event(StrEnum):
    """What a commit did to a site."""

    INTRODUCED = "introduced"
    WIDENED = "widened"
    NARROWED = "narrowed"
    MOVED = "moved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One commit that made a site what it is."""

    event: Event
    commit: str  # full id; nothing where it is not committed yet
    date: str  # ISO 8601; likewise
    subject: str
    pull_request: int | None
    path: str  # where it lay after that
    added: tuple[str, ...]
    removed: tuple[str, ...]
    by: str | None  # the constant that changed, where the names come through one
    was: str | None  # moved: `path scope` before


@dataclass(frozen=True, slots=True, kw_only=True)
class Ancestry:
    """How a site came to be what it is, the newest change first."""

    changes: tuple[Change, ...]
    commits: int  # that touched its files and were looked at
    missing: str | None  # why its beginning is not among them

    @property
    def introduced(self) -> Change | None:
        """The change that it began with."""
        return next((change for change in self.changes if change.event is Event.INTRODUCED), None)

    @property
    def widened(self) -> Change | None:
        """The last change by which it asked for more names."""
        return next((change for change in self.changes if change.event is Event.WIDENED), None)


class Stands(StrEnum):
    """What `check` would say of a site."""

    ACCEPTED = "accepted"  # in the baseline as it is
    NEW = "new"
    WIDENED = "widened"
    CHANGED = "changed"  # narrowed or moved: passes, and the baseline is to be renewed
    KEPT = "kept"  # a comment says that it is intended
    OWED = "owed"  # a comment says that it is debt
    NOT_GATED = "not gated"  # of another zone, inferred, or of a rule that is not selected


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What people said of a site, and what `check` would say."""

    stands: Stands
    because: str
    baseline: bool  # whether there is one
    suppression: Suppression | None
    note: Note | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Takers:
    """A set of names: all that are told, or, as an exception, any string but those."""

    exception: bool  # most strings are in it: what is not tells more
    names: tuple[str, ...]  # known names that are in it; of an exception, that are not
    others: bool  # whether strings that nobody knows can be in it


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Who comes into the block behind a decision, and when."""

    takers: Takers
    when: tuple[tuple[str, bool], ...]  # source text and outcome of what is asked beside the name; of several cases the shortest
    more: int  # further cases with the same takers


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """Who takes what a site decides, whoever spelled it."""

    test: Reach  # the site alone
    takers: Takers  # of the test; where something else decides as well, in the case in which the fewest take it
    cases: tuple[Block, ...]  # who takes the test, and when: several where something else decides as well
    unspelled: tuple[str, ...]  # surprises: names that are told of the takers and that the test does not spell
    siblings: tuple[str, ...]  # kin of what it spells that it leaves out
    blocks: tuple[Block, ...]  # earlier arms and dominating guards taken off; none where the block is never reached
    behind: bool  # whether there is such a block, and others than the takers may come into it
    undecided: str | None  # why the block is not decided


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """All that there is to say of one site."""

    site: Site
    title: str  # of its rule
    why: tuple[str, ...]  # why it is a site, each a sentence without its full stop
    source: tuple[SourceLine, ...]
    hops: tuple[SourceLine, ...]  # from the use to where the name or the list comes from
    test: Clause | None  # None where nothing is tested: a definition, an import
    chain: tuple[Arm, ...]
    guards: tuple[Guard, ...]  # the innermost first
    reach: Reached | None  # None where nothing is tested
    elsewhere: Elsewhere
    standing: Standing
    ancestry: Ancestry | None  # None where nobody asked, or the target has no history
    destination: Destination | None = None  # None where no plan speaks of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """A whole answer."""

    target: str
    revision: str | None
    preset: str
    explanations: tuple[Explanation, ...]
    unread: tuple[Unread, ...]
