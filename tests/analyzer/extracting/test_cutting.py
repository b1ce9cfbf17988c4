"""Units: a file is cut so that nothing is lost, nothing is in two of them, and each can be parsed alone."""

import ast
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from programs import programs

from namebranch.analyzer.extracting.cutting import Uncuttable, Unit, cut
from namebranch.analyzer.extracting.texts import HEADER, WHOLE, pieces_at, source
from namebranch.analyzer.extracting.unit import extract
from namebranch.analyzer.reading.decode import lines

slowly = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def units(text: str) -> tuple[Unit, ...]:
    """Return the units of a text."""
    return cut(text, lines(text))


def texts(text: str) -> list[str]:
    """Return the texts of the units, as they are parsed."""
    return [source(lines(text), unit) for unit in units(text)]


def ours(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that units are made of: those of the module and of its classes, a class before its members."""
    for node in body:
        yield node
        if isinstance(node, ast.ClassDef) and node.body[0].lineno > node.lineno:
            yield from ours(node.body)


def parses(text: str) -> bool:
    """Whether a unit's text can be read."""
    return bool(extract(text).scopes)


@slowly
@given(programs())
def test_every_statement_lies_in_one_unit_and_units_do_not_overlap(text: str) -> None:
    found = units(text)
    assert all(unit.first <= unit.last for unit in found)
    assert all(one.last < other.first for one, other in pairwise(found))
    for node in ours(ast.parse(text).body):
        assert sum(unit.first <= node.lineno <= unit.last for unit in found) == 1


@slowly
@given(programs())
def test_every_unit_parses_alone(text: str) -> None:
    assert all(map(parses, texts(text)))


@slowly
@given(programs())
def test_headers_and_imports_parse_alone(text: str) -> None:
    rows = lines(text)
    for unit in units(text):
        if unit.form == "def":
            assert parses(source(rows, unit, HEADER))
        for number, part in enumerate(unit.imports):
            assert unit.first <= part.first <= part.last <= unit.last
            assert parses(source(rows, unit, number))


@slowly
@given(programs())
def test_line_ends_do_not_matter(text: str) -> None:
    assert units(text) == units(text.replace("\n", "\r\n")) == units(text.replace("\n", "\r"))


CLASS = """
import os; import sys

@first
@second(
    1)
class A(
    B,  # naïve
    metaclass=M):
    # comment

    x = 1; y = 2
    @property
    def kind(self):
        import os
        return 1

    class C(D):
        z = 1
    class E: w = 1
    async def run(self): pass

# comment
if os:
    class F:
        q = 1
elif sys: pass
try:
    from a import b
except ImportError: b = None
x = 1
""".lstrip("\n")


def test_the_units_of_a_file_one_by_one() -> None:
    found = units(CLASS)
    rows = lines(CLASS)
    told = [(unit.first, unit.last, unit.form, tuple(name for name, _ in unit.steps), rows[unit.first - 1].rstrip("\n")) for unit in found]
    assert told == [
        (1, 1, "import", (), "import os; import sys"),
        (3, 10, "class", (), "@first"),
        (11, 11, "statement", ("A",), "    x = 1; y = 2"),
        (12, 15, "def", ("A",), "    @property"),
        (17, 17, "class", ("A",), "    class C(D):"),
        (18, 18, "statement", ("A", "C"), "        z = 1"),
        (19, 19, "statement", ("A",), "    class E: w = 1"),
        (20, 20, "def", ("A",), "    async def run(self): pass"),
        (23, 26, "statement", (), "if os:"),
        (27, 29, "statement", (), "try:"),
        (30, 30, "statement", (), "x = 1"),
    ]
    assert [unit.end for unit in found if unit.form == "class"] == [20, 18]
    assert [[(part.first, part.steps) for part in unit.imports] for unit in found if unit.imports] == [
        [(14, (("kind", "function"),))],
        [(28, ())],
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("x = 1; \\\ny = 2\nz = 3\n", ["x = 1; \\\ny = 2\n", "z = 3\n"], id="a line that goes on behind a semicolon"),
        pytest.param("class A: x = 1\n", ["class A: x = 1\n"], id="a class on one line"),
        pytest.param("class A: \\\n  x = 1\n", ["class A: \\\n  ...\n", "  x = 1\n"], id="a class whose one line is two"),
        pytest.param("class A:\n\tx = 1", ["class A:\n\t...\n", "\tx = 1"], id="a tab, and no line end"),
        pytest.param("class A:\n    '''doc'''\n", ["class A:\n    ...\n", "    '''doc'''\n"], id="a class that is only documented"),
        pytest.param("\f\nx = 1\n\fy = 2\n", ["x = 1\n", "\fy = 2\n"], id="form feeds"),
        pytest.param("def f(): return 1\n", ["def f(): return 1\n"], id="a function on one line"),
        pytest.param("x = '''\ny = 1\n'''; z = 2\n", ["x = '''\ny = 1\n'''; z = 2\n"], id="a statement behind a long string"),
        pytest.param("", [], id="nothing"),
        pytest.param("# only a comment\n", [], id="a comment"),
    ],
)
def test_cut_into_these_texts(text: str, expected: list[str]) -> None:
    assert texts(text) == expected
    assert all(map(parses, texts(text)))


NEWER = 'import os\n\n\n# generic\n@deco\ndef f[T](x: T) -> T:\n    return x\n\n\nx = 1\r\ntype X[T] = int\ny = f"{a["b"]}"\n# end\nz = 1'


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_syntax_newer_than_this_python_is_cut_into_statements(end: str) -> None:
    text = NEWER.replace("\n", end, 6)
    assert [(unit.first, unit.last) for unit in units(text)] == [(1, 1), (5, 7), (10, 10), (11, 11), (12, 12), (14, 14)]
    assert all(map(parses, texts(NEWER)))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("x = 1\nif x\n    y\n", "line 2: expected ':'", id="a missing colon"),
        pytest.param("print 'x'\n", "line 1: Missing parentheses", id="an older Python"),
        pytest.param("x = '\n", "line 1: unterminated string literal", id="an open string"),
        pytest.param("  x = 1\n", "line 1: unexpected indent", id="an indented first line"),
        pytest.param("x = (1,\n", "line 1: '(' was never closed", id="an open parenthesis"),
    ],
)
def test_no_units_and_a_reason(text: str, reason: str) -> None:
    with pytest.raises(Uncuttable) as raised:
        units(text)
    assert str(raised.value).startswith(reason)


def test_pieces_are_whole_where_a_name_stands_and_brief_where_only_a_header_is_asked_for() -> None:
    found = units(CLASS)
    assert pieces_at(found, (15,), ()) == [(3, WHOLE)]
    assert pieces_at(found, (), (13,)) == [(3, HEADER)]
    assert pieces_at(found, (), (14,)) == [(3, 0)]
    assert pieces_at(found, (15,), (13, 14)) == [(3, WHOLE)]
    assert pieces_at(found, (), (1, 5, 24)) == [(0, WHOLE), (1, WHOLE)]
    assert pieces_at(found, (2, 22, 99), (9999,)) == []
