"""`--names FILE`: names that are known beside those that ship."""

from pathlib import Path

import click


def _bytes(_context: click.Context, _option: click.Parameter, file: Path | None) -> bytes:
    return b"" if file is None else file.read_bytes()


names = click.option(
    "--names",
    "more",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    callback=_bytes,
    help="Know the model types and classes of a JSON file as well.",
)
