"""Every recipe is tested by its own examples: what it makes of them, and why it leaves others alone."""

import ast
import re
from textwrap import dedent

import pytest
import spelled

from namebranch.codemods.migrating import recipes
from namebranch.codemods.planning.recipe import Example, Recipe

BOTH = [(recipe, example) for recipe in recipes() for example in recipe.examples]
REWRITTEN = [pytest.param(*both, id=f"{both[0].rule}: {both[1].title}") for both in BOTH if both[1].after]
LEFT = [pytest.param(*both, id=f"{both[0].rule}: not {both[1].title}") for both in BOTH if not both[1].after]
PATH = "framework/loaders/shared.py"


def shared(example: Example, *models: str) -> tuple[str, list[str]]:
    """Return the code after all recipes, and the rules that were used."""
    planned, files = spelled.migrated({PATH: dedent(example.before)}, *models)
    return files[PATH].decode(), [plan.rules[0] for plan in planned.plans]


def without_imports(text: str) -> str:
    """Return a module's code without its imports."""
    tree = ast.parse(text)
    first = next(node for node in tree.body if not isinstance(node, ast.ImportFrom))
    return "\n".join(text.splitlines()[first.lineno - 1 :])


@pytest.mark.parametrize(("recipe", "example"), REWRITTEN)
def test_an_example_is_rewritten_so(recipe: Recipe, example: Example) -> None:
    text, rules = shared(example)
    assert without_imports(text) == dedent(example.after).rstrip("\n")
    assert set(rules) == {recipe.rule}


@pytest.mark.parametrize(("recipe", "example"), REWRITTEN)
def test_its_comments_are_still_there(recipe: Recipe, example: Example) -> None:
    _, files = spelled.migrated({PATH: dedent(example.before)})
    written = b"\n".join(data for path, data in files.items() if path == PATH or "/owners/" in path).decode()
    comments = re.findall(r"#.*", example.before)
    assert [comment for comment in comments if comment not in written] == []


@pytest.mark.parametrize(("recipe", "example"), LEFT)
def test_an_example_is_left_to_others(recipe: Recipe, example: Example) -> None:
    _, rules = shared(example)
    assert recipe.rule not in rules
    assert example.why


@pytest.mark.parametrize("recipe", recipes(), ids=lambda recipe: recipe.rule)
def test_a_recipe_says_what_it_does_and_when_behaviour_changes(recipe: Recipe) -> None:
    assert recipe.title
    assert recipe.doc
    assert recipe.changes
    assert recipe.examples


def test_rules_are_told_apart() -> None:
    found = recipes()
    assert len({recipe.rank for recipe in found}) == len(found)
    assert sorted(recipe.rank for recipe in found) == [recipe.rank for recipe in found]
