"""Complete the options of a run by what the model's own config says, and refuse what cannot work."""

import logging

from .families import PACKING_MODEL_TYPES, RECURRENT_MODEL_TYPES, ROPE_TYPES, is_hybrid

LOG = logging.getLogger(__name__)


def normalize(cfg, model_config):
    cfg.model_config_type = model_config.model_type
    cfg.text_config_type = model_config.get_text_config().model_type
    cfg.is_llama_derived_model = (
        cfg.model_config_type in ("llama", "mistral")
        or cfg.llama_like
        or "llama" in cfg.base_model.lower()
    )
    cfg.is_multimodal = hasattr(model_config, "vision_config")
    cfg.needs_position_rows = model_config.model_type == "qwen2_vl"
    _check_rope(model_config)
    _check_packing(cfg)
    _check_gradients(cfg, model_config)
    if cfg.rl == "dpo" and cfg.model_config_type in ["t5", "whisper"]:
        raise ValueError(f"dpo compares two answers of a decoder, and {cfg.model_config_type} also has an encoder")
    return cfg


def _check_rope(model_config):
    rope = getattr(model_config, "rope_parameters", None) or {}
    if rope.get("rope_type", "default") not in ROPE_TYPES:
        LOG.warning("rope type %s is not tried here", rope["rope_type"])
    if rope.get("rope_type") == "llama3" and "low_freq_factor" not in rope:
        LOG.warning("llama3 scaling without low_freq_factor")


def _check_packing(cfg):
    if not cfg.sample_packing:
        return
    if cfg.model_config_type not in PACKING_MODEL_TYPES:
        LOG.warning("packed samples see each other in %s", cfg.model_config_type)
    if cfg.needs_position_rows:
        raise ValueError("packing needs position ids, and this model has three rows of them")


def _check_gradients(cfg, model_config):
    if cfg.gradient_checkpointing and model_config.model_type in RECURRENT_MODEL_TYPES:
        LOG.warning("no gradient checkpointing through a recurrent state")
        cfg.gradient_checkpointing = False
    if is_hybrid(model_config) and cfg.attn_implementation == "flash_attention_2":
        cfg.attn_implementation = "sdpa"
