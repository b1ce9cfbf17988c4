"""`--names FILE|A..B`: names that are known beside those that ship, or two releases to compare."""

from pathlib import Path

import click

BETWEEN = ".."


def pair(text: str) -> tuple[str, str] | None:
    """Return the two sides of `A..B`; None for anything else, such as a path that exists and has dots in it."""
    old, dots, new = text.partition(BETWEEN)
    is_two = bool(dots and old and new) and not old.endswith("/")
    return (old, new) if is_two and not Path(text).exists() else None


def _taken(context: click.Context, option: click.Parameter, text: str | None) -> bytes:
    sides = None if text is None else pair(text)
    context.params["between"] = sides
    if text is None or sides is not None:
        return b""
    file: Path = click.Path(exists=True, dir_okay=False, path_type=Path).convert(text, option, context)
    return file.read_bytes()


names_or_between = click.option(
    "--names",
    "more",
    metavar="FILE|A..B",
    callback=_taken,
    help="Know the names of a JSON file as well; or say what changes between two releases of transformers (5.16..5.23, or two archives).",
)
