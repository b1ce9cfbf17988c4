"""What goes into an analysis and what comes out of it, as frozen values that are kept in the cache."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from .inventory import Finding, Registration, Site, Suppression, Unread, Zone


class Depth(StrEnum):
    """How much is read of a file that one model owns; all other files are always read whole."""

    BEARING = "bearing"  # what may bear on shared code: enough for all that is found there
    WHOLE = "whole"  # whatever names a model: for what is found in such files themselves

    @classmethod
    def of(cls, zones: Iterable[str]) -> Self:
        """Return how much is to be read where sites of *zones* are asked for; of shared code if none is named."""
        return cls.WHOLE if Zone.MODEL in zones else cls.BEARING


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What depends on nothing but the files, the settings and the tool's own code."""

    units: int
    sites: tuple[Site, ...]
    registrations: tuple[Registration, ...]
    findings: tuple[Finding, ...]
    unread: tuple[Unread, ...]
    suppressions: tuple[Suppression, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file and where it belongs."""

    path: str
    data: bytes
    digest: bytes
    zone: Zone
    owner: str | None  # the model that owns it
    subsystem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a file belongs."""

    zone: Zone
    owner: str | None  # the model that owns it
    subsystem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """What was read of a target."""

    files: tuple[File, ...]
    unread: tuple[Unread, ...]
    mentioned: frozenset[str] = frozenset()  # what its tests call models
    depth: Depth = Depth.WHOLE
