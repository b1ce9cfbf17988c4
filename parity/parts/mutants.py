"""Small faults are made in what was moved, one after another; one that no comparison notices is a place that nothing shows."""

from collections.abc import Iterator
from itertools import islice

from ..child import Answered, Child
from ..evidence import Claim, Grade, Verdict
from ..mutating import Mutant, of_function, of_owner
from ..pairing import Pair
from ..part import Asked, Part, Shown, together
from ..realness import owners
from ..running import loaded
from ..vocabulary import vocabulary

_MOST = 40  # mutants of one function, and of its owners
_CASES, _SECONDS = 3_000, 4.0  # in which a fault must show
_GRACE = 20.0


def _show(asked: Asked) -> Shown:
    found = []
    with Child(lowest=asked.lowest) as child:
        for number, pair in enumerate(asked.pairs.pairs, start=1):
            asked.progress(f"mutants of {pair.subject}, {number} of {len(asked.pairs.pairs)}")
            found.append(Shown(claims=(_claim(asked, pair, child),), rung=child.rung))
    return together(found)


def _claim(asked: Asked, pair: Pair, child: Child) -> Claim:
    survivors: list[str] = []
    made = 0
    for mutant in islice(_mutants(asked, pair), _MOST):
        made += 1
        if not _is_killed(asked, pair, mutant, child):
            survivors.append(f"{mutant.path}:{mutant.line} {mutant.fault}")
    verdict = Verdict.SAME if made and not survivors else Verdict.OPEN
    reason = f"{len(survivors)} of {made} mutants were not noticed" if survivors else "" if made else "there is nothing to mutate"
    return Claim(
        id=f"mutants {pair.subject}",
        part="mutants",
        subject=pair.subject,
        names=0,
        grade=Grade.SAMPLED if made else Grade.NOT_RUN,
        verdict=verdict,
        cases=made,
        uncovered=tuple(survivors),
        reason=reason,
    )


def _mutants(asked: Asked, pair: Pair) -> Iterator[Mutant]:
    """Yield the mutants of the new function, then of the owners of the models that it asks for."""
    module = asked.new.modules[pair.new.module]
    yield from of_function(module.name, module.path, module.text, pair.new.name)
    names = {name for site, _ in pair.sites for name in site.names}
    for owner in owners(asked.old, asked.new):
        held = asked.new.modules[owner]
        if any(f'"{name}"' in held.text or f"'{name}'" in held.text for name in names):
            yield from of_owner(owner, held.path, held.text)


def _is_killed(asked: Asked, pair: Pair, mutant: Mutant, child: Child) -> bool:
    words = vocabulary((asked.old, asked.new), pair)
    if loaded(asked, pair, words, child, instead={mutant.module: mutant.text}) is not None:
        return True  # it does not even load
    limits = {"cases": _CASES, "seconds": _SECONDS, "examples": 0, "first": True}
    said = child.ask({"old": pair.old.key, "new": pair.new.key, "limits": limits}, _SECONDS + _GRACE)
    return not isinstance(said, Answered) or bool(said.answer.get("differing")) or "failed" in said.answer


PART = Part(name="mutants", title="make small faults in what was moved, and see whether a comparison notices", show=_show, by_default=False)
