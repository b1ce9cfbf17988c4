"""The arguments and options that mean the same for every verb, each as a click decorator."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

import click

from .._forgiveness import EXIT_ZERO

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

R = TypeVar("R")


class Decorator(Protocol):
    """Gives a verb one more option, whatever it returns."""

    def __call__(self, verb: Callable[..., R], /) -> Callable[..., R]:
        """Return *verb* with its option."""


def files(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Let a shell complete the names of files and folders."""
    from click.shell_completion import CompletionItem  # noqa: PLC0415  only a shell asks

    return [CompletionItem(incomplete, type="file")]


target = click.argument("target", default=".", metavar="[TARGET]", shell_complete=files)

revision = click.option("--rev", "revision", metavar="REV", help="Look at this revision; short for TARGET@REV.")

config = click.option(
    "--config",
    "config_file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Take the configuration from FILE instead of the target.",
)

no_cache = click.option("--no-cache", is_flag=True, help="Neither read nor write the cache of facts.")


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


jobs = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=cores,
    metavar="N",
    help="Processes to use, by default one a core; the result is the same.",
)


executor = click.option(
    "--executor",
    default="processes",
    show_default=True,
    metavar="WAY",
    help="Where to work: processes of this machine, dask for a cluster made for this run, or dask://HOST:PORT; the result is the same.",
)


def remember(context: click.Context, _option: click.Parameter, wanted: object) -> None:
    """Leave word for the front door, which turns the exit codes 1, 3 and 4 into 0."""
    context.meta[EXIT_ZERO] = bool(wanted)


exit_zero = click.option(
    "--exit-zero",
    is_flag=True,
    expose_value=False,
    callback=remember,
    help="Exit 0 whatever the answer is; errors still exit 2.",
)


def formats(*names: str, default: str) -> Decorator:
    """Return the option `--format`, which takes one of *names*."""
    choice = click.Choice(names, case_sensitive=False)
    return click.option("--format", "format_name", type=choice, default=default, show_default=True, help="How to print the result.")


def loudness(verb: Callable[..., R]) -> Callable[..., R]:
    """Give *verb* `-q` (quiet: no words on stderr but errors) and `-v` (verbose: how often it was given)."""
    verb = click.option("-v", "--verbose", count=True, help="Say more on stderr; with an internal error, the traceback.")(verb)
    return click.option("-q", "--quiet", is_flag=True, help="No words on stderr but errors.")(verb)
