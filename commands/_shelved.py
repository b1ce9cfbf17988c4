"""A group of verbs that lie on a shelf: only the one that is asked for is imported."""

from types import ModuleType

import click

from ..registry import shelf

NEAR = 60.0  # of 100: how alike an unknown verb must be to one that exists, to be proposed


class Shelved(click.Group):
    """The verbs of one folder, `verbs`, each in a file of its name."""

    verbs: ModuleType

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        """Return the names of the verbs, by their files."""
        return list(shelf.names(self.verbs))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the verb and return it, or None if there is none of that name."""
        return shelf.take(self.verbs, cmd_name, click.Command) if cmd_name in self.list_commands(ctx) else None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb that the first argument names; an unknown one fails with the nearest."""
        if args[0] not in self.list_commands(ctx):
            ctx.fail(f"there is no verb {args[0]!r}{nearest(args[0], self.list_commands(ctx))}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write each verb with the first line of its file's docstring, importing none."""
        lines = [(name, shelf.headline(self.verbs, name)) for name in self.list_commands(ctx)]
        if lines:
            with formatter.section("Verbs"):
                formatter.write_dl(lines)


def nearest(word: str, known: list[str]) -> str:
    """Return "; did you mean …?" with the known word most like *word*, or nothing if none is like it."""
    from rapidfuzz import process  # noqa: PLC0415  only a mistake needs it

    found = process.extractOne(word, known, score_cutoff=NEAR)
    return f"; did you mean {found[0]!r}?" if found else ""
