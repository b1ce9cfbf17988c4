"""Bytes of a Python file to text: by its byte order mark or its cookie, else UTF-8; and text to lines as Python counts them."""

import io
import re
from codecs import BOM_UTF8
from tokenize import detect_encoding

_FIRST_TWO_LINES = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)?[^\r\n]*")
_LINE_END = re.compile(rb"\r\n|\r")
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
_UNREAD_ENCODINGS = frozenset({"idna", "punycode"})  # their decoders take quadratic time: minutes for a few megabytes


class Undecodable(Exception):  # noqa: N818 - it is the name of an outcome, which the caller turns into an Unread
    """The bytes are no Python source text; the message says why."""


def encoding(data: bytes) -> str:
    """Return the name of the encoding: `utf-8-sig` after a byte order mark; raises Undecodable where there is none such."""
    if data.startswith(_WIDE_MARKS):
        raise Undecodable("it begins like UTF-16, which Python does not read either")
    found = _FIRST_TWO_LINES.match(data)
    head = found.group() if found else b""
    if b"coding" not in head and not head.startswith(BOM_UTF8):
        return "utf-8"
    try:
        name, _ = detect_encoding(io.BytesIO(_LINE_END.sub(b"\n", head)).readline)
    except SyntaxError as error:
        raise Undecodable(str(error.msg)) from error
    if name in _UNREAD_ENCODINGS:
        raise Undecodable(f"its cookie says {name}, which is not read: decoding it takes too long")
    return name


def decode(data: bytes) -> str:
    """Return the text, without a byte order mark and with its line ends as they are; raises Undecodable."""
    name = encoding(data)
    try:
        return data.decode(name)
    except UnicodeDecodeError as error:
        place = error.start + len(data) - len(error.object)  # the codec leaves a mark out of what it counts
        line = len(lines(data[:place].decode(name, "replace") + "."))
        raise Undecodable(f"not {name.removesuffix('-sig')} at byte {place} (line {line}): {error.reason}") from error
    except (LookupError, ValueError) as error:
        raise Undecodable(f"its cookie says {name}: {error}") from error


def lines(text: str) -> list[str]:
    r"""Split at `\n`, `\r\n` and `\r` only, as Python counts lines, and keep the ends: joined they are the text again."""
    return list(io.StringIO(text, newline=""))
