"""Regressions that were merged by hand elsewhere, in small copies of their shape: each is caught, and says for whom."""

from collections.abc import Mapping
from textwrap import dedent

import proving
import pytest

from namebranch.parity.evidence import Claim, Evidence, Verdict
from namebranch.parity.parts.reach import OTHERS
from namebranch.parity.proof import Wanted

Files = Mapping[str, str]


def proved(old: Files, new: Files, *parts: str) -> Evidence:
    """Return what is shown of two trees."""
    before, after = ({path: dedent(text) for path, text in side.items()} for side in (old, new))
    return proving.proved(before, after, Wanted(parts=parts or ("trace", "reach", "body"), seconds=20))


def of(found: Evidence, part: str) -> Claim:
    """Return the one claim of a part."""
    (claim,) = (one for one in found.claims if one.part == part and one.verdict is not Verdict.SAME)
    return claim


def about(found: Evidence, subject: str) -> Claim:
    """Return the one claim about a function."""
    (claim,) = (one for one in found.claims if one.subject == subject)
    return claim


def told(found: Evidence, claim: Claim) -> set[str]:
    """Return the names with which a claim shows its differences."""
    return {value.strip("'") for one in found.differences if one.claim == claim.id for value in one.answers.values()}


# -- a table of plans by class, and a plan for all others, became a factory that each model brings

PLANS = {
    "pkg/plans.py": """
    def llama_plan(model): return {"q_proj": "colwise", "o_proj": "rowwise"}
    PLANS = {"LlamaForCausalLM": llama_plan, "Qwen2ForCausalLM": llama_plan}
    """,
    "pkg/experts.py": "def merges(cfg):\n    return cfg.model_type in ('mixtral', 'qwen2')\n",
}
BY_CLASS = PLANS | {
    "pkg/parallelizer.py": """
    from pkg.plans import PLANS
    def get_plan(model, size):
        name = type(model).__name__
        if name in PLANS:
            plan = PLANS[name](model)
        else:
            plan = {"q_proj": "colwise", "mlp": "rowwise"}
        return plan
    def parallelize(model, size, apply):
        return apply(model, get_plan(model, size=size))
    """
}
BY_MODEL = {path: text for path, text in PLANS.items() if path != "pkg/plans.py"} | {
    "pkg/resolving.py": """
    def resolve_plan(model, size):
        factory = getattr(model, "_plan_factory", None)
        if factory is not None:
            return factory(model)
        raise ValueError(f"no plan for {type(model).__name__}")
    """,
    "pkg/parallelizer.py": """
    from pkg.resolving import resolve_plan
    def parallelize(model, size, apply):
        return apply(model, resolve_plan(model, size=size))
    """,
}


def test_a_plan_for_all_others_that_is_lost_names_the_models_that_had_it() -> None:
    found = proved(BY_CLASS, BY_MODEL)
    body = of(found, "body")
    assert body.subject == "pkg.parallelizer:get_plan = pkg.resolving:resolve_plan"
    assert told(found, body) == {"mixtral"}
    assert "to which 1 models come that no test there names: mixtral" in body.reason
    assert of(found, "trace").verdict is Verdict.DIFFERENT


# -- names of norms by a part of the name became exact names


def test_fragments_that_became_whole_names_lose_whoever_only_contains_them() -> None:
    old = "def plus_one(module):\n    return any(name in type(module).__name__ for name in ('LayerNorm1P', 'GemmaRMSNorm'))\n"
    new = "def plus_one(module):\n    return type(module).__name__ in ('LayerNorm1P', 'GemmaRMSNorm')\n"
    found = proved({"pkg/export.py": old}, {"pkg/export.py": new}, "reach")
    claim = of(found, "reach")
    assert claim.verdict is Verdict.DIFFERENT
    assert OTHERS in told(found, claim)


# -- how hooks are asked

BRANCH = """
def load(cfg, model):
    model.prepare()
    if cfg.cuda:
        if cfg.model_type == "jamba":
            model.fuse(cfg.width)
    model.ready()
"""
REGISTRY = """
def fuse(cfg, model):
    model.fuse(cfg.width)
HOOKS = {"jamba": {"load": fuse}}
def ask(cfg, point, model):
    hook = HOOKS.get(cfg.model_type, {}).get(point)
    if hook is not None:
        hook(cfg, model)
"""
ASKED = """
from pkg.registry import ask
def load(cfg, model):
    model.prepare()
    if cfg.cuda:
        ask(cfg, "load", model)
    model.ready()
"""
ONCE = '    if cfg.cuda:\n        ask(cfg, "load", model)\n'


def test_a_branch_that_became_a_hook_in_its_place_is_the_same() -> None:
    found = proved({"pkg/loader.py": BRANCH}, {"pkg/loader.py": ASKED, "pkg/registry.py": REGISTRY}, "trace")
    assert about(found, "pkg.loader:load").verdict is Verdict.SAME


@pytest.mark.parametrize(
    "instead",
    [
        pytest.param(ONCE + ONCE + ONCE, id="one hook point that is called three times"),
        pytest.param('    ask(cfg, "load", model)\n', id="a guard around it that was lost"),
        pytest.param("", id="a hook point that is never called"),
        pytest.param(ONCE.replace('"load"', '"loads"'), id="a hook point of another name"),
        pytest.param(ONCE.replace("if cfg.cuda", "if not cfg.cuda"), id="a guard that was turned around"),
    ],
)
def test_a_hook_that_is_asked_otherwise_than_the_branch_was_is_caught(instead: str) -> None:
    found = proved({"pkg/loader.py": BRANCH}, {"pkg/loader.py": ASKED.replace(ONCE, instead), "pkg/registry.py": REGISTRY}, "trace")
    assert about(found, "pkg.loader:load").verdict is Verdict.DIFFERENT
    assert found.differences[0].answers["cfg.model_type"] == "'jamba'"


# -- a matcher of processors that is asked before the arms that came first

ARMS = """
def collate(processor, batch):
    name = type(processor).__name__
    if name.startswith("Qwen2_5_VL"):
        return batch.qwen_vl()
    if name in ("Qwen2_5_VLAudioProcessor", "VoxtralProcessor"):
        return batch.audio()
    return batch.plain()
"""
OVERTAKING = """
from pkg.matchers import matcher_of
def collate(processor, batch):
    name = type(processor).__name__
    found = matcher_of(name)
    if found is not None:
        return found(batch)
    if name.startswith("Qwen2_5_VL"):
        return batch.qwen_vl()
    return batch.plain()
"""
MATCHERS = """
def audio(batch):
    return batch.audio()
MATCHERS = {"Qwen2_5_VLAudioProcessor": audio, "VoxtralProcessor": audio}
def matcher_of(name):
    return MATCHERS.get(name)
"""


def test_a_matcher_that_overtakes_an_earlier_arm_is_caught_for_whom_both_match() -> None:
    found = proved({"pkg/collate.py": ARMS}, {"pkg/collate.py": OVERTAKING, "pkg/matchers.py": MATCHERS}, "trace")
    assert about(found, "pkg.collate:collate").verdict is Verdict.DIFFERENT
    assert {one.answers["type(processor).__name__"] for one in found.differences} == {"'Qwen2_5_VLAudioProcessor'"}
