"""Files that no person wrote: huge, deep, or deadly to a parser. They are read, or named as unread, and never cost their neighbours."""

import os
import signal
from collections import Counter
from itertools import pairwise
from time import monotonic

import pytest
import scanning

from namebranch.analyzer.extracting import batch, cutting
from namebranch.analyzer.inventory import Inventory, Kind

NEIGHBOUR = """
def load(cfg):
    if cfg.model_type == "jamba":
        return 1
"""
ARMS, DEEP = 20_000, 20_000
FEWER = 6_000  # arms that exhaust the parser of Python too
BIG = "shared/big.py"


def chain(indent: str, arms: int) -> str:
    """Return an `if` with so many arms."""
    arm = '{indent}{word} kind == "qwen3_v{number}":\n{indent}    out = {number}\n'
    return "".join(arm.format(indent=indent, word="elif" if number else "if", number=number) for number in range(arms))


def beside(text: str) -> Inventory:
    """Scan a file between two others, which must be found untouched."""
    found = scanning.inventory({"a.py": NEIGHBOUR, BIG: text.encode(), "z.py": NEIGHBOUR}, jobs=2)
    assert [(site.path, site.line) for site in found.sites if site.path != BIG] == [("a.py", 2), ("z.py", 2)]
    assert {item.path for item in found.unread} <= {BIG}
    return found


def kinds(found: Inventory) -> Counter[Kind]:
    """Return how many sites of each kind the file has."""
    return Counter(site.kind for site in found.sites if site.path == BIG)


@pytest.mark.parametrize(
    ("arms", "before", "indent", "after"),
    [
        pytest.param(ARMS, "def route(kind):\n    out = None\n", "    ", "    return out\n", id="20,000 in a function"),
        pytest.param(FEWER, "def route(kind):\n    def inner():\n", "        ", "    return inner\n", id="in a function in a function"),
        pytest.param(FEWER, "class Router:\n    kind = config.model_type\n", "    ", "    other = 1\n", id="in a class"),
        pytest.param(FEWER, "kind = config.model_type\n", "", "else:\n    out = None\n", id="in a module, with an else"),
    ],
)
def test_a_chain_of_arms(arms: int, before: str, indent: str, after: str) -> None:
    text = before + chain(indent, arms) + after
    start = monotonic()
    found = beside(text)
    assert monotonic() - start < 20
    assert found.unread == ()
    assert kinds(found) == {Kind.COMPARE: arms}
    sites = [site for site in found.sites if site.path == BIG]
    assert [site.arm for site in sites] == list(range(arms))
    assert len({site.chain for site in sites}) == 1
    assert len({site.decision for site in sites}) == arms
    assert {site.line - earlier.line for earlier, site in pairwise(sites)} == {2}
    assert sites[-1].lines == 1


READ = [
    pytest.param(
        "TABLE = {\n" + "".join(f'    "qwen3_v{at}": "{"x" * 150}",\n' for at in range(18_000)) + "}\n", Kind.TABLE, 1, id="a table of 3 MB"
    ),
    pytest.param("\n".join(f"v{at} = {at}" for at in range(99_997)) + NEIGHBOUR, Kind.COMPARE, 1, id="a hundred thousand lines"),
    pytest.param(
        "x = " + " or ".join(f'cfg.model_type == "qwen3_v{at}"' for at in range(5000)) + "\n", Kind.COMPARE, 5000, id="5,000 operands of or"
    ),
    pytest.param(
        "def f(kind):\n" + "".join(f'    if kind == "qwen3_v{at}":\n        return {at}\n' for at in range(5000)),
        Kind.COMPARE,
        5000,
        id="5,000 early exits",
    ),
    pytest.param(
        "".join(" " * at + f"def f{at}():\n" for at in range(80)) + " " * 80 + 'return cfg.model_type == "jamba"\n',
        Kind.COMPARE,
        1,
        id="80 functions deep",
    ),
    pytest.param(
        "".join(" " * at + f"class C{at}:\n" for at in range(80)) + " " * 80 + 'A = cfg.model_type == "jamba"\n',
        Kind.COMPARE,
        1,
        id="80 classes deep",
    ),
    pytest.param(
        'x = f"' + "{a} jamba " * 5000 + '" if cfg.model_type == "jamba" else 1\n', Kind.COMPARE, 1, id="an f-string of 5,000 parts"
    ),
    pytest.param(
        "def f(cfg):\n    x = (" + "\n".join(f'        "part {at}"' for at in range(2000)) + ')\n    return cfg.model_type == "jamba"\n',
        Kind.COMPARE,
        1,
        id="a string of 2,000 parts",
    ),
    pytest.param(
        "x = " + " + ".join(f'"part {at}"' for at in range(1000)) + ' if cfg.model_type == "jamba" else 1\n',
        Kind.COMPARE,
        1,
        id="a sum of 1,000 strings",
    ),
]


@pytest.mark.parametrize(("text", "kind", "count"), READ)
def test_read_as_it_is(text: str, kind: Kind, count: int) -> None:
    found = beside(text)
    assert found.unread == ()
    assert kinds(found)[kind] == count


UNREAD = [
    pytest.param(
        'x = cfg.model_type == "jamba", ' + "(" * DEEP + "1" + ")" * DEEP + "\n", "too many nested parentheses", id="20,000 parentheses"
    ),
    pytest.param(
        'x = cfg.model_type == "jamba", ' + "[" * DEEP + "1" + "]" * DEEP + "\n", "too many nested parentheses", id="20,000 lists"
    ),
    pytest.param('x = "jamba" + ' + "(" * DEEP + "\n", "too many nested parentheses", id="20,000 open parentheses"),
    pytest.param(
        "".join(" " * at + f"def f{at}():\n" for at in range(500)) + " " * 500 + '"jamba"\n', "indentation", id="500 functions deep"
    ),
    pytest.param('x = cfg.model_type == "jamba"' + ".b" * 1000 + "\n", "nested more than 200 deep", id="a chain of 1,000 attributes"),
    pytest.param('x = "jamba"\0\n', "null bytes", id="a null byte"),
    pytest.param("x = 'jamba\n", "line 1: unterminated string literal", id="a string without an end"),
]


@pytest.mark.parametrize(("text", "reason"), UNREAD)
def test_named_as_unread(text: str, reason: str) -> None:
    start = monotonic()
    found = beside(text)
    assert monotonic() - start < 10
    assert [reason in item.reason for item in found.unread] == [True]
    assert not found.complete


def test_a_file_that_kills_the_parser_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:

    def deadly(text: str, rows: list[str]) -> object:
        if "DEADLY" in text:
            os.kill(os.getpid(), signal.SIGKILL)
        return cutting.cut(text, rows)

    monkeypatch.setattr(f"{batch.__name__}.cut", deadly)
    found = beside("DEADLY = cfg.model_type == 'jamba'\n")
    assert [item.reason for item in found.unread] == ["the parser crashed on it, or took too long"]


def test_a_file_that_takes_the_parser_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:

    def endless(text: str, rows: list[str]) -> object:
        while "ENDLESS" in text:
            pass
        return cutting.cut(text, rows)

    monkeypatch.setattr(f"{batch.__name__}.cut", endless)
    monkeypatch.setattr(batch, "_SECONDS", 0.3)
    found = beside("ENDLESS = cfg.model_type == 'jamba'\n")
    assert [item.reason for item in found.unread] == ["the parser crashed on it, or took too long"]


def test_a_fault_in_one_unit_costs_no_other_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    extract = scanning.unit.extract

    def starving(text: str) -> object:
        if "STARVING" in text:
            raise MemoryError
        return extract(text)

    monkeypatch.setattr(scanning.unit, "extract", starving)
    found = beside("STARVING = cfg.model_type == 'jamba'\nx = cfg.model_type == 'mixtral'\n")
    assert [item.reason for item in found.unread] == ["MemoryError"]
    assert [site.line for site in found.sites if site.path == BIG and site.kind is Kind.COMPARE] == [2]
