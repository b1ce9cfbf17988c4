"""Which names of folders and files are a model's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer.settings.ownership import named_after
from namebranch.registry.universe.names import Names

FAMILY = Names.load().family
NEVER = frozenset({"auto", "models", "common"})

OWNED = [
    ("llama", "llama", ""),
    ("qwen3_moe", "qwen3_moe", ""),
    ("gemma4_unified", "gemma4_unified", ""),
    ("nemotron_h", "nemotron_h", ""),
    ("dsv4", "dsv4", ""),
    ("deepseekv2", "deepseekv2", ""),
    ("glm_dsa", "glm", "begins with glm"),
    ("modeling_jamba", "jamba", "modeling_ before jamba"),
    ("configuration_falcon_h1", "falcon_h1", "configuration_ before falcon_h1"),
    ("mamba", "mamba", ""),
    ("patch_kimi_linear", "kimi_linear", "patch_ before kimi_linear"),
    ("delinearize_llama4", "llama4", "delinearize_ before llama4"),
    ("mcore_gptoss", "gptoss", "mcore_ before gptoss"),
    ("llama_attn_hijack_flash", "llama", "begins with llama"),
    ("mistral_attn_hijack_flash", "mistral", "begins with mistral"),
    ("gemma4_fused_rope", "gemma4", "begins with gemma4"),
    ("qwen2vl_mrope", "qwen2vl", "begins with qwen2vl"),
    ("draft_llama_v12", "llama", "llama between draft_ and _v12"),
    ("Llama-Attention", "llama", "begins with llama"),
]
NOT_OWNED = [
    "models", "auto", "common", "opt", "git", "clip", "data", "utils", "patch_manager", "loaders", "llamafactory", "lora_kernels",
    "clip_grad_norm", "bert_score", "flash_attn_4", "sonicmoe", "nvfp4_moe", "scattermoe_lora", "transformers", "diffusion", "adapter",
    "ring_attn", "multipack", "xformers_", "train", "", "_", "__init__", "step_scheduler", "git_root", "chat_template", "tiled_mlp",
]  # fmt: skip


@pytest.mark.parametrize(("name", "model", "reason"), OWNED, ids=[name for name, _, _ in OWNED])
def test_is_a_model_s(name: str, model: str, reason: str) -> None:
    assert named_after(name, FAMILY, NEVER) == (model, reason)


@pytest.mark.parametrize("name", NOT_OWNED)
def test_is_no_model_s(name: str) -> None:
    assert named_after(name, FAMILY, NEVER) is None


def test_a_name_of_two_models_is_of_neither() -> None:
    assert named_after("convert_llama_to_mixtral", FAMILY, NEVER) is None


def test_a_word_that_never_names_a_model_is_passed_over() -> None:
    assert named_after("llama", FAMILY, frozenset({"llama"})) is None
    assert named_after("llama_like_gemma", FAMILY, frozenset({"llama"})) == ("gemma", "llama_like_ before gemma")


@given(name=st.text(alphabet=st.sampled_from("abglmqwen34_-. "), max_size=24))
def test_what_is_found_stands_in_the_name(name: str) -> None:
    found = named_after(name, FAMILY, NEVER)
    if found is not None:
        assert FAMILY(found[0]) is not None
        assert set(found[0].split("_")) <= set(name.replace("-", "_").replace(".", "_").replace(" ", "_").split("_"))


@given(name=st.sampled_from([name for name, _, _ in OWNED] + NOT_OWNED))
def test_case_and_dashes_do_not_matter(name: str) -> None:
    found = named_after(name, FAMILY, NEVER)
    assert named_after(name.upper().replace("_", "-"), FAMILY, NEVER) == found
