"""table: findings on a terminal, rule by rule: where, what is wrong, what disagrees with it, and what to do next."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from ...analyzer.inventory import Confidence, Finding
from ..audit_bump import bumped
from ..audited import TITLES, Audited, AuditFormat
from ..escape import visible
from ..format import View
from ..terminal.commanded import spelled
from ..terminal.glyphs import COMMIT, joined, number
from ..terminal.printed import printed
from ..terminal.unseen import unseen

MOST_PLACES = 4


def render(audited: Audited, view: View) -> Iterator[str]:
    """Yield the blocks, each but the first with an empty line before it."""
    for at, block in enumerate(_blocks(audited, view)):
        yield printed([*([Text()] if at else []), *block], view)


def _blocks(audited: Audited, view: View) -> Iterator[list[RenderableType]]:
    yield [*_looked_at(audited, view)]
    by_rule = sorted(audited.inventory.findings, key=lambda one: (one.rule, one.path, one.line))
    for rule, found in groupby(by_rule, key=lambda one: one.rule):
        yield [*_rule(rule, TITLES.get(rule, ""), list(found))]
    if audited.bump is not None:
        yield from bumped(audited.bump)
    yield [*_rest(audited)]


def _looked_at(audited: Audited, view: View) -> Iterator[Text]:
    inventory, found = audited.inventory, audited.inventory.findings
    revision = f"at {visible(inventory.revision[:COMMIT])}" if inventory.revision else ""
    known = f"with {', '.join(map(visible, audited.upstream))}" if audited.upstream else ""
    parts = [revision, f"preset {visible(inventory.preset)}", f"{number(inventory.files, 'Python file')} looked at", known]
    yield Text(f"{visible(inventory.target)}  ", style="bold").append_text(joined(parts, unicode=view.unicode, style="dim"))
    if view.filters:
        yield Text(f"only {spelled(view.filters)}", style="dim")
    if not inventory.files:
        yield from unseen()
        return
    if not found:
        yield Text("Nothing breaks." if audited.bump else "Nothing was found to be wrong.", style="bold green")
        return
    rules = Counter(one.rule for one in found)
    yield Text().append(f"{len(found):,}", style="bold red").append(f" {'finding' if len(found) == 1 else 'findings'}", style="bold")
    yield joined([f"{rule} {count}" for rule, count in sorted(rules.items())], unicode=view.unicode)


def _rule(rule: str, title: str, found: list[Finding]) -> Iterator[RenderableType]:
    yield Text().append(visible(rule), style="bold cyan").append(f"  {visible(title)}", style="bold")
    for finding in found:
        doubt = "  inferred" if finding.confidence is Confidence.INFERRED else ""
        place = Text(no_wrap=True).append(f"  {visible(finding.path)}:{finding.line}", style="cyan").append(doubt, style="yellow")
        yield place
        yield Padding(Text(visible(finding.message)), (0, 0, 0, 4))
        for other in finding.places[:MOST_PLACES]:
            yield Text(f"    see {visible(other)}", style="dim", no_wrap=True)
        if len(finding.places) > MOST_PLACES:
            yield Text(f"    and {number(len(finding.places) - MOST_PLACES, 'more place')}", style="dim")


def _rest(audited: Audited) -> Iterator[Text]:
    if audited.hidden:
        yield Text(f"{number(audited.hidden, 'less certain finding')} not shown: --min-confidence inferred", style="dim")
    if audited.kept:
        yield Text(f"{number(len(audited.kept), 'finding')} kept on purpose by comments", style="dim")
    for rule, reason in audited.failed:
        yield Text(f"{visible(rule)} did not run to its end: {visible(reason)}", style="yellow")
    if audited.inventory.unread:
        many = number(len(audited.inventory.unread), "file")
        yield Text(f"{many} could not be read (see stderr), so something may be missing here", style="yellow")
    if audited.inventory.findings:
        yield Text("`namebranch rules NB401` explains a rule; `# namebranch: keep[NB401] why` keeps what is intended.", style="dim")


TABLE = AuditFormat(name="table", media="text/plain", render=render)
