"""Keys of a dependency's tables, whichever way they are put in."""

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer.upstream.tables import tables_of

SPELLED = {
    "a display": ('T = {"a": 1, "b": 2}', ("a", "b")),
    "an annotation": ('T: dict[str, int] = {"a": 1}', ("a",)),
    "a display that takes another in": ('A = {"a": 1}\nT = {**A, "b": 2}', ("a", "b")),
    "a union": ('A = {"a": 1}\nT = A | {"b": 2}', ("a", "b")),
    "a call of dict": ('A = {"a": 1}\nT = dict(A, b=2)', ("a", "b")),
    "pairs": ('T = OrderedDict([("a", 1), ("b", 2)])', ("a", "b")),
    "an item store": ('T = {"a": 1}\nT["b"] = 2', ("a", "b")),
    "an update": ('T = {"a": 1}\nT.update({"b": 2}, c=3)', ("a", "b", "c")),
    "an augmented union": ('T = {"a": 1}\nT |= {"b": 2}', ("a", "b")),
    "a version": ('T = {"a": 1}\nif version >= "5":\n    T["b"] = 2\nelse:\n    T["c"] = 3', ("a", "b", "c")),
    "a try": ('T = {}\ntry:\n    T["a"] = 1\nexcept ImportError:\n    pass', ("a",)),
    "a list": ('T = ["a", "b"]', ("a", "b")),
    "a set that takes a list in": ('A = ["a"]\nT = {*A, "b"}', ("a", "b")),
    "one that is written anew": ('T = {"a": 1}\nT = {"b": 1}', ("b",)),
}
NOT_SPELLED = {
    "a call": "T = build()",
    "a comprehension": "T = {x: 1 for x in y}",
    "a union with what is not spelled": 'T = {"a": 1} | build()',
    "inside a function": 'def f():\n    T = {"a": 1}',
    "code that does not parse": 'T = {"a": 1',
}


@pytest.mark.parametrize(("code", "keys"), SPELLED.values(), ids=SPELLED)
def test_keys_of(code: str, keys: tuple[str, ...]) -> None:
    assert tables_of(dedent(code).encode())["T"] == keys


@pytest.mark.parametrize("code", NOT_SPELLED.values(), ids=NOT_SPELLED)
def test_no_keys_of(code: str) -> None:
    assert "T" not in tables_of(code.encode())


@given(st.dictionaries(st.text(max_size=5), st.integers(), max_size=6), st.dictionaries(st.text(max_size=5), st.integers(), max_size=6))
def test_the_keys_are_those_that_running_it_gives(first: dict[str, int], second: dict[str, int]) -> None:
    code = f"A = {first!r}\nT = {{**A}}\nT.update({second!r})\n"
    scope: dict[str, dict[str, int]] = {}
    exec(code, scope)  # noqa: S102  the very code that is read
    assert set(tables_of(code.encode())["T"]) == set(scope["T"])
