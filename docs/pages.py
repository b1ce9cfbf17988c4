"""Writes the pages of the verbs from their help, and those of the rules from their manuals: `python docs/pages.py`.

A test says when a page is not what this makes of the code.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from textwrap import dedent

import click

from namebranch.__main__ import door
from namebranch.commands._surroundings import audit_manuals, contract_manuals, manuals
from namebranch.reports.manual import asking
from namebranch.reports.rule import Example, Rule

FOLDER = Path(__file__).resolve().parent
MADE = "<!-- Made by docs/pages.py: change the code, then run it. -->\n\n"
BARE = "\b"  # a paragraph of help that click leaves as it stands


def pages() -> Mapping[str, str]:
    """Return the text of every page by its path below this folder."""
    return {**_verbs(), **_rules()}


def _verbs() -> Mapping[str, str]:
    found = dict(_commands(door, door.make_context("namebranch", [], resilient_parsing=True)))
    listing = "".join(f"- [`{name}`]({name.replace(' ', '-')}.md): {_first(command)}\n" for name, (command, _) in found.items())
    told = {f"verbs/{name.replace(' ', '-')}.md": MADE + _verb(command, context) for name, (command, context) in found.items()}
    return {"verbs/README.md": f"{MADE}# Verbs\n\n{_help(door)}\n{listing}", **told}


def _commands(group: click.Group, context: click.Context, before: str = "") -> Iterator[tuple[str, tuple[click.Command, click.Context]]]:
    """Yield every verb, and those that a verb has, by what is typed."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=context)
        yield f"{before}{name}", (command, inner)
        if isinstance(command, click.Group):
            yield from _commands(command, inner, f"{before}{name} ")


def _first(command: click.Command) -> str:
    return (command.help or "").strip().partition("\n")[0]


def _help(command: click.Command) -> str:
    """Return the help as Markdown: paragraphs, and as code what is laid out by hand."""
    found = []
    for paragraph in dedent(_rest_dedented(command.help or "")).strip().split("\n\n"):
        if paragraph.startswith(BARE):
            found.append("```\n" + dedent(paragraph.removeprefix(BARE).strip("\n")) + "\n```\n")
        else:
            found.append(" ".join(line.strip() for line in paragraph.splitlines()).replace("<", "&lt;") + "\n")
    return "\n".join(found)


def _rest_dedented(text: str) -> str:
    first, _, rest = text.partition("\n")
    return f"{first}\n{dedent(rest)}"


def _verb(command: click.Command, context: click.Context) -> str:
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    text = f"# `{context.command_path}`\n\n{_help(command)}\n```\n{usage}\n```\n"
    records = [record for parameter in command.get_params(context) if (record := parameter.get_help_record(context)) is not None]
    if records:
        text += "\n| option | |\n| --- | --- |\n" + "".join(f"| {_cell(names, code=True)} | {_cell(words)} |\n" for names, words in records)
    if isinstance(command, click.Group):
        name = context.command_path.removeprefix("namebranch ").replace(" ", "-")
        text += "\n" + "".join(
            f"- [`{inner}`]({name}-{inner}.md): {_first(found)}\n"
            for inner in command.list_commands(context)
            if (found := command.get_command(context, inner)) is not None
        )
    return text


def _cell(text: str, *, code: bool = False) -> str:
    words = " ".join(text.split()).replace("|", "\\|")
    return f"`{words}`" if code else words.replace("<", "&lt;").replace("*", "\\*")


def _rules() -> Mapping[str, str]:
    held: defaultdict[str, list[Rule]] = defaultdict(list)
    every: Iterable[Rule] = (*manuals(), *audit_manuals(), *contract_manuals())
    for rule in sorted(every, key=lambda one: (one.rule, one.name)):
        held[rule.rule].append(rule)
    listing = "".join(f"| [{rule}]({rule}.md) | {_cell('; '.join(one.title for one in found))} |\n" for rule, found in held.items())
    told = {f"rules/{rule}.md": MADE + "\n".join(map(_rule, found)) for rule, found in held.items()}
    return {"rules/README.md": f"{MADE}# Rules\n\n| rule | what it finds |\n| --- | --- |\n{listing}", **told}


def _rule(rule: Rule) -> str:
    text = f"# {rule.rule} {rule.kind}: {rule.title}\n\n{dedent(rule.doc).strip()}\n"
    text += _examples("It finds", rule.finds) + _examples("It leaves alone", rule.passes)
    return f"{text}\nIn your code: `namebranch {asking(rule)}`\n"


def _examples(title: str, shown: Iterable[Example]) -> str:
    found = [f"\n{example.title}:\n\n```python\n{dedent(example.code).strip()}\n```\n" for example in shown]
    return f"\n## {title}\n{''.join(found)}" if found else ""


def main() -> None:
    """Write all pages, and remove those that are made from nothing any more."""
    made = pages()
    for folder in ("verbs", "rules"):
        (FOLDER / folder).mkdir(exist_ok=True)
        for file in (FOLDER / folder).iterdir():
            if f"{folder}/{file.name}" not in made:
                file.unlink()
    for path, text in made.items():
        (FOLDER / path).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(made)} pages\n")


if __name__ == "__main__":
    main()
