"""Falcon-H1 scales its logits by a multiplier of its config; large ones overflow in half precision."""


def limit_multipliers(config, limit):
    if config.model_type != "falcon_h1":
        raise ValueError(f"{config.model_type} has no multipliers")
    config.lm_head_multiplier = min(config.lm_head_multiplier, limit)
    config.embedding_multiplier = min(config.embedding_multiplier, limit)
