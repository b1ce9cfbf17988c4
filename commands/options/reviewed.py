"""`--plan FILE`: a plan that was reviewed, as `namebranch plan --format json` printed it."""

from pathlib import Path

import click

from .arguments import Decorator


def _bytes(_context: click.Context, _option: click.Parameter, file: Path | None) -> bytes | None:
    return None if file is None else file.read_bytes()


def reviewed(help_text: str) -> Decorator:
    """Return the option `--plan`; *help_text* says what the verb does with it."""
    kind = click.Path(exists=True, dir_okay=False, path_type=Path)
    return click.option("--plan", "plan", metavar="FILE", type=kind, callback=_bytes, help=help_text)
