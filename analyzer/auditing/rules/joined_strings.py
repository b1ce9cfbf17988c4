"""NB406: two names in a list run into one, because a comma is missing between them."""

import ast
import io
import re
from collections.abc import Iterator
from tokenize import COMMENT, NL, OP, STRING, TokenError, TokenInfo, generate_tokens

from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ..audited import Audited
from ..rule import AuditRule

_SIDE_BY_SIDE = re.compile(r"""[\w-]["'][ \t]*(?:(?:#[^\n]*)?\r?\n[ \t]*)*["']\w""")
_OPENS, _CLOSES = frozenset("([{"), frozenset(")]}")


def _audit(audited: Audited) -> Iterator[Finding]:
    for path in dict.fromkeys(site.path for site, _ in audited.sites):
        text = "".join(audited.rows(path))
        for first, second in _neighbours(text) if _SIDE_BY_SIDE.search(text) else ():
            names = _name(audited, first), _name(audited, second)
            if names[0] and names[1]:
                yield Finding(
                    rule="NB406",
                    path=path,
                    line=first.start[0],
                    places=(),
                    witness=names[0] + names[1],
                    names=(names[0], names[1]),
                    message=f"{names[0]!r} and {names[1]!r} are one string here, {names[0] + names[1]!r}: put a comma between them",
                    confidence=Confidence.EXACT,
                )


def _name(audited: Audited, token: TokenInfo) -> str:
    """Return the name that a token spells, empty where it is none."""
    try:
        value = ast.literal_eval(token.string)
    except (SyntaxError, ValueError):
        return ""
    return value if isinstance(value, str) and (audited.names.is_name(value) or audited.names.knows(value)) else ""


def _neighbours(text: str) -> Iterator[tuple[TokenInfo, TokenInfo]]:
    """Yield the strings inside brackets with commas in them that nothing but blanks, comments and line ends keep apart."""
    commas, pairs = [False], list[list[tuple[TokenInfo, TokenInfo]]]([[]])
    before: TokenInfo | None = None
    try:
        for token in generate_tokens(io.StringIO(text).readline):
            if token.type in {NL, COMMENT}:
                continue
            if token.type == OP and token.string in _OPENS:
                commas.append(False)
                pairs.append([])
            elif token.type == OP and token.string in _CLOSES and len(commas) > 1:
                found, listed = pairs.pop(), commas.pop()
                yield from found if listed else ()
            elif token.type == OP and token.string == ",":
                commas[-1] = True
            elif token.type == STRING and before is not None and before.type == STRING and len(commas) > 1:
                pairs[-1].append((before, token))
            before = token
    except (TokenError, SyntaxError):
        return


joined_strings = AuditRule(
    name="joined-strings",
    rule="NB406",
    title="two names that a missing comma makes one",
    doc="""
Finds `["llama", "mistral" "qwen2"]`: Python joins strings that stand side by side, so the list holds `mistralqwen2`, and neither of the two.

Leaves alone: a text that is broken over several lines, where the parts are no names.
""",
    finds=(
        Example(
            title="at the end of a line",
            code="""
SUPPORTED = [
    "llama",
    "mistral"  # here
    "qwen2",
]


def is_supported(cfg):
    return cfg.model_type in SUPPORTED
""",
        ),
    ),
    passes=(
        Example(
            title="a text over two lines, a list with its commas",
            code="""
SUPPORTED = [
    "llama",
    "qwen2",
]


def check(cfg):
    if cfg.model_type not in SUPPORTED:
        raise ValueError("this is none of "
                         "llama", "qwen2")
""",
        ),
    ),
    audit=_audit,
)
