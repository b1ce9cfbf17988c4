"""Which releases of its dependencies a target allows: its metadata, pyproject.toml, setup.py, setup.cfg and requirements files."""

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from configparser import ConfigParser
from configparser import Error as ConfigError
from typing import Any, TypeAlias

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from ..reading.source import Source
from .trees import tree_of

Allowed: TypeAlias = Mapping[str, tuple[SpecifierSet, ...]]
"""Distribution (its canonical name) → what it may be: one of these alternatives; none where it comes from an address, so that nobody knows."""

_FILE = re.compile(
    r"(?:[^/]+\.dist-info/METADATA|PKG-INFO|pyproject\.toml|setup\.py|setup\.cfg|(?:requirements/)?[\w.-]*requirements[\w.-]*\.txt)"
)
_REPOSITORY = re.compile(r"git\+\S+/([\w.-]+?)(?:\.git)?(?:[@#]\S*)?$")
_METADATA, _PROJECT = ("METADATA", "PKG-INFO"), "pyproject.toml"


def requirements(source: Source) -> Allowed:
    """Return what the target requires. Where it requires a library always, what its extras say of it narrows nothing."""
    always: dict[str, SpecifierSet] = {}
    elsewhere: set[str] = set()
    extras: defaultdict[str, dict[SpecifierSet, None]] = defaultdict(dict)
    for text in _spelled(source):
        try:
            wanted = Requirement(text)
        except InvalidRequirement:
            elsewhere.update(map(canonicalize_name, _REPOSITORY.findall(text)))
            continue
        name = canonicalize_name(wanted.name)
        if wanted.url is not None:
            elsewhere.add(name)
        elif wanted.marker is not None and "extra" in str(wanted.marker):
            extras[name][wanted.specifier] = None
        else:
            always[name] = always.get(name, SpecifierSet()) & wanted.specifier
    found = {name: tuple(each) for name, each in extras.items()} | {name: (one,) for name, one in always.items()}
    return found | dict.fromkeys(elsewhere, ())


def _spelled(source: Source) -> Iterator[str]:
    """The requirements of the files that say the most: metadata of a built package alone, else all that lie at the root."""
    files = {path: data for path in source.paths() if _FILE.fullmatch(path) and (data := source.one(path)) is not None}
    built = [data for path, data in files.items() if path.endswith(_METADATA)]
    if built:
        yield from (line for data in built for line in re.findall(r"^Requires-Dist:\s*(.+?)\s*$", _text(data), re.MULTILINE))
        return
    for path, data in files.items():
        yield from _of_file(path.rpartition("/")[2], _text(data))


def _of_file(name: str, text: str) -> Iterable[str]:
    if name == _PROJECT:
        return _project(text)
    if name == "setup.cfg":
        return _config(text)
    if name == "setup.py":
        return _script(text)
    return (line.partition(" #")[0].strip() for line in text.splitlines() if line.strip() and line.lstrip()[0] not in "#-")


def _project(text: str) -> Iterator[str]:
    try:
        whole: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    project = whole.get("project", {})
    poetry = whole.get("tool", {}).get("poetry", {}).get("dependencies", {})
    yield from (f"{name}{_poetic(value)}" for name, value in poetry.items())
    yield from (each for each in project.get("dependencies", ()) if isinstance(each, str))
    for extra, held in project.get("optional-dependencies", {}).items():
        yield from (_with_extra(each, extra) for each in held if isinstance(each, str))


def _poetic(value: object) -> str:
    """A requirement as Poetry spells it: `^4.40` is `>=4.40,<5`, `~4.40` is `~=4.40.0`."""
    version = value.get("version", "") if isinstance(value, dict) else value
    text = version.strip() if isinstance(version, str) else ""
    if text.startswith("^"):
        return f">={text[1:]},<{int(text[1:].partition('.')[0]) + 1}" if text[1:2].isdigit() else ""
    if text.startswith("~") and not text.startswith("~="):
        return f"~={text[1:]}.0" if text.count(".") == 1 else f"~={text[1:]}"
    return "" if text == "*" else f"=={text}" if text[:1].isdigit() else text


def _config(text: str) -> Iterator[str]:
    parser = ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except ConfigError:
        return
    yield from parser.get("options", "install_requires", fallback="").splitlines()
    if parser.has_section("options.extras_require"):
        for extra, held in parser.items("options.extras_require"):
            yield from (_with_extra(line, extra) for line in held.splitlines() if line.strip())


def _script(text: str) -> Iterator[str]:
    """The strings of a setup.py that require something of a version; which list they stand in is not asked."""
    tree = tree_of(text.encode())
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.match(r"[\w.-]+(\[[\w,]+\])?\s*[<>=!~]=", node.value):
            yield _with_extra(node.value, "any")


def _with_extra(text: str, extra: str) -> str:
    return f"{text} and extra == {extra!r}" if ";" in text else f"{text}; extra == {extra!r}"


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
