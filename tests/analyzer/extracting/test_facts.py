"""Facts of a unit: roles, chains, arms and guards of its decisions, and that they do not depend on where the unit lies."""

import codecs
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from programs import programs

from namebranch.analyzer.extracting import batch
from namebranch.analyzer.extracting.expression import And, Blank, Formula, Not, Or, Over, Ref
from namebranch.analyzer.extracting.expression import Test as Comparison
from namebranch.analyzer.extracting.facts import Facts
from namebranch.analyzer.extracting.unit import Unreadable, extract


def told(formula: Formula) -> str:
    """Return a formula as words."""
    match formula:
        case And(parts):
            return f"({' & '.join(map(told, parts))})"
        case Or(parts):
            return f"({' | '.join(map(told, parts))})"
        case Not(part):
            return f"~{told(part)}"
        case Over(every, _, part):
            return f"{'all' if every else 'any'} {told(part)}"
        case Comparison(op, _, _, left, right):
            return f"{left} {op} {right}".strip()
        case Ref(_, text):
            return text
        case Blank(text):
            return f"<{text}>"


def decisions(text: str) -> list[tuple[Any, ...]]:
    """Return for each decision: its formula, role, chain, arm and lines."""
    return [(told(one.formula), one.role, one.chain, one.arm, one.lines) for one in extract(text).decisions]


FORMULAS = [
    ("a == 'x'", "a == 'x'"),
    ("'x' != a", "'x' != a"),
    ("a is B", "a is B"),
    ("a not in ('x', 'y')", "a not in ('x', 'y')"),
    ("a == 'x' == b", "(a == 'x' & 'x' == b)"),
    ("a and b or not c", "((a & b) | ~c)"),
    ("a and b and c", "(a & b & c)"),
    ("a and (b and c)", "(a & (b & c))"),
    ("(a or b) or c", "((a | b) | c)"),
    ("not (a or b == 'x')", "~(a | b == 'x')"),
    ("bool(a)", "a"),
    ("any('x' in k for k in ks)", "any 'x' in k"),
    ("all([a, b == 'x'])", "(a & b == 'x')"),
    ("any(ks)", "any(ks)"),
    ("a.startswith('x')", "a startswith 'x'"),
    ("a.lower().endswith(('x', 'y'))", "a.lower() endswith ('x', 'y')"),
    ("re.search('x', a)", "a re.search 'x'"),
    ("PATTERN.match(a)", "a re.match PATTERN"),
    ("fnmatch(a, 'x*')", "a fnmatch 'x*'"),
    ("isinstance(a, (B, C))", "a isinstance (B, C)"),
    ("a.find('x') >= 0", "a.find('x') find >= 0"),
    ("a & B", "a & B"),
    ("a.isdisjoint(B)", "a isdisjoint B"),
    ("len(a & B) > 0", "len(a & B) &"),
    ("a is None", "<a is None>"),
    ("a > 3", "<a > 3>"),
    ("a", "a"),
    ("a.b['c'](d)", "a.b['c'](d)"),
    ("hasattr(a, 'b')", "hasattr(a, 'b')"),
    ("(k := a.b) == 'x'", "k := a.b == 'x'"),
    ("'x'", "<'x'>"),
    ("(  # why\n  a\n  ==\n  'x')", "a == 'x'"),
]


@pytest.mark.parametrize(("text", "formula"), FORMULAS, ids=[text for text, _ in FORMULAS])
def test_a_test_is_the_formula(text: str, formula: str) -> None:
    assert [one[0] for one in decisions(f"if {text}:\n    pass\n")] == [formula]


ROLES = [
    pytest.param("if a:\n    x\n    y\n", [("a", "if", None, None, 2)], id="an if alone is an if"),
    pytest.param(
        "if a:\n    x\n    y\nelif b:\n    x\nelse:\n    x\n",
        [("a", "if", 1, 0, 2), ("b", "elif", 1, 1, 1)],
        id="arms of a chain are counted from 0",
    ),
    pytest.param("if a:\n    x\nelse:\n    x\n", [("a", "if", 1, 0, 1)], id="an if with an else is a chain"),
    pytest.param(
        "def f():\n    if a:\n        return 1\n    if b:\n        raise E\n    x\n",
        [("a", "if", 1, 0, 1), ("b", "if", 1, 1, 1)],
        id="early exits next to each other are arms",
    ),
    pytest.param(
        "def f():\n    if a:\n        return 1\n    x\n    y\n    z\n",
        [("a", "guard", None, None, 3)],
        id="an early exit alone guards the rest of the block",
    ),
    pytest.param(
        "def f():\n    if a:\n        return 1\n    x\n    if b:\n        return 1\n",
        [("a", "guard", None, None, 3), ("b", "guard", None, None, 0)],
        id="early exits with something between are two guards",
    ),
    pytest.param(
        "for i in x:\n    if a:\n        continue\n    y\n", [("a", "guard", None, None, 1)], id="a guard of a loop guards its body"
    ),
    pytest.param(
        "if a:\n    if b:\n        x\n    elif c:\n        x\nelif d:\n    x\n",
        [("a", "if", 1, 0, 4), ("b", "if", 2, 0, 1), ("c", "elif", 2, 1, 1), ("d", "elif", 1, 1, 1)],
        id="a chain in an arm is a chain of its own",
    ),
    pytest.param("x = 1 if a else 2\n", [("a", "ternary", None, None, 1)], id="a ternary"),
    pytest.param("x = a == 'x'\n", [("a == 'x'", "assignment", None, None, 1)], id="a test that is assigned"),
    pytest.param("x = a == 'x' and b\n", [("(a == 'x' & b)", "assignment", None, None, 1)], id="a test of several that is assigned"),
    pytest.param("f(a == 'x' and b)\n", [("(a == 'x' & b)", "boolean", None, None, 1)], id="a test of several that is handed on"),
    pytest.param("f(a == 'x')\n", [("a == 'x'", "none", None, None, 1)], id="a test that is handed on"),
    pytest.param("assert a == 'x', 'no'\n", [("a == 'x'", "assert", None, None, 1)], id="an assertion"),
    pytest.param("while a:\n    x\n    y\n", [("a", "while", None, None, 2)], id="a loop"),
    pytest.param("[x for x in y if x == 'a']\n", [("x == 'a'", "comprehension", None, None, 1)], id="a condition of a comprehension"),
    pytest.param(
        "match a:\n    case 'x' | 'y':\n        pass\n    case 'z' if b:\n        pass\n    case _:\n        pass\n",
        [("(a case 'x' | a case 'y')", "match", 1, 0, 1), ("(a case 'z' & b)", "match", 1, 1, 1)],
        id="cases of a match are arms",
    ),
    pytest.param("if x: pass\nelif a: y\n", [("x", "if", 1, 0, 1), ("a", "elif", 1, 1, 1)], id="arms on one line each"),
    pytest.param("return_ = lambda k: k == 'x'\n", [("k == 'x'", "none", None, None, 1)], id="a lambda"),
]


@pytest.mark.parametrize(("text", "expected"), ROLES)
def test_it_is_known_that(text: str, expected: list[tuple[Any, ...]]) -> None:
    assert decisions(text) == expected


GUARDS = """
def f():
    if a:
        return 1
    if b:
        if c:
            return 2
        d and e()
    else:
        while g:
            return 3
    def inner():
        return 4
    return h == 'x'
"""


def test_what_leads_to_a_place_is_known_with_its_outcome() -> None:
    facts = extract(GUARDS.lstrip("\n"))
    names = [told(one.formula) for one in facts.decisions]

    def leading(guard: int | None) -> str:
        return " ".join(("" if one.holds else "~") + names[one.decision] for one in reversed(list(facts.leading(guard))))

    assert {names[at]: leading(one.guard) for at, one in enumerate(facts.decisions)} == {
        "a": "",
        "b": "~a",
        "c": "~a b",
        "(d & e())": "~a b ~c",
        "g": "~a ~b",
        "h == 'x'": "~a",
    }
    assert [leading(one.guard) for one in facts.returns] == ["a", "~a b c", "~a ~b g", "", "~a"]


def test_definitions_returns_and_imports_are_facts_too() -> None:
    facts = extract("def f(p, *, q=1):\n    from ..a import b as c\n    x, self.y = p, q\n    z['k'] = 1\n    s.add('n')\n    return x\n")
    assert [(one.name, one.op) for one in facts.definitions] == [("x", "="), ("self.y", "="), ("z", "store"), ("s", "add")]
    assert [(one.local, one.module, one.name) for one in facts.imports] == [("c", "..a", "b")]
    assert [(one.name, one.form, one.params) for one in facts.scopes] == [("", "unit", ()), ("f", "function", ("p", "q"))]
    assert len(facts.returns) == 1


def moved(value: Any, columns: int, lines: int = 0) -> Any:
    """Return facts with every span moved."""
    if isinstance(value, tuple):
        return tuple(moved(part, columns, lines) for part in value)
    if not isinstance(value, msgspec.Struct):
        return value
    found = {}
    for name in value.__struct_fields__:
        part = getattr(value, name)
        if name == "span":
            first, left, last, right = part
            part = (first + lines, left + columns, last + lines, right + columns)
        found[name] = moved(part, 0 if name == "span" else columns, lines)
    return (type(value).__name__, found)


slowly = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
CROSSING = ("'''", "\\\n", "(c,\n", "\n   )", "\f", "#")  # what has rows that are not indented with the unit
FLAT = programs(max_size=2).map(lambda text: text.strip("\n")).filter(lambda text: text and not any(mark in text for mark in CROSSING))


@slowly
@given(FLAT)
def test_facts_do_not_depend_on_how_deep_a_unit_lies(text: str) -> None:
    deeper = "".join(f"    {row}" if row.strip() else row for row in text.splitlines(keepends=True))
    assert moved(extract(deeper), 0) == moved(extract(text), 4)


@slowly
@given(programs(max_size=3))
def test_facts_are_the_same_each_time_and_survive_being_written(text: str) -> None:
    facts = extract(text)
    assert extract(text) == facts
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(facts), type=Facts) == facts


@slowly
@given(programs(max_size=3).filter(lambda text: "'''" not in text))
def test_facts_do_not_depend_on_line_ends(text: str) -> None:
    assert extract(text.replace("\n", "\r\n")) == extract(text)


@slowly
@given(st.lists(programs(max_size=2), min_size=2, max_size=3))
def test_a_unit_says_the_same_wherever_it_lies_in_a_file(texts: list[str]) -> None:
    whole = "".join(f"{text.strip(chr(12))}\n" for text in texts)
    lines = tuple(range(1, whole.count("\n") + 1))
    (answer,) = batch.answer([batch.Whole("a.py", whole.encode(), lines, ())])
    (shifted,) = batch.answer([batch.Whole("b.py", ("# above\n\n" + whole).encode(), tuple(line + 2 for line in lines), ())])
    assert answer.table is not None
    assert shifted.table is not None
    assert answer.unread == shifted.unread == ()
    assert answer.facts == shifted.facts
    assert answer.table.digests == shifted.table.digests


ENCODED = [
    pytest.param("größe = cfg.模型 == 'x'\n".encode(), id="UTF-8"),
    pytest.param(codecs.BOM_UTF8 + "größe = cfg.模型 == 'x'\n".encode(), id="a byte order mark"),
    pytest.param("# coding: gb18030\ngröße = cfg.模型 == 'x'\n".encode("gb18030"), id="a cookie"),
    pytest.param(
        b"#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n" + "größe = cfg.模型 == 'x'\n".encode(), id="a cookie in the second line"
    ),
]


@pytest.mark.parametrize("data", ENCODED)
def test_columns_are_counted_in_code_points_whatever_the_encoding(data: bytes) -> None:
    (answer,) = batch.answer([batch.Whole("a.py", data, (1, 2, 3), ())])
    (facts,) = [msgspec.msgpack.decode(blob, type=Facts) for _, _, blob in answer.facts]
    assert [one.span for one in facts.decisions] == [(0, 8, 0, 21)]


@pytest.mark.parametrize(
    "text", ["x = (\n", "    x = 1\n  y = 2\n", "x = " + "-" * 300 + "a\n"], ids=["an open parenthesis", "a crooked block", "300 signs"]
)
def test_what_cannot_be_read_says_so(text: str) -> None:
    with pytest.raises(Unreadable, match=r"LibCST: |nested more than"):
        extract(text)
