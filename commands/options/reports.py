"""`--report KIND=PATH`: a further copy of the result, in a file."""

from dataclasses import dataclass
from pathlib import Path

import click


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One file to write beside what goes to stdout: which format, and where."""

    format: str
    path: Path


def parse(value: str) -> Report:
    """Return KIND=PATH as a Report. Whether there is such a format is judged by who renders it.

    Raises:
        click.BadParameter: *value* has another form.

    """
    kind, _, path = value.partition("=")
    if not (kind and path):
        raise click.BadParameter(f"{value!r} is not KIND=PATH, for example json=names.json")
    return Report(format=kind, path=Path(path))


reports = click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="KIND=PATH",
    callback=lambda _context, _option, values: tuple(parse(value) for value in values),
    help="Also write the result to PATH as KIND; repeatable.",
)
