"""Sites to what an earlier side remembers of them, and the name sets that belong to each."""

import re
from collections.abc import Callable, Iterable, Mapping

from ..inventory import Kind, Registration, Site
from .verdict import Known

DEFINING = frozenset({Kind.NAMESET, Kind.TABLE})  # the names of a constant belong to these
ANSWERING = frozenset({Kind.FLAG, Kind.PREDICATE})  # theirs belong to the tests inside: they are remembered, and not compared
_ANSWERING_RULES = frozenset({"NB108", "NB109"})
_STORE = "store"  # op of `TABLE["name"] = …`
_QUOTED = re.compile(r"""["']([^"']+)["']""")
_WORD = re.compile(r"[^\W\d]\w*")


def known_of(sites: Iterable[Site], registrations: Iterable[Registration] = ()) -> tuple[Known, ...]:
    """Return what is remembered of *sites*, in their order: each with the names that are its own.

    The names of a constant belong to its definition. Uses of a constant that no site defines (it is a model's own, or another
    package's) leave them to the first use. So a name that is added to a constant shows once.
    """
    ordered = tuple(sites)
    defined = {last(site.constant) for site in ordered if site.kind in DEFINING} | {
        key_of(site) for site in ordered if site.kind in ANSWERING
    }
    elsewhere = _spelled_elsewhere(ordered)
    keys = {one.key for one in registrations}
    told: set[str] = set()
    found: list[Known] = []
    for site in ordered:
        constant = held_by(site)
        names = tuple(sorted(set(site.names) - elsewhere(site)))
        if constant is not None:
            names = () if constant in defined or constant in told else names
            told.add(constant)
        already = tuple(name for name in sorted(set(site.names)) if name in keys)
        found.append(
            Known(
                id=site.id,
                rule=site.rule,
                path=site.path,
                scope=site.scope,
                op=site.op,
                key=key_of(site),
                names=names,
                constant=constant,
                registered=already,
                site=site,
            )
        )
    return tuple(found)


def held_by(site: Site) -> str | None:
    """Return the last name of the constant, flag or predicate through which the names of *site* come; None where they are its own."""
    if site.kind in DEFINING or site.kind in ANSWERING:
        return None
    if site.kind is Kind.FLAG_USE:
        return key_of(site)
    return last(site.constant) or None


def defines(known: Known) -> bool:
    """Return whether this is a definition, which decides nothing by itself: a constant, a flag, a predicate; a table is more than that."""
    return known.op == "def" and (known.rule in _ANSWERING_RULES or known.rule == "NB203")


def answers(known: Known) -> bool:
    """Return whether this is a flag or a predicate, whose names are those of the tests inside."""
    return known.op == "def" and known.rule in _ANSWERING_RULES


def last(dotted: str | None) -> str:
    """Return the last part of a dotted name."""
    return (dotted or "").rpartition(".")[2]


def key_of(site: Site) -> str:
    """Return the last attribute or key of what carries the name: `model_type` of `cfg.model_type` and of `cfg["model_type"]`."""
    text = site.origin or site.subject
    if site.kind in DEFINING or site.kind in ANSWERING:
        return last(text)
    quoted = _QUOTED.findall(text)
    words = _WORD.findall(text.partition("(")[0] if site.kind is Kind.FLAG_USE else text)
    return str((quoted or words or [text])[-1])


def name_sets(known: Iterable[Known]) -> Mapping[str, frozenset[str]]:
    """Return the names of each constant, as its definition or the first of its uses tells them."""
    found: dict[str, frozenset[str]] = {}
    for one in known:
        name = one.constant or (one.key if one.op in {"def", _STORE} else None)
        if name is not None and one.names:
            found[name] = found.get(name, frozenset()) | set(one.names)
    return found


def _spelled_elsewhere(sites: Iterable[Site]) -> Callable[[Site], frozenset[str]]:
    """Return what tells the names of a site that are other sites': stored into its table later, or of constants it is made of."""
    stored: dict[str, frozenset[str]] = {}
    placed: dict[str, frozenset[str]] = {}
    for site in sites:
        if site.kind in DEFINING and site.op == _STORE:
            stored[last(site.constant)] = stored.get(last(site.constant), frozenset()) | set(site.names)
        elif site.kind in DEFINING:
            placed[f"{site.path}:{site.line}"] = frozenset(site.names)

    def elsewhere(site: Site) -> frozenset[str]:
        here = f"{site.path}:{site.line}"
        parts = [placed[hop] for hop in site.via if hop in placed and hop != here]
        if site.kind in DEFINING and site.op != _STORE:
            parts.append(stored.get(last(site.constant), frozenset()))
        return frozenset().union(*parts)

    return elsewhere
