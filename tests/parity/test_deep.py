"""Chains of any length: compared, or said not to have been read."""

import ast

import proving
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.parity.evidence import Grade, Verdict
from namebranch.parity.proof import Wanted
from namebranch.parity.tree import read


def chain(arms: int, last: str) -> dict[str, str]:
    """Return a tree of one function with a chain of so many arms."""
    tests = "".join(f"    elif cfg.model_type == 'm{number}':\n        return {number}\n" for number in range(1, arms))
    return {"pkg/a.py": f"def load(cfg):\n    if cfg.model_type == 'm0':\n        return 0\n{tests}    else:\n        return {last}\n"}


@pytest.mark.parametrize("part", ["body", "trace"])
def test_a_long_chain_is_compared(part: str) -> None:
    found = proving.proved(chain(1_100, "'none'"), chain(1_100, "None"), Wanted(parts=(part,), seconds=20))
    claim = proving.only(found)
    assert claim.verdict is (Verdict.OPEN if part == "body" else Verdict.DIFFERENT), claim.reason
    assert "return 'none'" in claim.reason or claim.differing > 0


def test_a_chain_that_is_too_long_to_be_read_is_told() -> None:
    found = proving.proved(chain(5_000, "1"), chain(5_000, "2"))
    claim = proving.only(found)
    assert (claim.verdict, claim.grade, claim.reason) == (
        Verdict.OPEN,
        Grade.NOT_RUN,
        "its module is too deep to be read here, or does not parse",
    )


TEXTS = [
    "x = 1",
    "x = '1'",
    "x = [1]",
    "x = [1, 2]",
    "x = (1, 2)",
    "x = [[1], 2]",
    "f(a, b=1)",
    "f(a, b='1')",
    "f(a)(b)",
    "x = None",
    "x = 'None'",
    "def f(a, /, b, *, c=1): pass",
    "def f(a, b, *, c=1): pass",
    "if a: b\nelse: c",
    "if a: b\nc",
    "x = '.value )'",
]


@given(st.sampled_from(TEXTS), st.sampled_from(TEXTS))
def test_what_reads_alike_is_alike(one: str, other: str) -> None:
    first, second = ast.parse(one), ast.parse(other)
    assert (read(first) == read(second)) == (ast.dump(first) == ast.dump(second))
