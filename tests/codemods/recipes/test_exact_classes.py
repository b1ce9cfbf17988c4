"""Tests for the very class of an object (R18): found by its name, asked for in the hook, so that nothing else is taken for it."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest
import spelled

from namebranch.codemods.planning.plan import Migration

PATH = "framework/loaders/shared.py"
CLASSES = "class LlavaForConditionalGeneration:\n    pass\n\n\nclass LlavaNextForConditionalGeneration:\n    pass\n"
SHARED = """\
from framework.classes import LlavaForConditionalGeneration, LlavaNextForConditionalGeneration


def inner(model):
    model_cls = type(model)
    if model_cls in [LlavaForConditionalGeneration, LlavaNextForConditionalGeneration]:
        part, prefix = ["language", model.step], "language_model"
    else:
        part, prefix = ["whole"], "model"
    return part, prefix
"""
ASKED = """
from framework.loaders.shared import inner
from framework.classes import LlavaForConditionalGeneration as Llava, LlavaNextForConditionalGeneration as Next

kinds = [Llava, Next, type("Below", (Llava,), {}), type("LlavaForConditionalGeneration", (Llava,), {}), type("Other", (), {})]
answers = []
for kind in kinds:
    model = kind()
    model.step = len(answers)
    answers.append(inner(model))
print(answers)
"""


def tree(shared: str) -> dict[str, str | bytes]:
    """Return the files of a target with *shared* in it."""
    return {PATH: dedent(shared), "framework/classes.py": CLASSES}


def answers(files: Mapping[str, bytes], root: Path) -> str:
    """Return what the function answers for an exact class, one below it, one that is called the same, and another."""
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    ran = subprocess.run([sys.executable, "-B", "-c", ASKED], cwd=root, capture_output=True, text=True, check=True)
    return ran.stdout


@pytest.mark.parametrize("models", [(), ("llava",), ("llava_next",)], ids=["all models", "one of two", "the other one"])
def test_the_very_class_answers_and_nothing_else(models: tuple[str, ...], tmp_path: Path) -> None:
    planned, after = spelled.migrated(tree(SHARED), *models)
    (plan,) = planned.plans
    assert plan.rules[0] == "R5"
    assert "R18" in plan.rules
    before = {path: data.encode() if isinstance(data, str) else data for path, data in tree(SHARED).items()}
    assert answers(after, tmp_path / "after") == answers({**after, **before}, tmp_path / "before")


def test_the_one_that_stays_is_compared() -> None:
    _, after = spelled.migrated(tree(SHARED), "llava")
    assert b"elif model_cls == LlavaNextForConditionalGeneration:" in after[PATH]


def left(planned: Migration) -> list[str]:
    """Return the codes of what stays."""
    return [one.code for one in planned.refused]


STAYS = [
    pytest.param("if type(model) is not LlavaForConditionalGeneration:\n        return 1", id="all classes but one"),
    pytest.param("if type(model) is LlavaForConditionalGeneration or model.fast:\n        return 1", id="under or"),
    pytest.param("assert type(model) is LlavaForConditionalGeneration", id="an assertion"),
    pytest.param("return 1 if type(model) is LlavaForConditionalGeneration else 2", id="a value of one expression"),
]


@pytest.mark.parametrize("text", STAYS)
def test_a_class_is_asked_in_a_hook_or_not_at_all(text: str) -> None:
    shared = f"from framework.classes import LlavaForConditionalGeneration\n\n\ndef inner(model):\n    {text}\n    return 0\n"
    planned, after = spelled.migrated(tree(shared))
    assert planned.plans == ()
    assert left(planned)
    assert after[PATH] == shared.encode()
