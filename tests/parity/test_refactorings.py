"""Good refactorings that were made by hand elsewhere, in small copies of their shape: the same, or with exactly the difference that is written here."""

from textwrap import dedent

import proving

from namebranch.parity.evidence import Claim, Evidence, Grade, Verdict
from namebranch.parity.proof import Wanted


def proved(old: dict[str, str], new: dict[str, str], *functions: str) -> Evidence:
    """Return what running two trees shows."""
    before, after = ({path: dedent(text) for path, text in side.items()} for side in (old, new))
    return proving.proved(before, after, Wanted(parts=("trace",), functions=functions, seconds=20))


def about(found: Evidence, subject: str) -> Claim:
    """Return the one claim about a function."""
    (claim,) = (one for one in found.claims if one.subject == subject)
    return claim


# -- a test for the class of an adapter became a property of the adapters

MIXIN = """
class SplitExperts:
    def __init__(self, config):
        self.config = config
"""
ADAPTER = """
from lib import StateDictAdapter
from pkg.mixin import SplitExperts
class Qwen3MoeAdapter(SplitExperts, StateDictAdapter):
    def __init__(self, config):
        super().__init__(config)
"""
BY_CLASS = {
    "pkg/mixin.py": MIXIN,
    "pkg/models/qwen3_moe/adapter.py": ADAPTER,
    "pkg/addons.py": """
    from pkg.mixin import SplitExperts
    def _is_qwen3_moe(model):
        adapter = getattr(model, "adapter", None)
        if adapter is None:
            return False
        from pkg.models.qwen3_moe.adapter import Qwen3MoeAdapter
        return isinstance(adapter, Qwen3MoeAdapter)
    def parameters(model, legacy=False):
        model = model[0] if isinstance(model, (list, tuple)) else model
        if legacy:
            return []
        if _is_qwen3_moe(model):
            return ["gate_up_proj", "down_proj"]
        return []
    def expands(model, legacy=False):
        splits = hasattr(model, "adapter") and isinstance(model.adapter, SplitExperts)
        skipped = not legacy and _is_qwen3_moe(model)
        return splits and not skipped
    """,
}
PROPERTY = '    @property\n    def fused(self):\n        return ("gate_up_proj", "down_proj")\n'
BY_PROPERTY = {
    "pkg/mixin.py": MIXIN + "    @property\n    def fused(self):\n        return ()\n",
    "pkg/models/qwen3_moe/adapter.py": ADAPTER + PROPERTY,
    "pkg/addons.py": """
    from pkg.mixin import SplitExperts
    def parameters(model, legacy=False):
        part = model[0] if isinstance(model, (list, tuple)) else model
        if legacy:
            return []
        adapter = getattr(part, "adapter", None)
        if adapter is not None and isinstance(adapter, SplitExperts):
            return list(adapter.fused)
        return []
    def expands(model, legacy=False):
        adapter = getattr(model, "adapter", None)
        splits = isinstance(adapter, SplitExperts)
        fused = bool(splits and not legacy and adapter.fused)
        return splits and not fused
    """,
}
FUNCTIONS = ("pkg.addons:parameters", "pkg.addons:expands")


def test_a_class_check_that_became_a_property_of_the_adapter_is_the_same() -> None:
    found = proved(BY_CLASS, BY_PROPERTY, *FUNCTIONS)
    for function in FUNCTIONS:
        claim = about(found, function)
        assert (claim.verdict, claim.grade, claim.uncovered) == (Verdict.SAME, Grade.EXHAUSTIVE, ()), claim
    assert about(found, "pkg.addons:_is_qwen3_moe").grade is Grade.NOT_RUN


def test_an_adapter_that_opts_in_as_well_is_exactly_the_difference() -> None:
    opted = BY_PROPERTY | {"pkg/mixin.py": MIXIN + PROPERTY}
    found = proved(BY_CLASS, opted, "pkg.addons:parameters")
    assert about(found, "pkg.addons:parameters").verdict is Verdict.DIFFERENT
    assert {one.answers.get("class of model.adapter", one.answers.get("class of model[0].adapter")) for one in found.differences} == {
        "'SplitExperts'"
    }


# -- a plan moved out of a shared table to its model, under another name

TABLE = {
    "pkg/plans.py": """
    import warnings
    from lib import Colwise, Rowwise, Gemma4
    def _parallelize_gemma4(model, sequence_parallel=False):
        if sequence_parallel:
            warnings.warn("not supported")
        prefix = "model.language_model"
        return {f"{prefix}.q_proj": Colwise(), f"{prefix}.o_proj": Rowwise()}
    PLANS = {"Gemma4ForConditionalGeneration": _parallelize_gemma4}
    def plan_for(model):
        return PLANS.get(type(model).__name__)
    """
}


def moved(plan: str = "", rest: str = "Rowwise()") -> dict[str, str]:
    """Return the tree in which the plan lies with its model."""
    return {
        "pkg/models/gemma4/parallel.py": f"""
        import warnings
        from lib import Colwise, Rowwise
        def _gemma4_tp_plan(model, sequence_parallel=False):
            if sequence_parallel:
                warnings.warn("not supported")
            plan = {{f"model.language_model.{{name}}": style() for name, style in (("q_proj", Colwise),)}}
            plan["model.language_model.o_proj"] = {rest}
            {plan or "pass"}
            return plan
        """,
        "pkg/plans.py": "PLANS = {}\ndef plan_for(model):\n    return PLANS.get(type(model).__name__)\n",
    }


PAIR = "pkg.plans:_parallelize_gemma4=pkg.models.gemma4.parallel:_gemma4_tp_plan"


def test_a_plan_that_moved_to_its_model_is_compared_where_the_two_names_are_given() -> None:
    claim = about(proved(TABLE, moved(), PAIR), PAIR.replace("=", " = "))
    assert (claim.verdict, claim.grade) == (Verdict.SAME, Grade.EXHAUSTIVE)


def test_what_was_added_on_the_way_is_exactly_the_difference() -> None:
    added = moved('if model.config.per_layer:\n                plan["embed"] = Colwise()')
    found = proved(TABLE, added, PAIR)
    assert about(found, PAIR.replace("=", " = ")).verdict is Verdict.DIFFERENT
    assert {one.answers["bool(model.config.per_layer)"] for one in found.differences if one.claim.endswith("_gemma4_tp_plan")} == {"True"}
