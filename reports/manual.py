"""A rule to its manual page, and the rules to their list."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import dedent

from rich import box
from rich.console import RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from .format import View
from .rule import Example, Rule
from .terminal.printed import printed

AUDIT, CONTRACT = "NB4", "NB5"  # how the rules about faults begin, and the promises of a registry


def listing(rules: Iterable[Rule], view: View) -> Iterator[str]:
    """Yield one line a rule, sorted by rule."""
    table = Table(box=box.SIMPLE_HEAD if view.unicode else box.ASCII2, show_edge=False, pad_edge=False)
    table.add_column("rule", no_wrap=True, style="bold")
    table.add_column("kind", no_wrap=True, style="cyan")
    table.add_column("what it finds")
    for rule in sorted(rules, key=lambda one: (one.rule, one.name)):
        table.add_row(Text(rule.rule), Text(str(rule.kind)), Text(rule.title))
    yield printed([table, Text(), Text("`namebranch rules NB101` shows the page of one rule.", style="dim")], view)


def page(rule: Rule, view: View) -> Iterator[str]:
    """Yield the manual page of *rule*."""
    head = Text().append(f"{rule.rule} {rule.kind}", style="bold cyan").append("  ").append(rule.title, style="bold")
    parts: list[RenderableType] = [head, Text(), Markdown(dedent(rule.doc).strip())]
    parts += examples("finds", rule.finds, view)
    parts += examples("leaves alone", rule.passes, view)
    parts += [Text(), Text("in your code", style="bold"), Text(f"  namebranch {asking(rule)} --format short", style="cyan")]
    yield printed(parts, view)


def asking(rule: Rule) -> str:
    """Return the verb that finds such places, and its options."""
    if rule.rule.startswith(CONTRACT):
        return "check --registry"
    return f"audit --select {rule.rule}" if rule.rule.startswith(AUDIT) else f"scan --rule {rule.rule}"


def examples(title: str, shown: Sequence[Example], view: View) -> Iterator[RenderableType]:
    """Yield a section of examples, or nothing where there are none."""
    if shown:
        yield Text()
        yield Text(title, style="bold")
    for example in shown:
        yield Text(f"  # {example.title}", style="dim")
        code = dedent(example.code).strip("\n")
        drawn = Syntax(code, "python", theme="ansi_dark", background_color="default", word_wrap=True) if view.colour else Text(code)
        yield Padding(drawn, (0, 0, 0, 4))
