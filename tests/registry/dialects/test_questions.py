"""Questions by their known names."""

import pytest

from namebranch.registry.dialects.load import names, take
from namebranch.registry.dialects.questions import known, known_of_constant

CHECKPOINTING = "nemo_automodel/components/checkpoint/checkpointing.py"
MAPPING = "nemo_automodel/components/checkpoint/conversion_mapping.py"
ADDONS = "nemo_automodel/components/checkpoint/addons.py"
COLLATES = "nemo_automodel/components/datasets/vlm/collate_fns.py"


@pytest.mark.parametrize(
    ("path", "scope", "words", "name"),
    [
        pytest.param(
            CHECKPOINTING, "Checkpointer.load_base_model", ["skip_initialize_weights"], "checkpoint.should_skip_init_weights", id="a flag"
        ),
        pytest.param(
            CHECKPOINTING,
            "Checkpointer.load_base_model",
            ["is_nemotron_v2"],
            "checkpoint.should_skip_init_weights",
            id="a flag of that flag",
        ),
        pytest.param(
            MAPPING,
            "requires_tensor_merging",
            ["pkg.MODELS_REQUIRING_TENSOR_MERGING"],
            "checkpoint.requires_tensor_merging",
            id="a name set",
        ),
        pytest.param(MAPPING, "get_combined_key_mapping", ["_VLM_KEY_MAPPINGS"], "checkpoint.key_mapping", id="a table"),
        pytest.param(ADDONS, "_get_target_parameters", ["_is_qwen3_moe"], "checkpoint.extra_target_parameters", id="a predicate"),
        pytest.param(COLLATES, "<module>", ["COLLATE_FNS"], "collators.collate_fn", id="a table at the top level"),
        pytest.param(f"src/{MAPPING}", "f", ["_VLM_KEY_MAPPINGS"], "checkpoint.key_mapping", id="below src"),
    ],
)
def test_the_names_of_the_rfc(path: str, scope: str, words: list[str], name: str) -> None:
    found = known(take("automodel"), path, scope, words)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize(
    ("path", "scope", "words"),
    [
        pytest.param(CHECKPOINTING, "Checkpointer.load_base_model", ["something_else"], id="another flag of that function"),
        pytest.param(CHECKPOINTING, "Checkpointer.load_base_model", [], id="no flag at all"),
        pytest.param("nemo_automodel/recipes/llm/train_ft.py", "f", ["skip_initialize_weights"], id="that flag elsewhere"),
    ],
)
def test_no_question_that_is_known(path: str, scope: str, words: list[str]) -> None:
    assert known(take("automodel"), path, scope, words) is None


@pytest.mark.parametrize(
    ("constant", "name"),
    [
        pytest.param(
            "checkpoint.conversion_mapping.MODELS_REQUIRING_TENSOR_MERGING", "checkpoint.requires_tensor_merging", id="a name set"
        ),
        pytest.param("datasets.vlm.collate_fns.COLLATE_FNS", "collators.collate_fn", id="a table"),
        pytest.param("utils.flops_utils.formula_of.class_name_to_formula", "flops.flops_formula", id="a table of a function"),
    ],
)
def test_a_constant_is_asked_by_the_name_of_its_question(constant: str, name: str) -> None:
    found = known_of_constant(take("automodel"), f"nemo_automodel.components.{constant}")
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize(
    "constant",
    [
        pytest.param("nemo_automodel.components.checkpoint.conversion_mapping.OTHERS", id="another constant of that module"),
        pytest.param("nemo_automodel.recipes.MODELS_REQUIRING_TENSOR_MERGING", id="that name elsewhere"),
        pytest.param("nemo_automodel._transformers.infrastructure.PATCHED", id="a question that knows no words"),
        pytest.param("COLLATE_FNS", id="no module"),
    ],
)
def test_a_constant_that_no_question_is_asked_through(constant: str) -> None:
    assert known_of_constant(take("automodel"), constant) is None


@pytest.mark.parametrize("name", names())
def test_each_question_is_found_at_its_own_place(name: str) -> None:
    for question in take(name).questions:
        place, _, scope = question.where[0].replace("**", "x").replace("*", "x").partition("::")
        assert known(take(name), place, scope or "f", question.words) is not None
