"""The jobs that load two trees into a child."""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from .child import Answered, Child, Fell
from .flags import tied
from .pairing import Pair
from .part import Asked
from .realness import added_modules, real_modules
from .tree import Tree
from .vocabulary import UNKNOWN, Vocabulary

_SECONDS = 60.0
_AS_IT_IS: Mapping[str, str] = MappingProxyType({})


def loaded(asked: Asked, pair: Pair, words: Vocabulary, child: Child, *, instead: Mapping[str, str] = _AS_IT_IS) -> str | None:
    """Load both trees; return why that could not be done. *instead* holds other texts for modules of the new one."""
    return load(child, job(asked, pair, words, instead=instead))


def job(
    asked: Asked,
    pair: Pair,
    words: Vocabulary,
    *,
    fault: str | None = None,
    instead: Mapping[str, str] = _AS_IT_IS,
    beside: Collection[str] = (),
) -> Mapping[str, Any]:
    """Return the job that loads both trees; with a *fault* the old one beside itself, with that text for the module under test.

    Modules *beside* those that a pair needs are run as well.

    Source is parsed here: one thread at a time may do that (Python 3.11 counts the depth of all its parsers together).
    """
    old, new = (
        tuple(dict.fromkeys((*real, *(name for name in beside if name in tree.modules))))
        for real, tree in zip(real_modules(asked.old, asked.new, pair), (asked.old, asked.new), strict=True)
    )
    sides = {"old": _side(asked.old, old), "new": _side(asked.new, new)}
    if fault is not None:
        sides["new"] = _side(asked.old, old)
        sides["new"]["sources"] |= {pair.old.module: (fault, asked.old.modules[pair.old.module].is_package)}
    for name, text in instead.items():
        sides["new"]["sources"][name] = (text, asked.new.modules[name].is_package)
    asking = {"old": [pair.old.module], "new": [pair.new.module, *added_modules(asked.old, asked.new)]}
    flags = tied(asked.old, pair)
    return {
        "load": sides,
        "vocabulary": {one.key: [*one.names, UNKNOWN, None] for one in flags.values()} | {**words},
        "flags": {name: (one.key, one.names, one.where) for name, one in flags.items()},
        "asking": asking,
        "needed": [pair.old.module, pair.new.module],
    }


def load(child: Child, job: Mapping[str, Any]) -> str | None:
    """Let a child load two trees; return why that could not be done."""
    match child.ask(job, _SECONDS):
        case Fell(reason=reason):
            return reason
        case Answered(answer={"failed": str(reason)}):
            return f"the modules could not be loaded: {reason}"
        case Answered():
            return None


def _side(tree: Tree, real: Iterable[str]) -> dict[str, Any]:
    names = list(real)
    return {
        "sources": {name: (tree.modules[name].text, tree.modules[name].is_package) for name in names},
        "real": names,
        "package": tree.package,
    }
