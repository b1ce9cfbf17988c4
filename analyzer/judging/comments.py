"""The bytes of a file to the suppressions in its comments: `# namebranch: keep[NB101] reason (issue=…, until=YYYY-MM-DD)`."""

import io
import re
from collections.abc import Iterator
from tokenize import COMMENT, DEDENT, ENDMARKER, INDENT, NEWLINE, NL, OP, TokenError, TokenInfo, generate_tokens

from ..inventory import Suppression
from ..reading.decode import Undecodable, decode

MARK = b"namebranch:"  # a file without these bytes has none
_COMMENT = re.compile(r"#\s*namebranch:\s*(?P<word>[^\s\[]*)\s*(?:\[(?P<rules>[^\]]*)\])?\s*(?P<rest>.*)")
_DETAILS = re.compile(r"\s*\((?P<details>\s*(?:issue|until)\s*=[^()]*)\)\s*$")
_DETAIL = re.compile(r"(issue|until)\s*=\s*([^,]+)")
_BLANK = frozenset({NL, COMMENT, INDENT, DEDENT, ENDMARKER})
_DECORATOR = "@"


def suppressions(path: str, data: bytes) -> tuple[Suppression, ...]:
    """Return the suppressions of one file, in the order of their lines; a text inside a string is none."""
    if MARK not in data:
        return ()
    try:
        text = decode(data)
    except Undecodable:
        return ()
    return tuple(_found(path, list(_tokens(text))))


def _tokens(text: str) -> Iterator[TokenInfo]:
    """Yield the tokens up to where the file is no Python any more."""
    try:
        yield from generate_tokens(io.StringIO(text).readline)
    except (TokenError, SyntaxError):
        return


def _found(path: str, tokens: list[TokenInfo]) -> Iterator[Suppression]:
    for at, token in enumerate(tokens):
        if token.type == COMMENT and (parts := _COMMENT.match(token.string)):
            first, last = _covered(tokens, at)
            details = _DETAILS.search(parts["rest"])
            known = dict(_DETAIL.findall(details["details"])) if details else {}
            yield Suppression(
                path=path,
                line=token.start[0],
                column=token.start[1] + 1,
                first=first,
                last=last,
                word=parts["word"],
                rules=tuple(rule.strip().upper() for rule in (parts["rules"] or "").split(",") if rule.strip()),
                reason=(parts["rest"][: details.start()] if details else parts["rest"]).strip(),
                issue=known["issue"].strip() if "issue" in known else None,
                until=known["until"].strip() if "until" in known else None,
            )


def _covered(tokens: list[TokenInfo], at: int) -> tuple[int, int]:
    """Return the first and last line that a comment speaks of.

    Behind code: the statement up to its colon if the comment stands on its first or last line, else the line it stands on. Alone: the
    next statement, decorators included; inside brackets, the next line.
    """
    line = tokens[at].start[0]
    first, last = _statement(tokens, at)
    alone = not any(token.end[0] == line and token.type not in _BLANK for token in tokens[max(0, at - 200) : at])
    if first == 0:
        return line, line
    if first <= line <= last:
        inside = line + 1 if alone else line
        return (first, last) if not alone and line in {first, last} else (inside, inside)
    return first, last


def _statement(tokens: list[TokenInfo], at: int) -> tuple[int, int]:
    """Return the lines of the statement around a comment, or of the next one, up to the end of its header; 0 where there is none."""
    start = at
    while start and tokens[start - 1].type != NEWLINE:
        start -= 1
    while start < len(tokens) and (
        tokens[start].type in _BLANK or not tokens[start].string
    ):  # the end of a file may be a NEWLINE of nothing
        start += 1
    end = start
    while end < len(tokens) and not (tokens[end].type == NEWLINE and not _decorates(tokens, start, end)):
        end += 1
    if start == len(tokens):
        return 0, 0
    return tokens[start].start[0], tokens[min(end, len(tokens) - 1)].start[0]


def _decorates(tokens: list[TokenInfo], start: int, end: int) -> bool:
    """Return whether the line that ends here is a decorator, so that the statement goes on."""
    begin = end
    while begin > start and tokens[begin - 1].type != NEWLINE:
        begin -= 1
    head = next((token for token in tokens[begin:end] if token.type not in _BLANK), None)
    return head is not None and head.type == OP and head.string == _DECORATOR
