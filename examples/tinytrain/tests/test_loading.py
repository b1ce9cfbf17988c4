import logging

import pytest
import transformers

from tinytrain.kernels.swapping import swapped
from tinytrain.loaders.adapter import dropout_for, embedding_layers, targets_for
from tinytrain.loaders.model import ModelLoader, load_model
from tinytrain.normalize import normalize


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("llama", "LlamaForCausalLM"),
        ("mamba", "MambaForCausalLM"),
        ("t5", "T5ForConditionalGeneration"),
        ("whisper", "WhisperForConditionalGeneration"),
        ("gemma3", "Gemma3ForConditionalGeneration"),
        ("gemma3_text", "Gemma3ForCausalLM"),
        ("qwen2_vl", "Qwen2VLForConditionalGeneration"),
    ],
)
def test_the_class_that_is_built(name, expected, options):
    assert type(load_model(options(name))[0]).__name__ == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("llama", ["LlamaRMSNorm.forward"]),
        ("qwen2", ["Qwen2RMSNorm.forward"]),
        ("mixtral", ["MixtralRMSNorm.forward"]),
        ("olmoe", ["OlmoeRMSNorm.forward"]),
        ("qwen3_moe", ["Qwen3MoeRMSNorm.forward"]),
        ("phi3", ["transformers.models.phi3.modeling_phi3.Phi3RMSNorm"]),
        ("gemma3", ["Gemma3RMSNorm.forward"]),
        ("gemma3_text", ["Gemma3RMSNorm.forward"]),
        ("t5", ["T5LayerNorm.forward"]),
        ("qwen2_vl", ["Qwen2VLRMSNorm.forward"]),
        ("mamba", []),
        ("gpt_neox", []),
    ],
)
def test_what_is_swapped_for_faster_norms(name, expected, options):
    load_model(options(name, fused_norm=True))
    assert swapped() == expected


def test_nothing_is_swapped_unless_asked_for(options):
    load_model(options("llama"))
    assert swapped() == []


def test_a_model_that_is_like_llama_gets_its_kernels(options):
    load_model(options("gpt_neox", fused_norm=True, llama_like=True))
    assert swapped() == ["LlamaRMSNorm.forward"]


def test_the_count_of_calls_to_the_norm_of_phi3(options):
    model, _ = load_model(options("phi3", fused_norm=True))
    model(**model.dummy_inputs)
    assert model.model.norm.calls == 5


def test_attention_of_gpt_neox_is_eager_unless_said(options):
    assert load_model(options("gpt_neox"))[0].config._attn_implementation == "eager"
    assert load_model(options("gpt_neox", attn_implementation="sdpa"))[0].config._attn_implementation == "sdpa"


def test_experts_are_eager_unless_said(options):
    assert load_model(options("mixtral"))[0].config._experts_implementation == "eager"
    assert load_model(options("olmoe", experts_implementation="grouped_mm"))[0].config._experts_implementation == "grouped_mm"


def test_mamba_takes_no_attention_implementation(options):
    assert ModelLoader(options("mamba", attn_implementation="sdpa"))._model_kwargs().keys() == {"dtype"}


def test_adjustments_after_the_build(options):
    assert load_model(options("gemma3", logit_cap=30.0))[0].config.text_config.final_logit_softcapping == 30.0
    assert load_model(options("mixtral"))[0].config.router_jitter_noise == 0.0
    assert load_model(options("qwen3_moe"))[0].config.norm_topk_prob is True
    assert load_model(options("granitemoehybrid", sample_packing=True))[0].config.output_router_logits is False
    assert load_model(options("nemotron_h"))[0].config.mamba_ssm_cache_dtype == "float32"
    model, _ = load_model(options("nemotron_h", time_step_floor=3.0))
    assert min(float(value.detach().min()) for key, value in model.named_parameters() if key.endswith("dt_bias")) >= 3.0
    assert load_model(options("falcon_h1", mup_limit=1.0))[0].config.lm_head_multiplier == 1.0
    assert load_model(options("falcon_h1"))[0].config.lm_head_multiplier == 2.0


def test_the_eye_of_llava_is_not_trained(options):
    model, _ = load_model(options("llava"))
    assert not any(parameter.requires_grad for parameter in model.model.vision_tower.parameters())
    assert any(parameter.requires_grad for parameter in load_model(options("gemma3"))[0].model.vision_tower.parameters())


@pytest.mark.parametrize("name", ["gemma3", "gemma3_text"])
def test_packing_widens_the_window(name, options):
    model, _ = load_model(options(name, sample_packing=True, sequence_len=20))
    assert model.config.get_text_config().sliding_window == 20


def test_a_state_is_not_cached_when_samples_are_packed(options):
    assert load_model(options("mamba", sample_packing=True))[0].config.use_cache is False
    assert load_model(options("llama", sample_packing=True))[0].config.use_cache is True


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("llama", ["q_proj", "v_proj"]),
        ("phi3", ["qkv_proj"]),
        ("mamba", ["in_proj", "x_proj", "out_proj"]),
        ("llava", ["q_proj", "v_proj"]),
        ("qwen2_vl", ["q_proj", "v_proj"]),
        ("deepseek_v3", ["q_a_proj", "kv_a_proj_with_mqa"]),
    ],
)
def test_where_adapters_go(name, expected, options):
    cfg = options(name)
    assert targets_for(normalize(cfg, ModelLoader(cfg).model_config), None) == expected


def test_layers_that_hold_tokens(options):
    def layers(name):
        cfg = options(name)
        normalize(cfg, ModelLoader(cfg).model_config)
        return embedding_layers(cfg), dropout_for(cfg)

    assert layers("gpt_neox") == (["embed_in", "embed_out"], 0.05)
    assert layers("t5") == (["shared"], 0.05)
    assert layers("mamba") == (["backbone.embeddings", "lm_head"], 0.0)
    assert layers("falcon_h1") == (["embed_tokens", "lm_head"], 0.0)


def test_what_cannot_work_is_refused(options):
    with pytest.raises(ValueError, match="three rows"):
        load_model(options("qwen2_vl", sample_packing=True))
    with pytest.raises(ValueError, match="whisper also has an encoder"):
        load_model(options("whisper", rl="dpo"))
    with pytest.raises(LookupError, match="no tiny model 'bart'"):
        load_model(options("bart"))
    with pytest.raises(ValueError, match="no linear layer"):
        load_model(options("gpt_neox", adapter="lora", lora_targets=["q_proj"]))


def test_no_gradient_checkpointing_through_a_state(options, caplog):
    cfg = options("nemotron_h", gradient_checkpointing=True, attn_implementation="flash_attention_2")
    with caplog.at_level(logging.WARNING):
        normalize(cfg, transformers.AutoConfig.for_model("nemotron_h"))
    assert cfg.gradient_checkpointing is False
    assert cfg.attn_implementation == "sdpa"
    assert "recurrent state" in caplog.text


def test_packing_warns_where_samples_see_each_other(options, caplog):
    with caplog.at_level(logging.WARNING):
        load_model(options("gpt_neox", sample_packing=True))
        assert "see each other in gpt_neox" in caplog.text
        caplog.clear()
        load_model(options("llama", sample_packing=True))
    assert "see each other" not in caplog.text
