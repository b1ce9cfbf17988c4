"""A template and values in, Markdown out: whatever a value holds is shown as words, unless it is Markdown already."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from . import markup
from .escape import safe_json, visible

if TYPE_CHECKING:
    from jinja2 import Environment

_FOLDER = "templates"


class Markdown(str):
    """Text that is Markdown already: it is put down as it stands."""

    __slots__ = ()


def filled(template: str, values: Mapping[str, object]) -> str:
    """Return the template of that name with *values*; one that a template asks for and nobody gave is an error of ours."""
    return _environment().get_template(template).render(values)


def code(value: object) -> Markdown:
    """Return text as code."""
    return Markdown(markup.code(str(value)))


def prose(value: object) -> Markdown:
    """Return words of ours, in which code stands between backticks."""
    parts = str(value).split("`")
    is_paired = len(parts) % 2 == 1
    return Markdown("".join(markup.code(part) if at % 2 and is_paired else markup.words(part) for at, part in enumerate(parts)))


def flat(value: object) -> str:
    """Return text on one line, its blanks collapsed."""
    return " ".join(str(value).split())


def plain(value: object) -> Markdown:
    """Return text on one line inside a block of code, which it does not end."""
    return Markdown(visible(str(value)))


def quoted(value: object) -> Markdown:
    """Return text in double quotes, as YAML and JSON read it."""
    return Markdown(safe_json(json.dumps(str(value), ensure_ascii=False)))


def verbatim(value: object) -> Markdown:
    """Return lines of a block of code that is fenced by three backticks, so that none of them ends it."""
    lines = (visible(line).replace("```", "`\u200b``") for line in str(value).strip("\n").split("\n"))
    return Markdown("\n".join(lines))


def put(value: object) -> object:
    """Return what is put down for a value."""
    return value if isinstance(value, Markdown | int) else Markdown(markup.words(str(value)))


def folder_name(folder: str) -> str:
    """Return how a folder of a size is called."""
    return "the root" if folder == "." else f"{folder}/"


def plural(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415  only reports are made of templates

    found = Environment(  # noqa: S701  Markdown is no HTML: `finalize` escapes what is put down
        loader=PackageLoader(__package__, _FOLDER),
        undefined=StrictUndefined,
        finalize=put,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    found.filters |= {
        "code": code,
        "flat": flat,
        "md": Markdown,
        "plain": plain,
        "plural": plural,
        "prose": prose,
        "quoted": quoted,
        "verbatim": verbatim,
    }
    return found
