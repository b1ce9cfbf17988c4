"""What subjects may carry while functions are compared: the names that either side spells, those of its registries, and some that nobody knows."""

from collections.abc import Iterable, Mapping, Sequence

from ..analyzer.finding.draft import Draft
from ..analyzer.inventory import Site
from ..registry.space import Space
from .tree import Tree

UNKNOWN = "a_model_that_nobody_knows"
_UNKNOWN_CLASS = "AModelThatNobodyKnows"
_CLASSES = frozenset({Space.ARCHITECTURE, Space.CLASS_NAME, Space.CLASS_QUALNAME, Space.PROCESSOR, Space.TOKENIZER})
_ABOUT = 24  # known names that contain a fragment, at most
_FRAGMENTS = frozenset({"startswith", "endswith", "in", "find", "not in"})

Vocabulary = Mapping[str, Sequence[object]]


def vocabulary(trees: Iterable[Tree], sites: Iterable[tuple[Site, Draft]]) -> Vocabulary:
    """Return, by the last name of each subject, what it may carry: names, None, an empty name."""
    known = tuple(trees)
    spelled: dict[str, dict[str, None]] = {}
    spaces: dict[str, Space] = {}
    many: set[str] = set()
    for site, draft in sites:
        if draft.key.isidentifier():
            spelled.setdefault(draft.key, {}).update(dict.fromkeys((*site.names, *_around(site, known))))
            spaces.setdefault(draft.key, site.space)
            if site.space is Space.ARCHITECTURE and draft.key.endswith("s"):
                many.add(draft.key)
    registered = {name for tree in known for name in (one.key for one in tree.program.found.registrations if one.space is Space.MODEL_TYPE)}
    every = {name for key, names in spelled.items() if spaces[key] not in _CLASSES for name in names} | registered
    return {key: _choices(key, names, every, spaces[key], many) for key, names in spelled.items()}


def _choices(key: str, names: Mapping[str, None], every: set[str], space: Space, many: set[str]) -> Sequence[object]:
    if space in _CLASSES:
        classes = [*sorted(names), _UNKNOWN_CLASS]
        return [[], *([name] for name in classes), None] if key in many else [*classes, *([] if key.startswith("__") else [None])]
    return [*sorted(every | set(names)), UNKNOWN, "", None]


def _around(site: Site, trees: Iterable[Tree]) -> list[str]:
    """Return known names that contain a fragment which a site asks for."""
    if site.op not in _FRAGMENTS:
        return []
    types = sorted({name for tree in trees for name in tree.program.linked.names.types})
    return [name for fragment in site.names for name in [one for one in types if fragment in one][:_ABOUT]]
