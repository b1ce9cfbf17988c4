"""The front door: arguments to a verb, its answer to an exit code, and every error to a message on stderr."""

import gc
import os
import sys

import click

from . import __version__, commands
from .commands._forgiveness import EXIT_ZERO
from .commands._shelved import Shelved
from .commands.completion import VARIABLE
from .reports.escape import visible

CLEAN, ERROR, INTERRUPTED, NOBODY_READS = 0, 2, 130, 141


class Door(Shelved):
    """The verbs of the tool."""

    verbs = commands


@click.group(
    cls=Door, invoke_without_command=True, subcommand_metavar="VERB [ARGS]...", context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, "--version", prog_name="namebranch", message="%(prog)s %(version)s")
@click.pass_context
def door(context: click.Context) -> None:
    """Find the places where shared code branches on a model's name, and move them to descriptors.

    TARGET is a folder, a git work tree or repository, a wheel, a zip or a tar.gz; TARGET@REV is a revision of it.

    Exit codes: 0 clean, or no question asked; 1 the answer is no; 2 usage, configuration or tool error;
    3 housekeeping only; 4 incomplete, for example a file that could not be read.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


_YOUNG = 200_000  # objects


def main(argv: list[str] | None = None) -> int:
    """Run one verb and return its exit code; the words of an error go to stderr, never a traceback that nobody asked for."""
    arguments = sys.argv[1:] if argv is None else argv
    if argv is None:
        gc.set_threshold(_YOUNG)  # the process is ours, and what it makes is no garbage till its end: to look for it is a tenth of a scan
    try:
        if (asked := os.environ.get(VARIABLE)) is not None and argv is None:
            return completed(asked)
        return answer(arguments)
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python complains once more when it flushes at exit
        return NOBODY_READS
    except Exception as error:  # noqa: BLE001  the one place that turns errors into words
        if wants_traceback(arguments) and not is_ours(error):
            from traceback import print_exception  # noqa: PLC0415  only a bug needs it

            print_exception(error)
        click.echo("\n".join(map(visible, f"error: {wording(error)}".split("\n"))), err=True)  # messages quote paths of a target
        return ERROR


def completed(asked: str) -> int:
    """Tell a shell how the words in its variables go on; *asked* says which shell, and what it wants."""
    from click.shell_completion import shell_complete  # noqa: PLC0415  only a shell asks

    return shell_complete(door, {}, "namebranch", VARIABLE, asked)


def answer(arguments: list[str]) -> int:
    """Run the verb that *arguments* name and return its exit code."""
    try:
        with door.make_context("namebranch", list(arguments)) as context:
            code = door.invoke(context)
            forgiven = context.meta.get(EXIT_ZERO, False)
    except click.exceptions.Exit as stop:
        code, forgiven = stop.exit_code, False
    sys.stdout.flush()
    return CLEAN if forgiven and code != ERROR else int(code or CLEAN)


def wording(error: Exception) -> str:
    """Return what is wrong, where, and what to do next."""
    match error:
        case click.UsageError(ctx=click.Context(command=click.Group() as group) as context) if type(error).__name__ == "NoArgsIsHelpError":
            known = ", ".join(group.list_commands(context))
            return f"say which: {known}\n       `{context.command_path} --help` says what each does"
        case click.UsageError(ctx=click.Context() as context):
            return f"{error.format_message()}\n       `{context.command_path} --help` says what it takes"
        case click.ClickException():
            return error.format_message()
        case OSError(filename=str() | bytes() as name):
            return f"{os.fsdecode(name)}: {error.strerror}"
        case _ if is_ours(error):
            return str(error)
        case _:
            kind = type(error).__name__
            return f"internal error, {kind}: {error}\n       this is a bug of namebranch; run it again with -v and report the traceback"


def is_ours(error: Exception) -> bool:
    """Return whether *error* was raised with a message for the user: our own exceptions, and click's, are."""
    return isinstance(error, click.ClickException) or type(error).__module__.partition(".")[0] == __package__


def wants_traceback(arguments: list[str]) -> bool:
    """Return whether -v was given; also where the error came before the arguments of the verb were read."""
    return any(argument == "--verbose" or argument.strip("v") == "-" for argument in arguments if len(argument) > 1)


if __name__ == "__main__":
    sys.exit(main())
