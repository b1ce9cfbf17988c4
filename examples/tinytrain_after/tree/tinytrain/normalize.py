"""Complete the options of a run by what the model's own config says, and refuse what cannot work."""

import logging

from .families import ROPE_TYPES
from .support import DPO, FLASH_ATTENTION, GRADIENT_CHECKPOINTING, PACKING, POSITION_ROWS

LOG = logging.getLogger(__name__)


def normalize(cfg, model_config):
    cfg.model_config_type = model_config.model_type
    cfg.text_config_type = model_config.get_text_config().model_type
    cfg.is_multimodal = hasattr(model_config, "vision_config")
    cfg.needs_position_rows = POSITION_ROWS.of(model_config.model_type) > 1
    _check_rope(model_config)
    _check_packing(cfg)
    _check_gradients(cfg, model_config)
    if cfg.rl == "dpo" and not (dpo := DPO.of(cfg.model_config_type)).allowed:
        raise ValueError(f"dpo compares two answers of a decoder, and {cfg.model_config_type} {dpo.reason}")
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
    if not (packing := PACKING.of(cfg.model_config_type)).allowed:
        LOG.warning("%s in %s", packing.reason, cfg.model_config_type)
    if cfg.needs_position_rows:
        raise ValueError("packing needs position ids, and this model has three rows of them")


def _check_gradients(cfg, model_config):
    if cfg.gradient_checkpointing and not (checkpointing := GRADIENT_CHECKPOINTING.of(model_config.model_type)).allowed:
        LOG.warning(checkpointing.reason)
        cfg.gradient_checkpointing = False
    if cfg.attn_implementation == "flash_attention_2" and not FLASH_ATTENTION.of(model_config.model_type).allowed:
        cfg.attn_implementation = "sdpa"
