"""`--dep ARCHIVE|FOLDER|PACKAGE`: libraries that the target stands on, to read as well."""

import click

dep = click.option(
    "--dep",
    "dependencies",
    multiple=True,
    metavar="ARCHIVE|FOLDER|PACKAGE",
    help="Read what this library holds, too: its modules, its tables. May be given several times.",
)
