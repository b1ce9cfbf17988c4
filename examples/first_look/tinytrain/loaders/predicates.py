"""Questions about models that several loaders ask."""


def is_hybrid(config):
    return config.model_type in ("jamba", "nemotron_h", "falcon_h1")


def uses_mrope(config) -> bool:
    return config.model_type.startswith("qwen2_vl") or config.model_type.startswith("qwen3_vl")


def has_experts(config):
    return getattr(config, "num_local_experts", 0) > 0
