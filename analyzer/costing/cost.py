"""What each model, shared file and subsystem costs, as frozen values."""

from dataclasses import dataclass

from ..inventory import Registration, Unread
from .files import OwnFile
from .places import Place

PACKAGE = "package"  # the role of `__init__.py`, which no total of a model holds


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleLines:
    """The lines of one model's own files of one role."""

    role: str
    files: int
    lines: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """The places of one shared file that name one model."""

    path: str
    subsystem: str
    places: tuple[Place, ...]

    @property
    def written(self) -> bool:
        """True if a name stands here; else the file only asks what is named elsewhere."""
        return not all(place.follows for place in self.places)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCost:
    """What one model costs: a wrapper and the types inside that are spelled like it are one model."""

    model: str
    spelled: tuple[str, ...]  # all names of it that shared code spells
    at: tuple[str, ...]  # its own folders and single files
    files: tuple[OwnFile, ...]
    roles: tuple[RoleLines, ...]  # in the order of the settings' roles that have files
    lines: int  # of its own files, `__init__.py` left out
    touched: int  # shared files that spell its name
    places: int  # where its name is written
    follow: int  # where what is written elsewhere is asked
    decisions: int
    shared: tuple[Touched, ...]
    families: tuple[str, ...]  # names that stand for its family somewhere, and so perhaps for it


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyCost:
    """A name that stands for a family: a prefix, a part of a name, part of an identifier, a model that nobody knows exactly."""

    family: str
    spelled: tuple[str, ...]
    models: tuple[str, ...]  # that are spelled so, and may be meant
    places: int
    shared: tuple[Touched, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One place to look at for one more model, and the lines on which the model that it is like stands."""

    place: Place
    beside: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sibling:
    """What one more model like a known one would touch."""

    model: str
    steps: tuple[Step, ...]  # where a name has to be written
    follow: tuple[Place, ...]  # what then goes by itself
    families: tuple[FamilyCost, ...]  # tests and definitions for the family: do they mean the new one, too?
    skeleton: tuple[OwnFile, ...]
    registrations: tuple[Registration, ...]  # that the model's own files make


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How large a shared file or subsystem is, and how much of it goes by names."""

    files: int  # that name a model
    lines: int
    decisions: int
    places: int  # sites; registrations are not among them
    models: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FileCost:
    """One shared file that names models."""

    path: str
    subsystem: str
    models: tuple[str, ...]
    families: tuple[str, ...]
    now: Size
    before: Size | None  # None where nothing was compared with, or the file did not exist


@dataclass(frozen=True, slots=True, kw_only=True)
class SubsystemCost:
    """One part of the shared code."""

    subsystem: str
    all_files: int  # shared files of it, with names or without
    all_lines: int
    now: Size  # of its files that name a model
    before: Size | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What models cost in one tree."""

    target: str
    revision: str | None
    preset: str
    against: str | None
    models: tuple[ModelCost, ...]  # the most touched first
    families: tuple[FamilyCost, ...]
    strangers: tuple[str, ...]  # what stands among names and is no model's: `default`
    files: tuple[FileCost, ...]
    subsystems: tuple[SubsystemCost, ...]
    like: Sibling | None  # what one more model like one of these would touch, where that was asked
    mean: float  # shared files that spell a model which has a folder of its own
    median: float
    unread: tuple[Unread, ...]
