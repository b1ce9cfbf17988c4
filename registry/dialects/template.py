"""Templates: a text with `$placeholders`, values in, text out. A placeholder alone on its line indents what it holds."""

import io
import re
import tokenize
from collections.abc import Mapping

_PLACEHOLDER = re.compile(r"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\}|(\$))")
_ALONE = re.compile(r"([ \t]*)\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})")
_OPENS = re.compile(r"[ \t]*\$\[(\w+)")
_CLOSES = re.compile(r"[ \t]*\$\]")


class TemplateError(Exception):
    """A template that cannot be filled in; the message says what is missing."""


def placeholders(template: str) -> frozenset[str]:
    """Return the names of all values that a template asks for; `$$` is a dollar."""
    asked = {found[1] or found[2] for found in _PLACEHOLDER.finditer(template) if not found[3]}
    return frozenset(asked | {found[1] for line in template.split("\n") if (found := _OPENS.fullmatch(line))})


def render(template: str, values: Mapping[str, str]) -> str:
    r"""Return the text of *template* with *values* in it.

    A placeholder alone on its line takes that line's indentation on all lines of its value, but for those that begin inside a string, and leaves
    no line where that is empty.
    Lines between `$[name` and `$]` stand only where the value of that name is not empty.

    Raises:
        TemplateError: a placeholder has no value, or a `$[` and a `$]` do not belong together.

    >>> render("call(\n    $arguments\n    key=$key,\n)\n", {"arguments": "a,\nb,", "key": "1"})
    'call(\n    a,\n    b,\n    key=1,\n)\n'
    >>> render("call(\n$[arguments\n    with_them(\n        $arguments\n    ),\n$]\n)", {"arguments": ""})
    'call(\n)'

    """
    lines: list[str] = []
    blocks: list[bool] = []
    for line in template.split("\n"):
        if (opens := _OPENS.fullmatch(line)) is not None:
            blocks.append(bool(_value(opens[1], values).strip()))
        elif _CLOSES.fullmatch(line) is not None:
            if not blocks:
                raise TemplateError("a `$]` closes nothing")
            blocks.pop()
        elif all(blocks):
            _add(line, values, lines)
    if blocks:
        raise TemplateError("a `$[` is not closed by a `$]`")
    return "\n".join(lines)


def _add(line: str, values: Mapping[str, str], lines: list[str]) -> None:
    """Add a line; where it comes to nothing, the blank lines around it are not doubled."""
    alone = _ALONE.fullmatch(line)
    if alone is None:
        lines.append(_PLACEHOLDER.sub(lambda found: "$" if found[3] else _value(found[1] or found[2], values), line))
        return
    value = _value(alone[2] or alone[3], values).strip("\n")
    if value.strip():
        inside = _inside_strings(value)
        texts = enumerate(value.split("\n"), 1)
        lines += (each if number in inside else f"{alone[1]}{each}" if each.strip() else "" for number, each in texts)
    else:
        while lines and not lines[-1]:
            lines.pop()


def _inside_strings(text: str) -> frozenset[int]:
    """Return the numbers, from 1, of the lines that begin inside a string: an indentation would become part of it."""
    found: set[int] = set()
    opened: list[int] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text + "\n").readline):
            name = tokenize.tok_name[token.type]
            if name == "STRING":
                found.update(range(token.start[0] + 1, token.end[0] + 1))
            elif name == "FSTRING_START":
                opened.append(token.start[0])
            elif name == "FSTRING_END":
                found.update(range(opened.pop() + 1, token.end[0] + 1))
    except (tokenize.TokenError, IndentationError):
        pass  # a piece of code that does not stand alone: what was found up to there holds
    return frozenset(found)


def _value(name: str, values: Mapping[str, str]) -> str:
    if name not in values:
        raise TemplateError(f"the template asks for ${name}, and there is only {', '.join(sorted(values)) or 'nothing'}")
    return values[name]
