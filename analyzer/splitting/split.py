"""Evidence for splitting models from shared code, as frozen values."""

from dataclasses import dataclass

from ..costing.cost import Cost
from .arrival import Arrival

ATTENDANT = "attendant"  # a kind of item beside those of sites: a function that only runs for one model


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One place of shared code that belongs to models."""

    path: str
    line: int
    end_line: int
    kind: str  # as of a site, or `attendant`
    subject: str
    scope: str
    names: tuple[str, ...]  # as they are spelled
    models: tuple[str, ...]  # whose they are
    decision: str | None  # None of what decides nothing: a definition, an import
    first: int  # the first line that would leave the file with it: its own, or that of a decorator
    lines: int  # how many physical lines would, from there on
    quote: tuple[str, ...]  # source lines from `line` on


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedFile:
    """One shared file, the items in it, and what a split leaves of it."""

    path: str
    lines: int  # physical lines, as `wc -l` counts them
    before: int | None  # the same at the earlier revision; None where nothing was compared with, or it was not there
    decisions: int
    decisions_before: int | None
    leaving: int  # physical lines that belong to models
    asking: int  # lines that come in their place: one lookup a decision
    items: tuple[Item, ...]

    @property
    def after(self) -> int:
        """The lines of the file after a split."""
        return self.lines - self.leaving + self.asking


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The evidence in one subsystem."""

    subsystem: str
    decisions: int
    files: tuple[SharedFile, ...]  # the most lines that would leave first


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One file of a model's own folder, as the dialect lays it out."""

    role: str
    path: str  # $package stands for the model
    subsystems: tuple[str, ...]  # whose branches go there; of the file that takes the rest none


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What one model needs to run that does not lie with it."""

    model: str
    at: tuple[str, ...]  # its own folders and files
    lines: int  # physical lines of its own files
    items: tuple[tuple[str, Item], ...]  # each with the path it would move to, empty where no dialect says
    alone: int  # items that name no other model
    gains: int  # physical lines that would come to it: those of `alone`, and one for each entry that it shares


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """The whole evidence."""

    target: str
    revision: str | None
    date: str  # of the commit, ISO 8601; empty where the target has none
    preset: str
    against: str | None
    cost: Cost
    layout: tuple[Slot, ...]
    groups: tuple[Group, ...]  # the most decisions first
    needs: tuple[Need, ...]  # in the order in which pull requests are suggested
    joined: tuple[str, ...]  # models with a folder of their own that the earlier revision does not have
    arrivals: tuple[Arrival, ...]  # commits that brought a model; of an archive or a folder none

    @property
    def files(self) -> tuple[SharedFile, ...]:
        """All shared files with evidence, the most lines that would leave first."""
        found = (file for group in self.groups for file in group.files)
        return tuple(sorted(found, key=lambda file: (-file.leaving, file.path)))
