"""Families of planned descriptors: what at least two of them say alike three times, and who says something else."""

import pytest

from namebranch.codemods.planning.plan import Guard, HookPlan, HookPoint, HookText, Key, Position, Registration
from namebranch.codemods.templating.families import families
from namebranch.registry.dialects.dialect import HookKind
from namebranch.registry.space import Space


def said(slot: str, models: str, value: str = "True", body: str | None = None) -> HookPlan:
    """Return a plan by which *models* say one thing: a fact, or a hook with a *body*."""
    kind = HookKind.FACT if body is None else HookKind.EFFECT
    return HookPlan(
        rules=("R6",),
        path="a.py",
        line=1,
        scope="f",
        branches=(),
        guard=Guard(key=Key(space=Space.MODEL_TYPE, subject="t", values=()), position=Position.WHOLE, residual=None),
        point=HookPoint(name=slot, kind=kind),
        hook=None if body is None else HookText(name="f", parameters=(), takes_context=False, body=body),
        registrations=tuple(
            Registration(key=model, space=Space.MODEL_TYPE, owner=f"kit.{model}", kind=kind, slot=slot, value=value)
            for model in models.split()
        ),
    )


THREE = (said("a", "qwen2 qwen3 qwen3_moe"), said("b", "qwen2 qwen3 qwen3_moe", "2"), said("c", "qwen2 qwen3", body="f()\n"))


def test_models_that_say_three_things_alike_are_a_family() -> None:
    (found,) = families(THREE, lambda key: key)
    assert found.name == "qwen"
    assert [one.slot for one in found.says] == ["a", "b", "c"]
    assert [(one.model, one.overrides, one.lacks, one.own) for one in found.members] == [("qwen2", (), (), 0), ("qwen3", (), (), 0)]
    assert found.saves == 3


def test_who_says_something_else_overrides_it_and_who_says_nothing_lacks_it() -> None:
    more = (*THREE, said("d", "qwen2 qwen3 qwen3_moe"), said("c", "qwen3_moe", body="g()\n"), said("e", "qwen3_moe"))
    (found,) = families(more, lambda key: key)
    assert [(one.model, one.overrides, one.lacks, one.own) for one in found.members] == [
        ("qwen2", (), (), 0),
        ("qwen3", (), (), 0),
        ("qwen3_moe", ("c",), (), 1),
    ]
    lacking = (*(said(slot, "qwen2 qwen3 qwen4 qwen3_moe") for slot in "abc"), said("d", "qwen2 qwen3 qwen4"))
    assert {one.model: one.lacks for one in families(lacking, lambda key: key)[0].members if one.lacks} == {"qwen3_moe": ("d",)}


@pytest.mark.parametrize(
    "plans",
    [
        pytest.param((), id="nothing"),
        pytest.param(THREE[:2], id="two things alike"),
        pytest.param((said("a", "mamba"), said("b", "mamba"), said("c", "mamba")), id="one model alone"),
        pytest.param((*THREE[:2], said("c", "qwen2", "1"), said("c", "qwen3", "2")), id="three slots, of which one is filled otherwise"),
        pytest.param((*THREE[:2], said("c", "qwen2", body="f()\n"), said("c", "qwen3", body="g()\n")), id="hooks that do something else"),
    ],
)
def test_what_is_no_family(plans: tuple[HookPlan, ...]) -> None:
    assert families(plans, lambda key: key) == ()


def test_each_model_is_in_one_family_and_keys_count_as_their_model() -> None:
    others = tuple(said(slot, "llama mistral") for slot in "xyz")
    found = families((*THREE, *others), lambda key: key)
    assert [{one.model for one in family.members} for family in found] == [{"qwen2", "qwen3"}, {"llama", "mistral"}]
    joined = families(tuple(said(slot, "LlamaForCausalLM llama") for slot in "xyz"), lambda _: "llama")
    assert joined == ()
