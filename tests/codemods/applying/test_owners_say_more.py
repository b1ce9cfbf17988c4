"""A descriptor that is there already says more: nothing is said twice, and comments stay with what they speak of."""

from textwrap import dedent

import pytest

from namebranch.codemods.applying.merging import merged
from namebranch.codemods.editing.document import Document


def both(old: str, new: str) -> str:
    """Return the owner's file *old* that also says what *new* does."""
    there, more = (Document(path="owner.py", data=dedent(text).lstrip("\n").encode()) for text in (old, new))
    return merged(there, more, "mamba").decode()


@pytest.mark.parametrize(
    ("old", "new", "after"),
    [
        pytest.param(
            'register(D(keys=("mamba",), facts={"a": True}))',
            'register(D(keys=("mamba",), facts={"b": True}))',
            'register(D(keys=("mamba",), facts={"a": True, "b": True}))',
            id="on one line",
        ),
        pytest.param(
            'register(D(keys={"model": ("mamba",)}, hooks={"p": (f,)}))',
            'register(D(keys={"model": ("mamba",)}, hooks={"p": (g,)}))',
            'register(D(keys={"model": ("mamba",)}, hooks={"p": (f, g)}))',
            id="a key is not said twice, a hook joins those of its point",
        ),
        pytest.param(
            'register("mamba", facts={\n    "a": True,  # of old\n})',
            'register("mamba", facts={\n    # of late\n    "b": True,\n})',
            'register("mamba", facts={\n    "a": True,  # of old\n    # of late\n    "b": True,\n})',
            id="comments behind and above",
        ),
        pytest.param(
            'register("mamba", facts={\n    "a": True  # of old\n})',
            'register("mamba", facts={"b": True})',
            'register("mamba", facts={\n    "a": True,  # of old\n    "b": True,\n})',
            id="a comma before the comment",
        ),
        pytest.param(
            'register("mamba", facts={"a": True})',
            'register("mamba", facts={\n    # of late\n    "b": True,\n})',
            'register("mamba", facts={"a": True,\n    # of late\n    "b": True,\n})',
            id="a comment into one line",
        ),
        pytest.param(
            'register("mamba")', 'register("mamba", facts={"b": True})', 'register("mamba", facts={"b": True})', id="the first fact"
        ),
    ],
)
def test_what_is_said_after_both(old: str, new: str, after: str) -> None:
    assert both(f"{old}\n", f"{new}\n") == f"{after}\n"


@pytest.mark.parametrize(
    "text", ['register(D(keys=("mamba",), facts={"a": True}))', 'register("mamba", facts={\n    "a": True,  # of old\n})']
)
def test_what_is_said_already_changes_nothing(text: str) -> None:
    assert both(f"{text}\n", f"{text}\n") == f"{text}\n"
