"""Which models some part of the trainer treats alike, and questions about them that several parts ask."""

MOE_MODEL_TYPES = ("mixtral", "qwen3_moe", "olmoe", "deepseek_v3")
HYBRID_MODEL_TYPES = frozenset({"falcon_h1", "nemotron_h", "granitemoehybrid"})
RECURRENT_MODEL_TYPES = HYBRID_MODEL_TYPES | {"mamba"}
PACKING_MODEL_TYPES = [*MOE_MODEL_TYPES, "llama", "qwen2", "phi3", "gemma3_text"]

T5_ARCHITECTURE = "T5ForConditionalGeneration"

ROPE_TYPES = ("default", "linear", "dynamic", "yarn", "llama3")


def is_hybrid(config):
    return config.model_type in HYBRID_MODEL_TYPES


def is_recurrent(config):
    return config.model_type == "mamba" or is_hybrid(config)


def is_gemma(config):
    return str(config.model_type or "").startswith("gemma")


def has_experts(config):
    return any(getattr(config, name, 0) for name in ("num_local_experts", "num_experts", "n_routed_experts"))
