"""What a migration would come to, as values: what moves, what stays, and each file before and after."""

from dataclasses import dataclass

from .ordering.stack import Stack
from .planning.plan import Migration
from .templating.families import Family


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """One file, before and after; *before* is None where it is new."""

    path: str
    before: bytes | None
    after: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a migration would come to."""

    target: str
    revision: str | None
    migration: Migration
    files: tuple[Rewritten, ...]
    unread: tuple[str, ...]
    notes: tuple[str, ...] = ()  # to be said beside it
    moves: "Preview | None" = None  # of definitions, which go before the branches
    stack: Stack | None = None  # all steps in their order
    families: tuple[Family, ...] | None = None  # what several descriptors say alike; None: nobody asked

    def lines(self, file: Rewritten) -> tuple[int, int]:
        """Return how many lines leave a file, and how many come."""
        import difflib  # noqa: PLC0415  few need it

        old, new = (file.before or b"").splitlines(), file.after.splitlines()
        gone = come = 0
        for op, first, last, begin, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            gone, come = (gone, come) if op == "equal" else (gone + last - first, come + end - begin)
        return gone, come
