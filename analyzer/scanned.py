"""What goes into an analysis and what comes out of it, as frozen values that are kept in the cache."""

from dataclasses import dataclass

from .inventory import Finding, Registration, Site, Suppression, Unread, Zone


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
