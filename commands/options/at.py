"""`--at PATH[:LINE]`, repeatable: which sites are meant; the id of a site does as well."""

import click

at = click.option("--at", "at", multiple=True, metavar="PATH[:LINE]", help="The sites there; repeatable. The id of a site does as well.")
