"""What stood in a function stands there still, or was moved as it is: each statement is looked for, and each key that is registered for it."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...analyzer.inventory import Site
from ..defaults import Default, defaults, left_to
from ..dispatch import definitions
from ..evidence import Claim, Difference, Grade, Planted, Verdict
from ..pairing import Pair
from ..part import Asked, Part, Shown
from ..statements import Piece, pieces
from ..tree import Module, Tree, parsed

_ANSWER = re.compile(r"NamedExpr\(target=Name\(id='(\w+)'")  # what a hook answered, where it is asked
_SHOWN = 3  # statements that are named


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gone:
    """What became of one function: its pieces, those that are not in it any more, and those that are in it for the first time."""

    pair: Pair
    count: int
    lost: tuple[tuple[Piece, frozenset[str]], ...]  # each with the names of the arm in which it stood
    fresh: tuple[Piece, ...]
    defaults: tuple[Default, ...]  # arms for what no test names


@dataclass(slots=True, kw_only=True)
class _Moved:
    """What came into functions of the new tree that did not stand in them before, each with where; what is found is taken out."""

    keys: Mapping[str, frozenset[str]]  # that are registered for the first time, by path
    by_key: dict[str, list[tuple[str, Piece]]] = field(default_factory=dict)
    by_value: dict[str, list[tuple[str, Piece]]] = field(default_factory=dict)

    def take(self, piece: Piece, names: frozenset[str]) -> tuple[str, Piece] | None:
        """Return where a piece stands now, as it is or as what is handed on: with a model of its own arm, if there is one."""
        for held in (self.by_key.get(piece.key), self.by_value.get(piece.value) if piece.value else None):
            if held:
                return held.pop(max(range(len(held)), key=lambda at: not names.isdisjoint(self.keys.get(held[at][0], frozenset()))))
        return None


Found = Mapping[int, tuple[str, Piece]]


def _show(asked: Asked) -> Shown:
    dispatched = _points(asked.new, asked.old)
    gone = [_gone(asked, pair, dispatched) for pair in asked.pairs.pairs if pair.old.source != pair.new.source]
    moved = _moved(asked)
    found = [{at: where for at, lost in enumerate(one.lost) if (where := moved.take(*lost)) is not None} for one in gone]
    named: dict[str, set[str]] = {}
    for one, stands in zip(gone, found, strict=True):
        for at, (path, _) in stands.items():
            named.setdefault(path, set()).update(one.lost[at][1])
    left = [tuple(_left(one, stands, asked.old)) for one, stands in zip(gone, found, strict=True)]
    claims = [_claim(one, stands, told) for one, stands, told in zip(gone, found, left, strict=True) if one.count or one.fresh]
    planted = tuple(_planted(one, asked, moved) for one in gone if one.count)
    return Shown(
        planted=planted,
        differences=tuple(told for some in left for told in some),
        claims=(*claims, *(_owner(path, moved.keys[path], named[path]) for path in sorted(named) if moved.keys.get(path))),
    )


def _gone(asked: Asked, pair: Pair, dispatched: frozenset[str]) -> _Gone:
    mine = {id(site) for site, _ in asked.old.program.sites}
    held = [site for site, _ in pair.sites if id(site) in mine]
    theirs = [_place(site) for site, _ in pair.sites if id(site) not in mine]
    module, other = asked.old.modules[pair.old.module], asked.new.modules[pair.new.module]
    old, new = list(_pieces(module, pair.old.name)), list(_pieces(other, pair.new.name))
    kept = list(_pieces(module, pair.old.name, [_place(site) for site in held]))
    fresh = _less(list(_pieces(other, pair.new.name, theirs)), old)
    arms = list(_arms(module, pair.old.name, held))
    answers = frozenset(name for piece in fresh if not piece.texts.isdisjoint(dispatched) for name in _ANSWER.findall(piece.key))
    return _Gone(
        pair=pair,
        count=len(kept),
        lost=tuple((piece, _names(piece, arms, held)) for piece in _less(kept, new)),
        fresh=tuple(piece for piece in fresh if piece.texts.isdisjoint(dispatched) and not _hands_on(piece, answers)),
        defaults=tuple(defaults(definitions(module)[pair.old.name], held)),
    )


def _hands_on(piece: Piece, answers: frozenset[str]) -> bool:
    """Return whether all that a statement does is to bind, or return, what a hook answered."""
    return piece.key.startswith(("Assign(", "Return(")) and piece.key.endswith(
        tuple(f"value=Name(id={name!r}, ctx=Load()))" for name in answers)
    )


def _planted(gone: _Gone, asked: Asked, moved: _Moved) -> Planted:
    """Spoil one statement of before: it must be missed."""
    first = next(_pieces(asked.old.modules[gone.pair.old.module], gone.pair.old.name))
    spoilt = replace(first, key=f"a fault: {first.key}", value="")
    missed = _less([spoilt], list(_pieces(asked.new.modules[gone.pair.new.module], gone.pair.new.name)))
    caught = bool(missed) and moved.take(spoilt, frozenset()) is None
    return Planted(claim=f"body {gone.pair.subject}", fault=f"another statement than {first.text}", caught=caught)


def _place(site: Site) -> tuple[int, int]:
    return site.line, site.column - 1


def _arms(module: Module, name: str, sites: Sequence[Site]) -> Iterator[tuple[int, int, frozenset[str]]]:
    """Yield the first and the last line of each arm that is taken by name, with the names."""
    for node in ast.walk(definitions(module)[name]):
        if isinstance(node, ast.If):
            last = node.test.end_lineno or node.test.lineno
            names = frozenset(one for site in sites if node.test.lineno <= site.line <= last for one in site.names)
            if names:
                yield node.lineno, node.body[-1].end_lineno or node.body[-1].lineno, names


def _names(piece: Piece, arms: Sequence[tuple[int, int, frozenset[str]]], sites: Sequence[Site]) -> frozenset[str]:
    """Return the names of the innermost arm around a piece; where there is none, all that the function asks for."""
    around = [(last - first, names) for first, last, names in arms if first <= piece.line <= last]
    return min(around, key=lambda one: one[0])[1] if around else frozenset(name for site in sites for name in site.names)


def _points(new: Tree, old: Tree) -> frozenset[str]:
    """Return the strings, but for keys, of modules that register: where they are asked for, the statement is no model's."""
    paths = {one.path for one in new.program.found.registrations} | {
        module.path for name, module in new.modules.items() if name not in old.modules
    }
    held = (module for module in new.modules.values() if module.path in paths)
    nodes = (node for module in held for node in ast.walk(parsed(module)))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return frozenset(texts - {one.key for one in new.program.found.registrations})


def _moved(asked: Asked) -> _Moved:
    had = {(one.key, one.registry) for one in asked.old.program.found.registrations}
    keys: dict[str, set[str]] = {}
    for one in asked.new.program.found.registrations:
        if (one.key, one.registry) not in had:
            keys.setdefault(one.path, set()).add(one.key)
    found = _Moved(keys={path: frozenset(held) for path, held in keys.items()})
    for name, module in asked.new.modules.items():
        old = asked.old.modules.get(name)
        if old is not None and old.text == module.text:
            continue
        before = {} if old is None else definitions(old)
        for function in definitions(module):
            here = list(_pieces(old, function)) if old is not None and function in before else []
            for piece in _less(list(_pieces(module, function)), here):
                found.by_key.setdefault(piece.key, []).append((module.path, piece))
                if piece.value:
                    found.by_value.setdefault(piece.value, []).append((module.path, piece))
    return found


def _pieces(module: Module, name: str, sites: Sequence[tuple[int, int]] = ()) -> Iterator[Piece]:
    node = definitions(module).get(name)
    if node is not None:
        first = [argument.arg for argument in node.args.args[:1] if argument.annotation is not None and "." not in name]
        yield from pieces(node, module, first, sites)


def _less(some: Sequence[Piece], others: Sequence[Piece]) -> list[Piece]:
    held = Counter(piece.key for piece in others)
    left: list[Piece] = []
    for piece in some:
        if held[piece.key]:
            held[piece.key] -= 1
        else:
            left.append(piece)
    return left


def _claim(gone: _Gone, found: Found, left: Sequence[Difference]) -> Claim:
    pair, count, lost, fresh = gone.pair, gone.count, [piece for piece, _ in gone.lost], gone.fresh
    missing = [piece for at, piece in enumerate(lost) if at not in found]
    renamed = dict.fromkeys(one for at, (_, there) in found.items() for one in _renames(lost[at], there))
    moved = len(lost) - len(missing)
    parts = [f"{moved} of {count} statements and conditions moved" if moved else ""]
    parts += [f"as {', '.join(list(renamed)[:_SHOWN])}" if renamed else ""]
    parts += [f"not found: {_named(pair.old.path, missing)}" if missing else "", f"new: {_named(pair.new.path, fresh)}" if fresh else ""]
    names = dict.fromkeys(one.answers["name"] for one in left)
    parts += [f"to which {len(names)} models come that no test there names: {', '.join(list(names)[:_SHOWN])}, …"] if names else []
    whole = bool(count) and not missing and not fresh
    return Claim(
        id=f"body {pair.subject}",
        part="body",
        subject=pair.subject,
        names=0,
        grade=Grade.PROVED if whole else Grade.NOT_RUN,
        verdict=Verdict.SAME if whole else Verdict.OPEN,
        cases=count if whole else 0,
        reason="; ".join(filter(None, parts)),
    )


def _left(gone: _Gone, found: Found, old: Tree) -> Iterator[Difference]:
    """Yield, for each arm that no test names and of which a statement stands nowhere now, the models of which the target speaks that come there."""
    spoilt: dict[Default, Piece] = {}
    for at, (piece, _) in enumerate(gone.lost):
        around = [one for one in gone.defaults if one.holds(piece.line)] if at not in found else []
        if around:
            spoilt.setdefault(min(around, key=lambda one: one.last - one.first), piece)
    for arm, piece in spoilt.items():
        was = f"{gone.pair.old.path}:{piece.line} {piece.text}"
        for name in left_to(old, arm.named):
            yield Difference(claim=f"body {gone.pair.subject}", answers={"name": name}, old=(was,), new=("stands nowhere",))


def _renames(old: Piece, new: Piece) -> Iterator[str]:
    for name, spelled in old.spelled.items():
        if new.spelled.get(name, spelled) != spelled:
            yield f"{spelled} → {new.spelled[name]}"


def _named(path: str, some: Sequence[Piece]) -> str:
    told = ", ".join(f"{path}:{piece.line} {piece.text}" for piece in some[:_SHOWN])
    return told + (f" and {len(some) - _SHOWN} more" if len(some) > _SHOWN else "")


def _owner(path: str, keys: frozenset[str], named: set[str]) -> Claim:
    """Return whether a module to which statements came registers only keys for which they stood."""
    more = sorted(keys - named)
    return Claim(
        id=f"body {path}",
        part="body",
        subject=path,
        names=len(keys),
        grade=Grade.NOT_RUN if more else Grade.PROVED,
        verdict=Verdict.OPEN if more else Verdict.SAME,
        cases=0 if more else len(keys),
        reason=f"keys that no arm named: {', '.join(more[:_SHOWN])}" if more else "only keys that the arms named from which it came",
    )


PART = Part(name="body", title="look for each statement of before where it is, or where it was moved as it is", show=_show)
