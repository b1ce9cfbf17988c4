"""A model in, what one more like it would touch out: the shared places that name it, its own files, what it registers."""

import re
from collections.abc import Callable, Iterable

from ..inventory import Kind, Registration
from .belonging import Belonging
from .cost import Cost, ModelCost, Sibling, Step
from .places import Place

Lines = Callable[[str], list[str]]  # the lines of a file, none where it cannot be read
_HOLD_MEMBERS = frozenset({Kind.TABLE, Kind.NAMESET, Kind.MEMBERSHIP, Kind.CLASSCHECK})


class UnknownModelError(Exception):
    """Nothing in the target is called so; the message names what is nearest."""


def chosen(cost: Cost, word: str, belonging: Belonging) -> ModelCost:
    """Return the model that *word* names, however it is spelled.

    Raises:
        UnknownModelError: shared code does not name it, and no folder is its own.

    """
    whose = belonging.of(word)
    for model in cost.models:
        if model.model == word or (whose is not None and not whose.is_family and model.model == whose.model):
            return model
    from rapidfuzz import process  # noqa: PLC0415  only a mistake needs it

    near = [name for name, _, _ in process.extract(word, [model.model for model in cost.models], limit=3, score_cutoff=60)]
    hint = f"; near are {', '.join(near)}" if near else "; `namebranch cost --all` lists all"
    raise UnknownModelError(f"no model {word!r}: shared code does not name it, and no folder is its own{hint}")


def sibling(model: ModelCost, cost: Cost, registrations: Iterable[Registration], lines: Lines) -> Sibling:
    """Return what one more model like *model* would touch."""
    places = [place for touched in model.shared for place in touched.places]
    own, written = {file.path for file in model.files}, {(place.path, place.line) for place in places if not place.follows}
    return Sibling(
        model=model.model,
        steps=tuple(Step(place=place, beside=_beside(place, lines)) for place in places if not place.follows),
        follow=tuple(place for place in places if place.follows and (place.path, place.line) not in written),
        families=tuple(family for family in cost.families if family.family in model.families),
        skeleton=model.files,
        registrations=tuple(entry for entry in registrations if entry.path in own),
    )


def _beside(place: Place, lines: Lines) -> tuple[int, ...]:
    """Return the lines of a literal on which the model's names stand, for the others the line of the place."""
    if place.kind not in _HOLD_MEMBERS or place.end_line == place.line:
        return (place.line,)
    names = "|".join(re.escape(name.rpartition(".")[2]) for name in place.spelled)
    spelled = re.compile(rf"(?<!\w)(?:{names})(?!\w)")
    held = lines(place.path)[place.line - 1 : place.end_line]
    return tuple(place.line + at for at, line in enumerate(held) if spelled.search(line)) or (place.end_line,)
