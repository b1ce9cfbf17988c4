"""Names that a program spells and that no table of a release holds: they belong to the universe as well."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from ...registry.universe.names import Names
from ...registry.universe.spelling import key_of
from ..analysis import Program
from ..linking.carrier import class_space
from .universe import Universe
from .worlds import PARTS, SPACES, Part

_EXACT = frozenset({"==", "!=", "in", "not in", "is", "is not", "case", "[]", "get", "pop", "setdefault", "isinstance", "issubclass"})
_OF_CLASSES = frozenset({"isinstance", "issubclass"})
_TYPES = frozenset({Part.TYPE, Part.TEXT})


def spelled_beyond(programs: Iterable[Program], names: Names, universe: Universe) -> Mapping[Part, tuple[str, ...]]:
    """Return, by part, the names that tests and registrations spell and the universe does not hold.

    A string that a test compares exactly is one; of parts of a model type, those that are names by themselves. A known name that is spelled
    anew (in lower case, without its underscores) is none.
    """
    found: defaultdict[Part, dict[str, None]] = defaultdict(dict)
    spelled = tuple(programs)
    for leaf in (leaf for program in spelled for leaf in program.linked.leaves):
        judged = leaf.judged
        if judged is None or judged.space not in PARTS:
            continue
        exact = judged.op in _EXACT and not (judged.reversed and not judged.many)
        part = PARTS[class_space(judged.names[0])] if judged.op in _OF_CLASSES and judged.names else PARTS[judged.space]
        found[part].update(dict.fromkeys(name for name in judged.names if exact or (part in _TYPES and names.is_name(name))))
    for one in (one for program in spelled for one in program.found.registrations):
        if one.space in PARTS:
            found[PARTS[one.space]][one.key] = None
    return {part: _unknown(part, held, universe) for part, held in found.items()}


def _unknown(part: Part, spelled: Mapping[str, None], universe: Universe) -> tuple[str, ...]:
    known = set(map(key_of, universe.of(SPACES[part])))
    return tuple(name for name in spelled if name and key_of(name) not in known)
