"""`--order FILE`: which models come first."""

from pathlib import Path

import click


def _models(_context: click.Context, _option: click.Parameter, file: Path | None) -> tuple[str, ...]:
    if file is None:
        return ()
    from ...codemods.ordering.reading import order as models  # noqa: PLC0415  `--help` needs none of these

    try:
        return models(file.read_bytes())
    except ValueError as error:
        raise click.BadParameter(f"{file}: {error}") from error


order = click.option(
    "--order",
    "order",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    callback=_models,
    help="Take the models in the order of FILE, which names one a line; by default in that of --model, and else the easiest first.",
)
