"""Print the lines that let a shell complete verbs, options and values."""

import click

from ._terminal import put

VARIABLE = "_NAMEBRANCH_COMPLETE"  # in which a shell hands over what it wants completed


@click.command(name="completion")
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
@click.pass_context
def completion(context: click.Context, shell: str) -> int:
    """Print the lines that let SHELL complete verbs, options and values.

    \b
    bash  echo 'eval "$(namebranch completion bash)"' >> ~/.bashrc
    zsh   echo 'eval "$(namebranch completion zsh)"' >> ~/.zshrc
    fish  namebranch completion fish > ~/.config/fish/completions/namebranch.fish
    """
    from click.shell_completion import get_completion_class  # noqa: PLC0415  only this verb needs it

    found = get_completion_class(shell)
    assert found is not None
    put(found(context.find_root().command, {}, "namebranch", VARIABLE).source() + "\n")
    return 0
