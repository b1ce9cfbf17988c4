"""What subjects may carry while functions are compared: the names that either side spells, those of its registries, and some that nobody knows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..analyzer.finding.draft import Draft
from ..analyzer.inventory import Site
from ..registry.space import Space
from .pairing import Pair
from .tree import Tree

UNKNOWN = "a_model_that_nobody_knows"
_UNKNOWN_CLASS = "AModelThatNobodyKnows"
_CLASSES = frozenset({Space.ARCHITECTURE, Space.CLASS_NAME, Space.CLASS_QUALNAME, Space.PROCESSOR, Space.TOKENIZER})
_ABOUT = 24  # known names that contain a fragment, at most
_FRAGMENTS = frozenset({"startswith", "endswith", "in", "find", "not in"})
_OBJECTS = frozenset({"isinstance", "issubclass"})  # of which the subject is a thing and no name

Vocabulary = Mapping[str, Sequence[object]]


def vocabulary(trees: Iterable[Tree], pair: Pair) -> Vocabulary:
    """Return, by the last name of each subject, what it may carry: names, None, an empty name.

    What the function itself asks is asked for the names that it spells; what others of its modules ask, for theirs.
    """
    known = tuple(trees)
    own, others = _spelled(pair.sites, known), _spelled(_beside(known, pair), known)
    registered = {one.key for tree in known for one in tree.program.found.registrations if one.space is Space.MODEL_TYPE}
    every = {name for names, space, _ in own.values() if space not in _CLASSES for name in names} | registered
    return {key: _choices(key, *found, every) for key, found in (others | own).items()}


def _beside(trees: Iterable[Tree], pair: Pair) -> Iterator[tuple[Site, Draft]]:
    modules = {pair.old.module, pair.new.module}
    return (found for tree in trees for found in tree.program.sites if found[1].unit.module in modules)


def _spelled(sites: Iterable[tuple[Site, Draft]], trees: tuple[Tree, ...]) -> dict[str, tuple[dict[str, None], Space, bool]]:
    """Return by subject the names that are spelled beside it, its key space, and whether it holds several."""
    found: dict[str, tuple[dict[str, None], Space, bool]] = {}
    for site, draft in sites:
        if draft.key.isidentifier() and site.op not in _OBJECTS:
            names, space, many = found.setdefault(draft.key, ({}, site.space, False))
            names.update(dict.fromkeys((*site.names, *_around(site, trees))))
            found[draft.key] = names, space, many or (site.space is Space.ARCHITECTURE and draft.key.endswith("s"))
    return found


def _choices(key: str, names: Mapping[str, None], space: Space, many: bool, every: set[str]) -> Sequence[object]:  # noqa: FBT001  a part of a row
    if space in _CLASSES:
        classes = [*sorted(names), _UNKNOWN_CLASS]
        return [[], *([name] for name in classes), None] if many else [*classes, *([] if key.startswith("__") else [None])]
    return [*sorted(every | set(names)), UNKNOWN, "", None]


def _around(site: Site, trees: Iterable[Tree]) -> list[str]:
    """Return known names that contain a fragment which a site asks for."""
    if site.op not in _FRAGMENTS:
        return []
    types = sorted({name for tree in trees for name in tree.program.linked.names.types})
    return [name for fragment in site.names for name in [one for one in types if fragment in one][:_ABOUT]]
