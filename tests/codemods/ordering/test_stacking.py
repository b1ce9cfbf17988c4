"""The order of pull requests: what shares lines stands on each other, what is needed comes first, and people may say the rest."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.codemods.ordering.needing import needs
from namebranch.codemods.ordering.stack import Stack, Tie, Work
from namebranch.codemods.ordering.stacking import Asked, stacked
from namebranch.codemods.planning.plan import Difficulty, Guard, HookPlan, HookPoint, Key, Migration, Position, Registration
from namebranch.registry.dialects.dialect import HookKind
from namebranch.registry.space import Space

MODELS = ("bloom", "falcon", "llama", "mamba", "qwen2")


def branch(line: int, *models: str, point: str = "", difficulty: Difficulty = Difficulty.EASY) -> HookPlan:
    """Return a plan of one test that names *models*."""
    said = tuple(
        Registration(key=model, space=Space.MODEL_TYPE, owner=f"kit.{model}", kind=HookKind.FACT, slot=point or f"p{line}", value="True")
        for model in models
    )
    return HookPlan(
        rules=("R6",),
        path="kit/loader.py",
        line=line,
        scope="build",
        branches=(f"{line:016x}",),
        guard=Guard(key=Key(space=Space.MODEL_TYPE, subject="t", values=models), position=Position.WHOLE, residual=None),
        point=HookPoint(name=point or f"p{line}", kind=HookKind.FACT),
        registrations=said,
        difficulty=difficulty,
    )


def definition(name: str, model: str) -> HookPlan:
    """Return the plan of a definition that moves."""
    said = Registration(key=model, space=Space.UNKNOWN, owner=f"kit.{model}", kind=HookKind.MOVE, slot=name, value=name)
    plan = branch(1, model)
    return HookPlan(
        rules=("R10",),
        path="kit/defs.py",
        line=1,
        scope="<module>",
        branches=(name,),
        guard=plan.guard,
        point=HookPoint(name=f"kit.{model}.{name}", kind=HookKind.MOVE, anchor=f"kit/defs.py::{name}"),
        registrations=(said,),
    )


def stack(
    *plans: HookPlan,
    moves: tuple[HookPlan, ...] = (),
    needed: Mapping[tuple[str, str], str] | None = None,
    order: tuple[str, ...] = (),
    plumbing: tuple[str, ...] = (),
) -> Stack:
    made = Migration(models=(), dialect="vendored", plumbing=plumbing, plans=plans, refused=())
    return stacked(Asked(made=made, moves=moves, needs=needed or {}, sites={}, model=lambda key: key, order=order))


def told(found: Stack) -> list[tuple[str, ...]]:
    return [(step.work.value, *step.models) for step in found.steps]


def test_what_is_easy_and_little_comes_first() -> None:
    plans = (branch(1, "qwen2", difficulty=Difficulty.HARD), branch(2, "mamba"), branch(3, "mamba"), branch(4, "llama"))
    assert told(stack(*plans)) == [("migrate", "llama"), ("migrate", "mamba"), ("migrate", "qwen2")]


def test_models_that_share_nothing_stand_side_by_side_on_the_plumbing() -> None:
    found = stack(branch(1, "mamba"), branch(2, "llama"), plumbing=("hooks",))
    assert [(step.work, step.on) for step in found.steps] == [(Work.PLUMBING, None), (Work.MIGRATE, 1), (Work.MIGRATE, 1)]
    assert "--plumbing" in found.steps[0].command


def test_models_of_one_test_stand_on_each_other_and_it_is_said_where() -> None:
    found = stack(branch(1, "llama"), branch(7, "mamba", "qwen2"))
    assert [step.on for step in found.steps] == [None, None, 2]
    assert [(link.tie, link.where) for link in found.steps[2].links] == [(Tie.BRANCH, "kit/loader.py:7")]


def test_models_that_are_called_at_one_point_stand_on_each_other() -> None:
    found = stack(branch(1, "mamba", point="p"), branch(2, "qwen2", point="p"))
    assert [(link.tie, link.where) for link in found.steps[1].links] == [(Tie.POINT, "p")]


def test_people_say_what_comes_first() -> None:
    plans = tuple(branch(line, model) for line, model in enumerate(MODELS, 1))
    found = stack(*plans, order=("qwen2", "falcon", "gone"))
    assert [step.models[0] for step in found.steps] == ["qwen2", "falcon", "bloom", "llama", "mamba"]
    assert found.remarks == ("gone was put in order, and nothing of it would move",)


def test_definitions_move_before_the_branches_of_their_model() -> None:
    found = stack(branch(1, "mamba"), moves=(definition("scan", "mamba"),))
    assert told(found) == [("move-defs", "mamba"), ("migrate", "mamba")]
    assert found.steps[1].on == 1


def test_what_a_definition_uses_moves_before_it_whatever_people_say() -> None:
    moves = (definition("qwen_plan", "qwen2"), definition("llama_plan", "llama"))
    texts = {"kit/defs.py": b"def llama_plan(): ...\ndef qwen_plan(): return llama_plan()\n"}
    found = stack(moves=moves, needed=needs(moves, texts), order=("qwen2", "llama"))
    assert told(found) == [("move-defs", "llama"), ("move-defs", "qwen2")]
    assert found.remarks == ("llama comes before qwen2, whatever the order says: qwen_plan uses llama_plan",)
    assert [(link.tie, link.where) for link in found.steps[1].links] == [(Tie.NEEDS, "qwen_plan uses llama_plan")]


def test_models_whose_definitions_use_each_other_go_together() -> None:
    moves = (definition("one", "qwen2"), definition("two", "llama"))
    texts = {"kit/defs.py": b"def one(): return two()\ndef two(): return one()\n"}
    found = stack(branch(1, "qwen2"), moves=moves, needed=needs(moves, texts))
    assert told(found) == [("move-defs", "llama", "qwen2"), ("migrate", "llama", "qwen2")]
    assert "apart they would import each other" in found.remarks[0]


def test_nothing_to_do_has_no_steps() -> None:
    assert stack() == Stack()


@given(
    tests=st.lists(st.lists(st.sampled_from(MODELS), min_size=1, max_size=3, unique=True), max_size=6),
    needed=st.sets(st.tuples(st.sampled_from(MODELS), st.sampled_from(MODELS)).filter(lambda pair: pair[0] != pair[1]), max_size=5),
    order=st.lists(st.sampled_from(MODELS), unique=True),
)
def test_every_model_has_its_steps_and_each_stands_on_earlier_ones(
    tests: list[list[str]], needed: set[tuple[str, str]], order: list[str]
) -> None:
    moves = tuple(definition(f"{model}_plan", model) for model in MODELS)
    plans = tuple(branch(line, *models) for line, models in enumerate(tests, 1))
    found = stack(*plans, moves=moves, needed=dict.fromkeys(needed, "it does"), order=tuple(order))
    assert [step.number for step in found.steps] == [*range(1, len(found.steps) + 1)]
    assert all(link.step < step.number for step in found.steps for link in step.links)
    assert all(step.on == max((link.step for link in step.links), default=None) for step in found.steps)
    moved = {model: step.number for step in found.steps if step.work is Work.MOVE_DEFS for model in step.models}
    assert set(moved) == set(MODELS)
    assert all(moved[other] <= moved[one] for one, other in needed)
    assert {model for step in found.steps if step.work is Work.MIGRATE for model in step.models} >= {
        one for models in tests for one in models
    }
    if not needed:
        said = [step.models[0] for step in found.steps if step.work is Work.MOVE_DEFS]
        assert said[: len(order)] == order


def test_a_whole_move_tells_where_it_is() -> None:
    assert needs((definition("one", "qwen2"),), {"kit/defs.py": b"def one(): return len([])\ndef two(): return one()\n"}) == {}


@pytest.mark.parametrize("models", [("qwen2",), ("qwen2", "llama")])
def test_a_step_says_the_command_that_does_it(models: tuple[str, ...]) -> None:
    found = stack(branch(1, *models))
    assert {step.command for step in found.steps} == {f"namebranch migrate --model {model} --write" for model in models}
