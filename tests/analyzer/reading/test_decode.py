"""Encodings of Python files, and their lines."""

import ast
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer.reading.decode import Undecodable, decode, encoding, lines


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param(b"", "", id="an empty file"),
        pytest.param("é = 1\n".encode(), "é = 1\n", id="UTF-8 by default"),
        pytest.param(b"\xef\xbb\xbfx = 1\n", "x = 1\n", id="a byte order mark is no part of the text"),
        pytest.param(b"\xef\xbb\xbf# coding: utf-8\nx\n", "# coding: utf-8\nx\n", id="a mark and a cookie that agree"),
        pytest.param(b"# coding: latin-1\n'\xe9'\n", "# coding: latin-1\n'é'\n", id="a cookie on the first line"),
        pytest.param(
            b"#!python\n# -*- coding: latin-1 -*-\n'\xe9'\n", "#!python\n# -*- coding: latin-1 -*-\n'é'\n", id="on the second line"
        ),
        pytest.param(b"#!python\r# coding: latin-1\r'\xe9'\r", "#!python\r# coding: latin-1\r'é'\r", id="a cookie before a lone CR"),
        pytest.param(b"# vim: set fileencoding=cp1252 :\n'\x80'\n", "# vim: set fileencoding=cp1252 :\n'€'\n", id="an editor's cookie"),
        pytest.param(
            "x = 1\n\n# coding: latin-1\n'é'".encode(), "x = 1\n\n# coding: latin-1\n'é'", id="a cookie on the third line is none"
        ),
        pytest.param("# é\r\r# coding: latin-1\r".encode(), "# é\r\r# coding: latin-1\r", id="the third line after lone CRs is the third"),
        pytest.param(b"x\r\ny\rz\n\x0c\n", "x\r\ny\rz\n\x0c\n", id="line ends and form feeds stay"),
    ],
)
def test_bytes_become_text(data: bytes, text: str) -> None:
    assert decode(data) == text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param(b"x = 1\ny = '\xe9'\n", r"not utf-8 at byte 11 \(line 2\)", id="latin-1 without a cookie"),
        pytest.param(b"\xef\xbb\xbfx\n'\xe9'", r"not utf-8 at byte \d+ \(line 2\)", id="a mark that lies"),
        pytest.param(b"# coding: utf-8\n'\xff'", "not utf-8", id="a cookie that lies"),
        pytest.param(b"\xef\xbb\xbf# coding: latin-1\n", "encoding problem", id="a mark and a cookie that differ"),
        pytest.param(b"# coding: klingon\n", "unknown encoding: klingon", id="an unknown encoding"),
        pytest.param(b"# coding: hex\n6162", "hex", id="a codec that gives no text"),
        pytest.param(b"# coding: undefined\n", "undefined", id="the codec that always fails"),
        pytest.param(b"# coding: punycode\nx-abc", "takes too long", id="a decoder of quadratic time"),
        pytest.param("x = 1\n".encode("utf-16"), "UTF-16", id="UTF-16"),
        pytest.param(b"# coding: ../../etc/passwd\n", "unknown encoding", id="an encoding that is a path"),
    ],
)
def test_what_is_no_source_text_says_why(data: bytes, reason: str) -> None:
    with pytest.raises(Undecodable, match=reason):
        decode(data)


def test_the_encoding_is_named() -> None:
    assert [encoding(data) for data in (b"", b"\xef\xbb\xbf", b"# coding: latin-1")] == ["utf-8", "utf-8-sig", "iso-8859-1"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="no text, no lines"),
        pytest.param("a\nb\r\nc\rd", ["a\n", "b\r\n", "c\r", "d"], id="the three ends of a line"),
        pytest.param("\r\n\n\r\r", ["\r\n", "\n", "\r", "\r"], id="empty lines"),
        pytest.param("a\x0cb\x0bc\x1cd\x85e\u2028f", ["a\x0cb\x0bc\x1cd\x85e\u2028f"], id="nothing else ends a line"),
    ],
)
def test_lines_end_where_python_ends_them(text: str, expected: list[str]) -> None:
    assert lines(text) == expected


@given(st.text(st.one_of(st.sampled_from("ab\r\n\x0b\x0c\x1c\x1d\x85\u2028\u2029"), st.characters(codec="utf-8"))))
def test_lines_joined_are_the_text(text: str) -> None:
    split = lines(text)
    assert "".join(split) == text
    assert all(line.rstrip("\r\n") + ("\r\n" if line.endswith("\r\n") else line[-1:]) in {line, line + line[-1:]} for line in split)


@given(st.lists(st.sampled_from(["\n", "\r\n", "\r"])))
def test_lines_are_counted_as_ast_counts_them(ends: list[str]) -> None:
    text = "".join(f"x{end}" for end in ends) + "last"
    assert len(lines(text)) == ast.parse(text).body[-1].lineno


@given(st.binary())
def test_any_bytes_are_text_or_undecodable(data: bytes) -> None:
    with suppress(Undecodable):
        assert "".join(lines(decode(data))) == decode(data)
