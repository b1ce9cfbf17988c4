"""A source in, its settings out: from `--config`, else from the tree looked at, else from the preset that fits it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..reading.source import Source
from .checking import check
from .layers import Layer, Origin, laid
from .presets import GENERIC, Choice, choose, take
from .schema import Settings
from .spelling import ConfigError, Place

OWN_FILE = "namebranch.toml"
PROJECT_FILE = "pyproject.toml"
PROJECT_TABLE = "tool.namebranch"
_COMMANDS = {"prove": ("python", "suite", "load", "inputs"), "migrate": ("formatter",)}  # keys that run code


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """The settings of a run, and all that is to be said about where they are from."""

    settings: Settings
    origins: tuple[Origin, ...]
    preset: Choice
    file: str | None  # the file that was read, as messages name it
    notes: tuple[str, ...]  # to be said on stderr


def load(source: Source, config_file: Path | None = None, *, trusted: bool = False) -> Loaded:
    """Return the settings for a source.

    Commands that run code are taken only from `config_file`, or where the source is trusted: the work tree in which
    the tool was started. Elsewhere they are dropped, with a note.

    Raises:
        ConfigError: the configuration is not valid, or names a preset that does not exist.

    """
    notes: list[str] = []
    layer = _given(config_file) if config_file is not None else _lying(source, notes)
    if layer is not None and config_file is None and not trusted:
        layer = _without_commands(layer, notes)
    choice = _named(layer) or choose(source.paths())
    above = (layer,) if layer is not None else ()
    settings, origins = laid((*_preset_layers(choice), *above))
    if layer is not None:
        check(settings, layer.name)
    return Loaded(settings=settings, origins=origins, preset=choice, file=layer.name if layer else None, notes=tuple(notes))


def said(loaded: Loaded) -> tuple[str, ...]:
    """Return the lines for stderr: the preset and why it is that one, the file, and what was not taken as it stands."""
    read = f"; settings of {loaded.file}" if loaded.file else ""
    return (f"preset {loaded.preset.preset}: {loaded.preset.because}{read}", *(f"note: {note}" for note in loaded.notes))


def stands_in(target: str, revision: str | None, cwd: Path) -> bool:
    """Tell whether a target is the work tree in which the tool was started: only that one may say which commands to run."""
    root = (cwd / target).resolve()
    return revision is None and root.is_dir() and cwd.resolve().is_relative_to(root)


def _given(file: Path) -> Layer:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror}; --config takes a TOML file") from error
    tables = _parsed(data, str(file))
    if file.name == PROJECT_FILE:
        return Layer(name=str(file), prefix=PROJECT_TABLE, tables=_table_of_project(tables, str(file)) or {})
    return Layer(name=str(file), prefix="", tables=tables)


def _lying(source: Source, notes: list[str]) -> Layer | None:
    own, project = (_bytes(source, name) for name in (OWN_FILE, PROJECT_FILE))
    table = _project_table(project, notes, sole=own is None) if project is not None else None
    if own is not None:
        if table is not None:
            notes.append(f"{OWN_FILE} is used; [{PROJECT_TABLE}] in {PROJECT_FILE} is not looked at")
        return Layer(name=OWN_FILE, prefix="", tables=_parsed(own, OWN_FILE))
    return None if table is None else Layer(name=PROJECT_FILE, prefix=PROJECT_TABLE, tables=table)


def _bytes(source: Source, path: str) -> bytes | None:
    if path not in source.paths():
        return None
    data = source.one(path)
    if data is None:
        raise ConfigError(f"{path}: it lies in {source.target} but could not be read; give another with --config FILE")
    return data


def _project_table(data: bytes, notes: list[str], *, sole: bool) -> Mapping[str, Any] | None:
    try:
        return _table_of_project(_parsed(data, PROJECT_FILE), PROJECT_FILE)
    except ConfigError as error:
        if sole and PROJECT_TABLE.encode() in data:
            raise
        notes.append(f"{error}; it holds no settings of ours, so the run goes on")
        return None


def _table_of_project(tables: Mapping[str, Any], file: str) -> Mapping[str, Any] | None:
    tool = tables.get("tool", {})
    table = tool.get("namebranch") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        raise Place(file=file, path=PROJECT_TABLE).wrong("expected table")
    return table


def _parsed(data: bytes, file: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file}: not UTF-8, at byte {error.start}") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file}: not valid TOML: {error}") from error
    except RecursionError:
        raise ConfigError(f"{file}: nested too deeply to be read") from None


def _without_commands(layer: Layer, notes: list[str]) -> Layer:
    held = {name: table for name in _COMMANDS if isinstance(table := layer.tables.get(name), dict)}
    found = [f"{name}.{key}" for name, table in held.items() for key in _COMMANDS[name] if key in table]
    if not found:
        return layer
    dropped = " and ".join(map(layer.origin, found))
    notes.append(f"{dropped}: left out, since commands are taken only from --config or the work tree you stand in")
    kept = {name: {key: value for key, value in table.items() if key not in _COMMANDS[name]} for name, table in held.items()}
    return Layer(name=layer.name, prefix=layer.prefix, tables={**layer.tables, **kept})


def _named(layer: Layer | None) -> Choice | None:
    named = layer.tables.get("preset") if layer is not None else None
    if layer is None or named is None:
        return None
    if not isinstance(named, str):
        raise Place(file=layer.name, path=layer.prefix).key("preset").wrong("expected text, the name of a preset")
    try:
        take(named)
    except ConfigError as error:
        raise ConfigError(f"{layer.origin('preset')}: {error}") from None
    return Choice(preset=named, because=f"{layer.name} names it")


def _preset_layers(choice: Choice) -> tuple[Layer, ...]:
    stacked = dict.fromkeys((GENERIC, choice.preset))
    return tuple(Layer(name=f"preset {name}", prefix="", tables=_tables(name), is_file=False) for name in stacked)


def _tables(preset: str) -> Mapping[str, Any]:
    return {"preset": preset, **take(preset).tables}
