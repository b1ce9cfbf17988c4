"""Write what people read: the tracking issue, a pull request's text, how to add a model, and more."""

import click

from . import reporting
from ._shelved import Shelved


class _Reports(Shelved):
    verbs = reporting


@click.group(cls=_Reports, subcommand_metavar="REPORT [ARGS]...")
def report() -> None:
    """Write what people read, from facts: the tracking issue, a pull request's text, how to add a model, and more.

    `namebranch report REPORT --help` says what each takes. Nothing is written into the target but what --write names.
    """
