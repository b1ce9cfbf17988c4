"""An inventory and filters to the inventory that a person asked for; an unknown word is an error, never an empty answer."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase

from ..inventory import Finding, Inventory, Kind, Registration, Role, Site, Zone
from .filters import Filters

OPERATORS = frozenset(
    {"==", "!=", "is", "is not", "in", "not in", "<", "startswith", "endswith", "removeprefix", "find", "match", "search", "fullmatch"}
    | {"isinstance", "issubclass", "get", "[]", "def", "class", "import", "truth", "table", "nameset", "case"}
)
ONLY_SITES = ("subsystem", "kind", "op", "subject", "origin", "role", "zone")  # a registration or a finding has no such field
RULE = re.compile(r"NB[1-9]\d\d")
CLASS_TAIL = re.compile(r"(For[A-Z]\w*|LMHeadModel|PreTrainedModel|Model|Config|Processor|Tokenizer(Fast)?)$")

Test = Callable[[Site], bool]


class FilterError(Exception):
    """A filter holds a word that no site could have, or a glob that is none; the message names the nearest word."""


def select(inventory: Inventory, filters: Filters, *, subsystems: Iterable[str] = ()) -> Inventory:
    """Return what *filters* keep of *inventory*, in the same order; without a zone filter, the sites in zone shared.

    Registrations and findings are kept by path, model and rule. A filter that only sites can answer drops the findings and
    leaves the registrations. What could not be read always stays: it may hold anything.

    Args:
        inventory: what was found.
        filters: what to keep; fields are joined by and, the values of one by or.
        subsystems: names that are known beside those of the sites, so that a clean subsystem is no unknown one.

    Raises:
        FilterError: a kind, op, role, zone, rule or subsystem is unknown, or a path glob is malformed.

    """
    check_words(filters)
    sites = inventory.sites
    check({"op": OPERATORS | {one.op for one in sites}, "subsystem": {*subsystems, *(one.subsystem for one in sites)}}, filters)
    tests = site_tests(filters)
    in_path = path_test(filters.path)
    only_sites = any(getattr(filters, field) for field in ONLY_SITES)
    return replace(
        inventory,
        sites=tuple(site for site in sites if all(test(site) for test in tests)),
        registrations=tuple(entry for entry in inventory.registrations if in_path(entry.path) and keeps_registration(entry, filters)),
        findings=()
        if only_sites
        else tuple(found for found in inventory.findings if in_path(found.path) and keeps_finding(found, filters)),
    )


def site_tests(filters: Filters) -> list[Test]:
    """Return one test a filter that was given, the cheap ones first."""
    zones, kinds, rules = filters.zone or (Zone.SHARED,), filters.kind, tuple(rule.upper() for rule in filters.rule)
    tests: list[Test] = [lambda site: site.zone in zones]
    if kinds:
        tests.append(lambda site: site.kind in kinds)
    if rules:
        tests.append(lambda site: site.rule in rules)
    if filters.role:
        tests.append(lambda site: site.role in filters.role)
    if filters.op:
        tests.append(lambda site: site.op in filters.op)
    if filters.subsystem:
        tests.append(lambda site: site.subsystem in filters.subsystem)
    if filters.subject:
        tests.append(lambda site: matches(site.subject, filters.subject))
    if filters.origin:
        tests.append(lambda site: site.origin is not None and matches(site.origin, filters.origin))
    if filters.model:
        tests.append(lambda site: names_model(site.names, filters.model))
    if filters.path:
        in_path = path_test(filters.path)
        tests.append(lambda site: in_path(site.path))
    return tests


def keeps_registration(entry: Registration, filters: Filters) -> bool:
    """Return True unless a model was asked for and the key is another's."""
    return not filters.model or names_model((entry.key,), filters.model)


def keeps_finding(finding: Finding, filters: Filters) -> bool:
    """Return True if the rule and the model are among those asked for."""
    by_rule = not filters.rule or finding.rule in {rule.upper() for rule in filters.rule}
    return by_rule and (not filters.model or names_model(finding.names, filters.model))


def matches(text: str, globs: Iterable[str]) -> bool:
    """Return True if *text* is one of *globs* or matches one: `cfg["model_type"]` is a glob too, so equality comes first."""
    return any(text == glob or fnmatchcase(text, glob) for glob in globs)


def names_model(names: Iterable[str], models: Iterable[str]) -> bool:
    """Return True if a name is that of a model, whatever its spelling: `qwen3_moe`, `Qwen3-MoE`, `Qwen3MoeForCausalLM`."""
    wanted = {squashed(model) for model in models}
    return any(squashed(name) in wanted or squashed(CLASS_TAIL.sub("", name)) in wanted for name in names)


def squashed(name: str) -> str:
    """Return *name* in lower case without what separates its words."""
    return re.sub(r"[\W_]+", "", name).lower()


def path_test(globs: Iterable[str]) -> Callable[[str], bool]:
    """Return a test of paths by the globs of the configuration; a path that is spelled out matches too, none match everything.

    Raises:
        FilterError: a glob is malformed.

    """
    wanted = tuple(glob.removeprefix("./") for glob in globs)
    if not wanted:
        return lambda _path: True
    from ..settings.globs import matcher, plain  # noqa: PLC0415  most runs ask for no path

    try:
        match = matcher(wanted)
    except ValueError as error:
        raise FilterError(f"--path: {error}; write for example --path 'pkg/loaders/**'") from error
    exact = frozenset(plain(glob) for glob in wanted)
    return lambda path: plain(path) in exact or match(plain(path)) is not None


def check_words(filters: Filters) -> None:
    """Judge what can be judged before anything was read; `select` does it too.

    Raises:
        FilterError: a kind, role, zone or rule is unknown, or a path glob is malformed.

    """
    check({"kind": list(Kind), "role": list(Role), "zone": list(Zone)}, filters)
    path_test(filters.path)
    for word in filters.rule:
        if not RULE.fullmatch(word.upper()):
            raise FilterError(f"--rule {word!r} is no rule: a rule reads like NB101, and `namebranch rules` lists them")


def check(known: Mapping[str, Iterable[str]], filters: Filters) -> None:
    """Raise FilterError for the first word of a field of *known* that is not among its words."""
    for field, words in known.items():
        for word in getattr(filters, field):
            if word not in words:
                raise FilterError(f"--{field} {word!r} is unknown{nearest(word, words)}")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return words that end a message: the nearest known word, or else all of them."""
    from rapidfuzz import process  # noqa: PLC0415  only a mistake needs it

    choices = sorted(str(choice) for choice in known)
    found = process.extractOne(word, choices, score_cutoff=60)
    if found is not None:
        return f"; did you mean {found[0]!r}?"
    return f"; known are {', '.join(choices)}" if choices else "; nothing was found that has one"
