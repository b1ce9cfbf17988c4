"""The Python files of a tree, by whose they are, as frozen values."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFile:
    """One file that a model owns."""

    path: str
    role: str
    lines: int  # physical lines, as `wc -l` counts them


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """The files that one model owns, and what they call it."""

    model: str  # as the folder or file spells it
    at: tuple[str, ...]  # its folders and single files
    files: tuple[OwnFile, ...]
    classes: tuple[str, ...]  # defined in them
    types: tuple[str, ...]  # the `model_type` of classes in them


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """One file that everybody shares."""

    path: str
    subsystem: str
    lines: int  # physical lines, as `wc -l` counts them


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """The Python files of a target, ignored ones left out."""

    homes: tuple[Home, ...]
    common: tuple[Common, ...]
