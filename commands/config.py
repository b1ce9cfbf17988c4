"""Show the configuration that holds for a target, and where each value is from."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from . import _terminal as terminal
from . import options

if TYPE_CHECKING:
    from ..analyzer.settings.load import Loaded


class Asked(TypedDict):
    """What `config show` was asked besides its target."""

    revision: str | None
    config_file: Path | None
    origin: bool
    format_name: str
    quiet: bool
    verbose: int


@click.group()
def config() -> None:
    """Show the configuration that holds for a target."""


@config.command("show")
@options.target
@options.revision
@options.config
@click.option("--origin", is_flag=True, help="Say above each value where it is from.")
@options.formats("toml", "json", default="toml")
@options.loudness
@options.exit_zero
def _show(target: str, **asked: Unpack[Asked]) -> int:
    """Print all settings that hold for TARGET; the output is a configuration file with the same meaning."""
    from ..analyzer.reading.target import open_target  # noqa: PLC0415  the help of all verbs is printed without it
    from ..analyzer.settings.load import load, said, stands_in  # noqa: PLC0415  as above

    source = open_target(target, revision=asked["revision"], cwd=Path.cwd())
    loaded = load(source, asked["config_file"], trusted=stands_in(source.target, source.revision, Path.cwd()))
    if not asked["quiet"]:
        for words in said(loaded):
            terminal.say(words)
    terminal.put(as_json(loaded) if asked["format_name"] == "json" else as_toml(loaded, origin=asked["origin"]))
    return 0


def as_toml(loaded: "Loaded", *, origin: bool) -> str:
    """Return the settings as TOML, with their origins as comments if wanted."""
    from ..analyzer.settings.writing import to_toml  # noqa: PLC0415  as above
    from ..reports.escape import visible  # noqa: PLC0415  as above

    known = {entry.key: entry.where for entry in loaded.origins}

    def note(key: str) -> tuple[str, ...]:
        return () if key.startswith("[") else (f"# {visible(known.get(key, 'default'))}",)

    return to_toml(loaded.settings, note=note) if origin else to_toml(loaded.settings)


def as_json(loaded: "Loaded") -> str:
    """Return one document: the settings, where each value is from, and why the preset was chosen."""
    from ..analyzer.settings.writing import plain  # noqa: PLC0415  as above
    from ..reports.escape import safe_json  # noqa: PLC0415  as above

    document = {
        "preset": loaded.preset.preset,
        "because": loaded.preset.because,
        "file": loaded.file,
        "notes": loaded.notes,
        "settings": plain(loaded.settings),
        "origins": {origin.key: origin.where for origin in loaded.origins},
    }
    return safe_json(json.dumps(document, ensure_ascii=False, indent=2)) + "\n"
