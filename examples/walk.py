"""Walks a tutorial in a terminal: its words, its commands, and what they really print. `python examples/walk.py docs/tutorial.md`.

A block that begins with ```console is run, command by command, from the root of the repository; one that `needs=registry` is named as
not shown where no package registry answers. A command NAME=VALUE sets a variable for those after it. The tests of the tutorial read it
with the same code.
"""

import os
import re
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WIDTH = 100
FENCE = "```"
ASSIGNMENT = re.compile(r"([A-Z]+)=(.*)")
NEEDS = {"registry": "no package registry answered"}  # what a block may need, and why it is not shown without
BOLD, DIM, PLAIN = "\033[1m", "\033[2m", "\033[0m"


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One command of a block, and the lines that the tutorial shows of its output; `…` stands for anything."""

    line: str
    shown: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One fenced block: commands to run, or, without any, text to read."""

    text: str
    commands: tuple[Command, ...]
    needs: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One step: a title, then paragraphs and blocks in their order."""

    title: str
    parts: tuple[str | Block, ...]


def read(markdown: str) -> tuple[Section, ...]:
    """Return the sections of a tutorial; what stands before the first `##` is the first, under the page's title."""
    found: list[tuple[str, list[str | Block]]] = []
    lines = iter(markdown.splitlines())
    for line in lines:
        if line.startswith("#"):
            found.append((line.lstrip("# "), []))
        elif line.startswith(FENCE):
            found[-1][1].append(_block(line, lines))
        elif line.strip():
            parts = found[-1][1]
            if parts and isinstance(parts[-1], str) and not parts[-1].endswith("\n"):
                parts[-1] += f" {line}"
            else:
                parts.append(line)
        elif found and found[-1][1] and isinstance(found[-1][1][-1], str):
            found[-1][1][-1] += "\n"
    return tuple(
        Section(title=title, parts=tuple(part.strip() if isinstance(part, str) else part for part in parts)) for title, parts in found
    )


def _block(fence: str, lines: Iterator[str]) -> Block:
    text: list[str] = []
    for line in lines:
        if line == FENCE:
            break
        text.append(line)
    if not fence.startswith(f"{FENCE}console"):
        return Block(text="\n".join(text), commands=(), needs=None)
    starts = [number for number, line in enumerate(text) if line.startswith("$ ")]
    ends = [*starts[1:], len(text)]
    commands = (Command(line=text[at][2:], shown=tuple(text[at + 1 : end])) for at, end in zip(starts, ends, strict=True))
    return Block(text="\n".join(text), commands=tuple(commands), needs=fence.partition("needs=")[2] or None)


def run(command: Command, variables: dict[str, str], *, capture: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a command from the root of the repository; an assignment is kept in *variables* instead."""
    assigned = ASSIGNMENT.fullmatch(command.line)
    line = f"printf %s {assigned[2]}" if assigned else command.line
    shell = ["bash", "-euo", "pipefail", "-c", line]
    piped = subprocess.PIPE if capture or assigned else None
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"} | variables
    ran = subprocess.run(shell, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=piped, text=True, check=False)  # noqa: S603 - the tutorial's own commands
    if assigned:
        variables[assigned[1]] = ran.stdout
    return ran


def is_there(need: str | None) -> bool:
    """Return whether what a block needs can be had."""
    if need is None:
        return True
    probe = ["python", "tests/support/wheels.py", "axolotl", "0.19.0"]
    return subprocess.run(probe, cwd=ROOT, stdout=subprocess.DEVNULL, check=False).returncode == 0  # noqa: S603 - our own table of wheels


def walk(sections: tuple[Section, ...]) -> int:
    """Print and run everything; return 0, or 1 if a command failed."""
    bold, dim, plain = (BOLD, DIM, PLAIN) if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else ("", "", "")
    variables: dict[str, str] = {}
    began = time.monotonic()
    for number, section in enumerate(sections):
        print(f"\n{bold}[{number}/{len(sections) - 1}] {section.title}{plain}  {dim}{time.monotonic() - began:.0f} s{plain}")
        for part in section.parts:
            if isinstance(part, str):
                print("\n" + textwrap.fill(re.sub(r"\*\*|`", "", part), WIDTH), flush=True)
            elif not part.commands:
                print("\n" + textwrap.indent(part.text, "  "))
            elif not is_there(part.needs):
                print(f"\n  Not shown: {NEEDS[part.needs or '']}. With one, make demo shows it.")
            elif not _shown(part, variables, bold, plain):
                return 1
    return 0


def _shown(block: Block, variables: dict[str, str], bold: str, plain: str) -> bool:
    for command in block.commands:
        print(f"\n  {bold}$ {command.line}{plain}", end="\n" if ASSIGNMENT.fullmatch(command.line) else "\n\n", flush=True)
        if (code := run(command, variables).returncode) != 0:
            print(f"\nexit code {code}: this command should have worked", file=sys.stderr)
            return False
    return True


if __name__ == "__main__":
    sys.exit(walk(read(Path(sys.argv[1]).read_text())))
