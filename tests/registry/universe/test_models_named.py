"""Which models an identifier names: a def, a class, a module, a file."""

import pytest

from namebranch.registry.universe.names import Names

NAMING = [
    ("_parallelize_gemma3", "gemma3"),
    ("_parallelize_phi", "phi"),
    ("_parallelize_baichuan", "baichuan"),
    ("_parallelize_qwen_classification", "qwen"),
    ("_parallelize_qwen3_5_vlm", "qwen3_5"),
    ("_parallelize_mistral3_vlm", "mistral3"),
    ("get_llama_nemotron_super_tp_plan", "llama nemotron"),
    ("get_decilm_nemotron_tp_plan", "decilm nemotron"),
    ("kimi_vl_collate_fn", "kimi"),
    ("KimiVLCollator", "kimi"),
    ("llava_onevision_collate_fn", "llava_onevision"),
    ("nemotron_parse_collate_fn", "nemotron"),
    ("HunyuanParallelizationStrategy", "hunyuan"),
    ("NemotronHParallelizationStrategy", "nemotron_h"),
    ("WanParallelizationStrategy", "wan"),
    ("Qwen3_5ParallelizationStrategy", "qwen3_5"),
    ("delinearize_llama4", "llama4"),
    ("apply_liger_kernel_to_qwen2_vl", "qwen2_vl"),
    ("apply_liger_kernel_to_granitemoehybrid", "granitemoehybrid"),
    ("modeling_jamba", "jamba"),
    ("processing_glm46v", "glm46v"),
    ("llama_attn_hijack_flash", "llama"),
    ("replace_btlm_attn_with_flash_attn", "btlm"),
    ("_patch_loss_llama", "llama"),
    ("_gptoss_glu", "gpt_oss"),
    ("check_dsv4_fp4_grouped_mode", "deepseek_v4"),
    ("_apply_gemma4_loss_kwargs", "gemma4"),
    ("check_falcon_fsdp", "falcon"),
    ("check_mpt_checkpointing", "mpt"),
    ("_fix_nemotron_h_conversion_mapping", "nemotron_h"),
    ("RefinedWebModel", "falcon"),
    ("NemotronHForCausalLM", "nemotron_h"),
    ("Gemma3nProcessingStrategy", "gemma3n"),
    ("Glm4vProcessingStrategy", "glm4v"),
    ("InternVLProcessingStrategy", "internvl"),
    ("Llama3_2VisionProcessingStrategy", "llama"),
    ("MistralV7TekkenProcessingStrategy", "mistral"),
    ("SmolVLM2ProcessingStrategy", "smolvlm"),
    ("is_diffusion_gemma", "diffusion_gemma"),
    ("is_nemotron_vl", "nemotron"),
    ("CLIPProcessor", "clip"),
    ("CLIPVisionModel", "clip_vision_model"),
    ("MambaLMHeadModel", "mamba"),
    ("mamba", "mamba"),
    ("LlamaTokenizerFast", "llama"),
    ("ChatGLMModel", "glm"),
    ("GPTNeoXLayer", "gpt_neox"),
    ("DeepseekV3Attention", "deepseek_v3"),
    ("qwen3_moe", "qwen3_moe"),
    ("convert_llama_to_mistral", "llama mistral"),
    ("T5_to_llama_and_llama", "t5 llama"),
]

SILENT = [
    pytest.param("load_llama_adapter", id="a PEFT method"),
    pytest.param("LlamaAdapterConfig", id="a PEFT method, as a class"),
    pytest.param("disable_exllama", id="a kernel of a quantizer"),
    pytest.param("ExLlamaV2Linear", id="a kernel of a quantizer, as a class"),
    pytest.param("convert_to_llama_cpp", id="a program that runs many models"),
    pytest.param("use_mamba_ssm", id="a package of kernels"),
    pytest.param("mamba_d_state", id="a size of a layer"),
    pytest.param("MambaCache", id="a cache of a layer"),
    pytest.param("mistral_common_tokenizer", id="a library"),
    pytest.param("clip_grad_norm_", id="the clipping of gradients"),
    pytest.param("clip_coef", id="clipping, a word alone"),
    pytest.param("ClipGradients", id="clipping, as a class"),
    pytest.param("opt_state", id="the state of an optimizer"),
    pytest.param("OptState", id="the state of an optimizer, as a class"),
    pytest.param("git_root", id="a tool"),
    pytest.param("bit_width", id="a unit"),
    pytest.param("get_led_color", id="a lamp"),
    pytest.param("beam_search", id="a search"),
    pytest.param("bert_score", id="a measure"),
    pytest.param("sample", id="a word that begins with sam"),
    pytest.param("same_shape", id="another word that begins with sam"),
    pytest.param("optimizer", id="a word that begins with opt"),
    pytest.param("graphics", id="a word with phi in it"),
    pytest.param("wandb_init", id="a word that begins with wan"),
    pytest.param("compute_prompt_tokens", id="a word with mpt in it"),
    pytest.param("get_text_config", id="a part of a configuration"),
    pytest.param("vision_tower", id="a part of a model"),
    pytest.param("vit_config", id="a part of a model that is a type, too"),
    pytest.param("encoder_decoder_mask", id="a shape of models"),
    pytest.param("data_step", id="two words that open names"),
    pytest.param("depth_first", id="a word that opens names"),
    pytest.param("time_series", id="a sequence"),
    pytest.param("GPTQConfig", id="a quantizer that begins with gpt"),
    pytest.param("gpt_score", id="a measure by an interface"),
    pytest.param("varlen_llama3_forward", id="an algorithm named after a model"),
    pytest.param("create_ring_llama3_groups", id="an algorithm of a ring"),
    pytest.param("llama_4_scaling", id="a formula of positions"),
    pytest.param("openai_messages", id="an interface"),
    pytest.param("timm_backbone", id="a library of models"),
    pytest.param("ForCausalLM", id="a task"),
    pytest.param("Trainer", id="a class of no model"),
    pytest.param("PreTrainedModel", id="the class of all models"),
    pytest.param("", id="nothing"),
    pytest.param("__init__", id="a method"),
    pytest.param("x", id="a letter"),
    pytest.param("step_3", id="a step with a number"),
    pytest.param("resnet_block", id="a layer named after a model"),
]


@pytest.mark.parametrize(("identifier", "models"), [pytest.param(*row, id=f"{row[0]} names {row[1]}") for row in NAMING])
def test_names(identifier: str, models: str) -> None:
    assert Names.load().models_named(identifier) == tuple(models.split())


@pytest.mark.parametrize("identifier", SILENT)
def test_names_none(identifier: str) -> None:
    assert Names.load().models_named(identifier) == ()


@pytest.mark.parametrize(("identifier", "models"), [pytest.param(*row, id=row[0]) for row in NAMING])
def test_the_family_of_an_identifier_is_the_first_that_it_names(identifier: str, models: str) -> None:
    assert Names.load().family(identifier) == models.split(maxsplit=1)[0]
