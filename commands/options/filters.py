"""The filters as options: each repeatable, each also a comma-separated list, gathered into one value."""

import functools
from collections.abc import Callable
from typing import TypeVar

import click

from ...analyzer.judging.filters import Filters

R = TypeVar("R")

HELP = {
    "path": ("GLOB", "Only files that match, with or without a leading src/."),
    "subsystem": ("NAME", "Only this part of the framework, e.g. loaders."),
    "kind": ("KIND", "Only this kind of site, e.g. compare, membership, table."),
    "op": ("OP", "Only this operator, e.g. ==, in, 'not in', startswith."),
    "subject": ("GLOB", "Only tests of such an expression, e.g. '*.model_config_type'."),
    "origin": ("GLOB", "Only tests whose name comes from there, aliases followed."),
    "role": ("ROLE", "Only decisions in this role, e.g. if, elif, guard, ternary."),
    "model": ("NAME", "Only sites that name this model."),
    "zone": ("ZONE", "shared (the default), model, frozen or ignored."),
    "rule": ("RULE", "Only this rule, e.g. NB101."),
}


def filters(verb: Callable[..., R]) -> Callable[..., R]:
    """Give *verb* the filter options; it receives them as one `Filters` value, its parameter `filters`."""

    @functools.wraps(verb)
    def with_filters(*args: object, **kwargs: object) -> R:
        chosen = {name: split(kwargs.pop(f"only_{name}")) for name in HELP}
        return verb(*args, **kwargs, filters=Filters(**chosen))

    decorated: Callable[..., R] = with_filters
    for name, (metavar, words) in reversed(HELP.items()):
        decorated = click.option(f"--{name}", f"only_{name}", metavar=metavar, multiple=True, help=words)(decorated)
    return decorated


def split(values: object) -> tuple[str, ...]:
    """Return the words of all *values*: `--kind table,nameset --kind flag` are three words."""
    return tuple(word for value in values for word in at_commas(str(value))) if isinstance(values, tuple) else ()


def at_commas(value: str) -> list[str]:
    """Split *value* at its commas, except those inside brackets (they belong to a glob or an expression); drop empty words."""
    words, depth = [""], 0
    for letter in value:
        depth += (letter in "{[(") - (letter in "}])")
        if letter == "," and depth <= 0:
            words.append("")
        else:
            words[-1] += letter
    return [word.strip() for word in words if word.strip()]
