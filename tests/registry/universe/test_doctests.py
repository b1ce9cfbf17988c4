"""The examples in the docstrings hold."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("module", ["lexicon", "names", "spelling"])
def test_the_examples_hold(module: str) -> None:
    found = doctest.testmod(import_module(f"namebranch.registry.universe.{module}"))
    assert found.attempted > 0
    assert found.failed == 0
