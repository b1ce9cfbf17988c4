"""Who answers for which key, and the registry that imports them: a module when somebody first asks about one of its keys, and no other."""

from ._namebranch import Owner, Registry

MODEL_OWNERS = {
    "deepseek_v3": "tinytrain.models.deepseek_v3.descriptor",
    "falcon_h1": "tinytrain.models.falcon_h1.descriptor",
    "gemma3": "tinytrain.models.gemma3.descriptor",
    "gemma3_text": "tinytrain.models.gemma3.text",
    "gpt_neox": "tinytrain.models.gpt_neox.descriptor",
    "granitemoehybrid": "tinytrain.models.granitemoehybrid.descriptor",
    "llama": "tinytrain.models.llama.descriptor",
    "llava": "tinytrain.models.llava.descriptor",
    "mamba": "tinytrain.models.mamba.descriptor",
    "mistral": "tinytrain.models.llama.mistral",
    "mixtral": "tinytrain.models.mixtral.descriptor",
    "nemotron_h": "tinytrain.models.nemotron_h.descriptor",
    "olmoe": "tinytrain.models.olmoe.descriptor",
    "phi3": "tinytrain.models.phi3.descriptor",
    "qwen2": "tinytrain.models.qwen2.descriptor",
    "qwen2_vl": "tinytrain.models.qwen2_vl.descriptor",
    "qwen3_moe": "tinytrain.models.qwen3_moe.descriptor",
    "t5": "tinytrain.models.t5.descriptor",
    "whisper": "tinytrain.models.whisper.descriptor",
}
TEXT_MODEL_OWNERS = {
    "deepseek_v3": "tinytrain.models.deepseek_v3.descriptor",
    "falcon_h1": "tinytrain.models.falcon_h1.descriptor",
    "gemma3_text": "tinytrain.models.gemma3.text",
    "gpt_neox": "tinytrain.models.gpt_neox.descriptor",
    "llama": "tinytrain.models.llama.descriptor",
    "phi3": "tinytrain.models.phi3.descriptor",
    "qwen2": "tinytrain.models.qwen2.descriptor",
    "t5": "tinytrain.models.t5.descriptor",
    "whisper": "tinytrain.models.whisper.descriptor",
}
ARCHITECTURE_OWNERS = {
    "GPTNeoXForCausalLM": "tinytrain.models.gpt_neox.descriptor",
    "T5ForConditionalGeneration": "tinytrain.models.t5.descriptor",
    "WhisperForConditionalGeneration": "tinytrain.models.whisper.descriptor",
}
CLASS_OWNERS = {
    "FalconH1ForCausalLM": "tinytrain.models.falcon_h1.descriptor",
    "MambaForCausalLM": "tinytrain.models.mamba.descriptor",
    "NemotronHForCausalLM": "tinytrain.models.nemotron_h.descriptor",
}
PROCESSOR_OWNERS = {
    "Gemma3Processor": "tinytrain.models.gemma3.descriptor",
    "LlavaProcessor": "tinytrain.models.llava.descriptor",
    "Qwen2VLProcessor": "tinytrain.models.qwen2_vl.descriptor",
    "WhisperProcessor": "tinytrain.models.whisper.descriptor",
}

# Whoever knows a model before its key is known: these are imported when such a question is asked.
MATCHERS = {
    "tinytrain.models.deepseek_v3.descriptor": ("needs_low_rate",),
    "tinytrain.models.llama.descriptor": ("resembled",),
    "tinytrain.models.llava.descriptor": ("spelled",),
    "tinytrain.models.qwen2_vl.descriptor": ("spelled",),
}


def _owned(keys):
    return {key: Owner(module, matchers=MATCHERS.get(module, ())) for key, module in keys.items()}


MODELS = Registry(
    "tinytrain",
    spaces=("model_type", "text_model_type", "architecture", "class_name", "processor"),
    unknown="default",
    owners={
        "model_type": _owned(MODEL_OWNERS),
        "text_model_type": _owned(TEXT_MODEL_OWNERS),
        "architecture": _owned(ARCHITECTURE_OWNERS),
        "class_name": _owned(CLASS_OWNERS),
        "processor": _owned(PROCESSOR_OWNERS),
    },
)
