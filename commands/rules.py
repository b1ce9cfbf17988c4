"""Say which rules there are, or show the manual page of one."""

from typing import TYPE_CHECKING

import click

from ._surroundings import audit_manuals, contract_manuals, manuals
from ._terminal import put, terminal

if TYPE_CHECKING:
    from ..reports.rule import Rule


def beginning(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the ids of rules that begin so, for a shell."""
    every: tuple[Rule, ...] = (*manuals(), *audit_manuals(), *contract_manuals())
    return sorted({one.rule for one in every if one.rule.startswith(incomplete.upper())})


@click.command(name="rules")
@click.argument("rule", required=False, shell_complete=beginning)
def rules(rule: str | None) -> int:
    """List the rules, or show the page of RULE: an id like NB101, or a kind like table-use."""
    from ..reports import manual  # noqa: PLC0415  only this verb needs it
    from ..reports.format import View  # noqa: PLC0415  as above

    known: tuple[Rule, ...] = (*manuals(), *audit_manuals(), *contract_manuals())
    shown = terminal()
    view = View(width=shown.width, colour=shown.colour, unicode=shown.unicode)
    if rule is None:
        put("".join(manual.listing(known, view)))
        return 0
    wanted = [one for one in known if rule.lower() in {one.rule.lower(), one.name, str(one.kind)}]
    if not wanted:
        raise click.BadParameter(unknown(rule, sorted({one.rule for one in known} | {one.name for one in known})))
    put("\n".join("".join(manual.page(one, view)) for one in wanted))
    return 0


def unknown(rule: str, known: list[str]) -> str:
    """Return that there is no such rule, and which one it may be."""
    from rapidfuzz import process  # noqa: PLC0415  only a mistake needs it

    near = process.extractOne(rule, known, score_cutoff=50, processor=str.lower)
    hint = f"did you mean {near[0]!r}?" if near else "`namebranch rules` lists them"
    return f"there is no rule {rule!r}; {hint}"
