"""The steps of a migration, one on top of the other, in; what is to be said of each and of all out."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from ...analyzer.inventory import Site
from ...analyzer.settings.globs import matcher, plain
from ...analyzer.settings.schema import Settings
from ...registry.dialects.dialect import Dialect, HookKind
from ..planning.plan import HookPlan, Refused, Registration
from ..preview import Preview, Rewritten
from ..sizing.size import Size, size
from ..vendoring import is_runtime
from .example import examples
from .series import Move, Part, Says, Series, Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step: what it comes to, the sites of the tree that it was made of, and the digest of the tree that it leaves."""

    preview: Preview
    sites: Mapping[str, Site]  # by id
    tree: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What the series is made on."""

    target: str
    base: str | None
    tree: str
    registered: frozenset[str]  # keys that have a descriptor already
    sites: Mapping[str, Site]  # by id
    refused: tuple[Refused, ...]  # what a plan of all steps at once leaves alone


class NoPartError(ValueError):
    """A part was asked for that the series does not have; the message says how many there are."""


def described(start: Start, steps: Iterable[Step], settings: Settings, dialect: Dialect, number: int | None = None) -> Series:
    """Return what is to be said of a migration, or of the part of that number alone.

    Raises:
        NoPartError: there is no such part.

    """
    held, measure = tuple(steps), _measure(settings)
    parts = tuple(_part(place, step, start.sites, measure) for place, step in enumerate(held, 1))
    earlier = parts[: number - 1] if number is not None else ()
    if number is not None:
        parts = parts[number - 1 : number]
        if not parts:
            raise NoPartError(f"there is no part {number}: the series has {len(held)}")
    known = start.registered | {entry.key for part in earlier for move in part.moves for entry in _says(move)}
    return Series(
        target=start.target,
        base=start.base if not earlier else None,
        dialect=dialect.name,
        trees=(start.tree, *(step.tree for step in held)),
        parts=parts,
        types=_types(parts, known),
        left=_left(start.refused if number is None else (), parts),
        whole=measure(_joined(parts)),
        examples=examples(dialect, [move.plan for part in parts for move in part.moves if move.plan.point.kind is not HookKind.MOVE]),
    )


def _measure(settings: Settings) -> Callable[[Iterable[Rewritten]], Size]:
    is_test = matcher(settings.models.tests)
    return lambda files: size(files, lambda path: is_test(plain(path)) is not None, is_runtime)


def _part(number: int, step: Step, before: Mapping[str, Site], measure: Callable[[Iterable[Rewritten]], Size]) -> Part:
    def move(plan: HookPlan) -> Move:
        sites = (before.get(one, step.sites.get(one)) for one in plan.branches)
        return Move(plan=plan, sites=tuple(site for site in sites if site is not None))

    moves = tuple(map(move, step.preview.migration.plans))
    return Part(number=number, preview=step.preview, moves=moves, size=measure(step.preview.files), tree=step.tree)


def _joined(parts: Iterable[Part]) -> tuple[Rewritten, ...]:
    """Return each file as it was before all parts, and as it is behind them."""
    found: dict[str, Rewritten] = {}
    for file in (file for part in parts for file in part.preview.files):
        before = found[file.path].before if file.path in found else file.before
        found[file.path] = Rewritten(path=file.path, before=before, after=file.after)
    return tuple(found.values())


def _says(move: Move) -> Iterator[Registration]:
    """Yield what descriptors say of a move: of a definition that lies elsewhere, nothing."""
    return (one for one in move.plan.registrations if one.kind is not HookKind.MOVE)


def _types(parts: Iterable[Part], registered: frozenset[str]) -> tuple[Type, ...]:
    found: dict[str, Type] = {}
    for part in parts:
        for move in part.moves:
            for entry in _says(move):
                known = found.get(entry.key)
                says = Says(slot=entry.slot, kind=entry.kind, value=entry.value, asked=move.plan.point.anchor)
                found[entry.key] = Type(
                    key=entry.key,
                    space=entry.space,
                    part=part.number if known is None else known.part,
                    owner=entry.owner,
                    says=(says,) if known is None else (*known.says, says),
                    is_new=entry.key not in registered,
                    tests=tuple(dict.fromkeys((() if known is None else known.tests) + move.sites)),
                )
    return tuple(found.values())


def _left(refused: tuple[Refused, ...], parts: tuple[Part, ...]) -> tuple[Refused, ...]:
    """Return what is left alone in the end: refused at once or by a step, and taken away by none."""
    moved = {site for part in parts for plan in part.preview.migration.plans for site in plan.branches}
    found: dict[tuple[str, ...], Refused] = {}
    for one in (*refused, *(one for part in parts for one in part.preview.migration.refused)):
        found.setdefault(one.branches, one)
    return tuple(one for branches, one in found.items() if not moved.issuperset(branches))
