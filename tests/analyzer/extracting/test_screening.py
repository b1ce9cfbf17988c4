"""Screening: the lines in which a needle lies, as a plain search would find them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer.extracting.screening import Opening, Words
from namebranch.analyzer.reading.decode import lines

NEEDLES = ["model_type", "ar", "arch", ".__name__", "FUSED"]
PARTS = [*NEEDLES, "_", "x", " ", ".", "'", "1", "é", "\n", "\r\n", "\r", "Model_Type"]


def plainly(data: str) -> tuple[int, ...]:
    """Return the lines that a regular expression finds."""
    words = [needle if needle.startswith(".") else rf"(?<![A-Za-z0-9_]){needle}" for needle in NEEDLES]
    pattern = re.compile("|".join(rf"(?:{word.replace('.', '[.]', 1)})(?![A-Za-z0-9_])" for word in words))
    return tuple(number for number, row in enumerate(lines(data), 1) if pattern.search(row))


@given(st.lists(st.sampled_from(PARTS)).map("".join))
def test_whole_words_are_found_on_their_lines(text: str) -> None:
    assert Words(NEEDLES).lines(text.encode()) == (plainly(text), ())


OPENING = Opening(["model_type"], ["qwen", "deepseek"], lambda line: "qwen" in line)


@pytest.mark.parametrize(
    ("text", "whole", "brief"),
    [
        pytest.param("x = cfg.model_type", (1,), (), id="a subject"),
        pytest.param("x = cfg.model_types", (), (), id="another word"),
        pytest.param("\n\nx = 'qwen3'", (3,), (), id="a family that opens a literal"),
        pytest.param('x = "Qwen3ForCausalLM"', (1,), (), id="in other letters"),
        pytest.param("x = 'my qwen3'", (), (), id="inside a literal"),
        pytest.param("x = 'org-1/qwen3-7b'", (1,), (), id="behind an owner"),
        pytest.param("x = r'^.*qwen'", (1,), (), id="behind the signs of a pattern"),
        pytest.param("# qwen", (), (), id="a comment"),
        pytest.param(
            "class Qwen:\n  def qwen(self):\n    qwen = 1\nimport a.qwen\n  async def load_qwen(): pass",
            (),
            (2, 4, 5),
            id="defs and imports",
        ),
        pytest.param("def deepseek(): pass", (), (), id="a def that the judge takes for none"),
        pytest.param("", (), (), id="nothing"),
    ],
)
def test_the_first_look_asks_for(text: str, whole: tuple[int, ...], brief: tuple[int, ...]) -> None:
    assert OPENING.lines(text.encode()) == (whole, brief)
