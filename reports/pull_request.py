"""The text of a migration's pull requests as Markdown: what moves where, why each key is added, what differs, what was measured."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ..codemods.describing.series import Move, Series, Type
from ..codemods.planning.plan import HookPlan
from ..parity.evidence import Evidence
from ..registry.dialects.dialect import HookKind
from . import markup
from .escape import visible
from .measured import is_of, rows
from .phrase import phrase
from .step_text import title
from .templating import Markdown, code, filled, folder_name, plural

_KEYS, _TESTS, _LEFT = 6, 3, 60  # shown
_CODELESS = frozenset({HookKind.FACT, HookKind.CAPABILITY})


def render(series: Series, evidence: tuple[Evidence, ...]) -> str:
    """Return the page of a series, with what was measured of it."""
    tests = rows(series, evidence)
    return filled(
        "pull_request.md.j2",
        {
            "series": series,
            "of": len(series.trees) - 1,
            "title": title,
            "decisions": _decisions,
            "moves": [move for part in series.parts for move in part.moves],
            "new": [type_ for type_ in series.types if type_.is_new],
            "known": [type_ for type_ in series.types if not type_.is_new],
            "differences": list(dict.fromkeys(_differences(series, evidence))),
            "left": series.left[:_LEFT],
            "more_left": max(0, len(series.left) - _LEFT),
            "tests": tests,
            "measured": any(is_of(series, bundle) for bundle in evidence),
            "earlier": any(row.is_earlier for row in tests),
            "rows": _rows,
            "why": _why,
            "slots": _slots,
            "folder_name": folder_name,
        },
    )


def _decisions(moves: Iterable[Move]) -> int:
    return len({site.decision for move in moves if move.plan.point.kind is not HookKind.MOVE for site in move.sites})


def _rows(moves: Iterable[Move]) -> tuple[tuple[Markdown, Markdown, Markdown], ...]:
    """Return what was, where, and what is now; what several parts move of one test to one place is one row."""
    held: defaultdict[tuple[Markdown, Markdown, Markdown], dict[str, None]] = defaultdict(dict)
    for move in moves:
        held[_was(move), _where(move), _said(move.plan)] |= dict.fromkeys(one.key for one in move.plan.registrations)
    return tuple((was, where, _on(said, tuple(keys))) for (was, where, said), keys in held.items())


def _was(move: Move) -> Markdown:
    told = list(dict.fromkeys(phrase(site) for site in move.sites)) or [visible(move.plan.guard.key.subject)]
    more = f" and {len(told) - _TESTS} more" if len(told) > _TESTS else ""
    residual = f", with {code(move.plan.guard.residual)}" if move.plan.guard.residual else ""
    return Markdown("<br>".join(map(code, told[:_TESTS])) + more + residual)


def _where(move: Move) -> Markdown:
    first = next((site for site in move.sites if site.path == move.plan.path), None)
    return code(f"{move.plan.path}:{move.plan.line if first is None else first.line}")


def _on(said: Markdown, keys: tuple[str, ...]) -> Markdown:
    more = f" and {len(keys) - _KEYS} more" if len(keys) > _KEYS else ""
    return Markdown(f"{said} on {', '.join(map(code, keys[:_KEYS]))}{more}" if keys else said)


def _said(plan: HookPlan) -> Markdown:
    if plan.point.kind is HookKind.MOVE:
        return Markdown(f"lies in {code(plan.point.name.rpartition('.')[0])}")
    if plan.point.kind in _CODELESS or plan.hook is None:
        values = dict.fromkeys(one.value for one in plan.registrations)
        said = f" = {code(next(iter(values)))}" if len(values) == 1 else ""
        return Markdown(f"{plan.point.kind.value} {code(plan.point.name)}{said}")
    moved = f", which takes {plural(plan.body.last - plan.body.first + 1, 'line')} along" if plan.body is not None else ""
    return Markdown(f"{plan.point.kind.value} hook {code(plan.point.name)}{moved}")


def _why(type_: Type) -> Markdown:
    tests = list(dict.fromkeys(phrase(site, most=1) for site in type_.tests))
    asked = ", ".join(map(code, tests[:_TESTS])) + (f" and {len(tests) - _TESTS} more" if len(tests) > _TESTS else "")
    return Markdown(f"shared code asked {asked}; carried as {_slots(type_)}")


def _slots(type_: Type) -> Markdown:
    return Markdown(", ".join(map(code, dict.fromkeys(says.slot for says in type_.says))))


def _differences(series: Series, evidence: tuple[Evidence, ...]) -> Iterator[Markdown]:
    for part in series.parts:
        for move in part.moves:
            for one in move.plan.differences:
                yield Markdown(f"{markup.words(one.kind.replace('_', ' '))}: {markup.words(one.detail)} ({_where(move)})")
    for bundle in evidence:
        for claim in bundle.counting:
            if claim.differing:
                words = f"; {markup.words(claim.reason)}" if claim.reason else ""
                yield Markdown(
                    f"measured: {code(claim.subject)}, {claim.differing} of {claim.cases} cases differ: **{claim.verdict.value}**{words}"
                )
