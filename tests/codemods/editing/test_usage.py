"""What statements do with names, nested scopes taken into account as Python takes them."""

import ast
from textwrap import dedent

import pytest

from namebranch.codemods.editing.usage import Usage, usage_of


def usage(code: str) -> Usage:
    return usage_of(ast.parse(dedent(code)).body)


@pytest.mark.parametrize(
    ("code", "reads"),
    [
        pytest.param("a.b(c)[d]", {"a", "c", "d"}, id="a chain"),
        pytest.param("[x for x in a if y]", {"a", "y"}, id="a comprehension keeps its variable"),
        pytest.param("def f(x=a): return x + b", {"a", "b"}, id="defaults and free names of a function"),
        pytest.param("def f(x: A) -> B: ...", {"A", "B"}, id="annotations of a function are evaluated"),
        pytest.param("x: A = 1", set(), id="that of a local is not"),
        pytest.param("class C(B):\n    x: A = 1", {"A", "B"}, id="that in a class is"),
        pytest.param("lambda x: x + a", {"a"}, id="a lambda"),
        pytest.param("x += 1", {"x"}, id="an augmented assignment"),
        pytest.param("f(a=b)", {"f", "b"}, id="a keyword is no name"),
    ],
)
def test_reads(code: str, reads: set[str]) -> None:
    assert {node.id for node in usage(code).reads} == reads


@pytest.mark.parametrize(
    ("code", "escapes"),
    [
        pytest.param("return", {"return"}, id="a return"),
        pytest.param("def f(): return 1", set(), id="that of a nested function is its own"),
        pytest.param("for x in y:\n    break", set(), id="a loop that is left inside"),
        pytest.param("for x in y: ...\nelse:\n    break", {"break"}, id="the else of a loop leaves the one around it"),
        pytest.param("globals()", {"globals"}, id="the module itself"),
        pytest.param("class C:\n    def f(self): super().f()", set(), id="super of a class inside"),
        pytest.param("super().f()", {"super"}, id="super of the method"),
        pytest.param("def f():\n    nonlocal x\n    x = 1", {"nonlocal"}, id="a name of the function around"),
        pytest.param("del x", {"del"}, id="a name that goes"),
        pytest.param("yield 1", {"yield"}, id="a generator"),
        pytest.param("async with a: ...", {"await"}, id="something awaited"),
        pytest.param("from a import *", {"import *"}, id="names that nobody knows"),
    ],
)
def test_ways_out(code: str, escapes: set[str]) -> None:
    assert usage(code).escapes == escapes


@pytest.mark.parametrize(
    ("code", "mutates"),
    [
        pytest.param("a.b = 1", {"a"}, id="an attribute that is set"),
        pytest.param("a['b'] = 1", {"a"}, id="an item that is set"),
        pytest.param("a.b.append(1)", {"a"}, id="a list that grows"),
        pytest.param("a.b(1)", set(), id="a call that says nothing"),
    ],
)
def test_changes(code: str, mutates: set[str]) -> None:
    assert usage(code).mutates == mutates


def test_what_is_done_to_self() -> None:
    found = usage("self.a = self.b\nf(self)")
    assert (set(found.self_writes), [node.attr for node in found.self_reads], found.self_alone) == ({"a"}, ["b"], True)
    assert not usage("self.b.c()").self_alone
