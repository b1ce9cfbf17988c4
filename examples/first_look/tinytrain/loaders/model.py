"""Loads a model and makes it ready to train."""

import logging

from transformers import AutoConfig, AutoModelForCausalLM

from ..constants import MOE_MODEL_TYPES
from .patches import PatchManager
from .predicates import is_hybrid, uses_mrope

LOG = logging.getLogger(__name__)


class ModelLoader:
    def __init__(self, cfg):
        self.cfg = cfg
        self.model_config = AutoConfig.from_pretrained(cfg.base_model)
        self.cfg.model_config_type = self.model_config.model_type
        self.is_falcon = self.cfg.model_config_type == "falcon"

    def load(self):
        PatchManager(self.cfg).before_load()
        kwargs = self._load_kwargs()
        model = AutoModelForCausalLM.from_pretrained(self.cfg.base_model, **kwargs)
        self._adjust(model)
        PatchManager(self.cfg).after_load(model)
        return model

    def _load_kwargs(self):
        kwargs = {"device_map": self.cfg.device_map}
        if self.cfg.attn_implementation == "flash_attention_2" and not is_hybrid(self.model_config):
            kwargs["attn_implementation"] = "flash_attention_2"
        if self.cfg.model_config_type in MOE_MODEL_TYPES:
            kwargs["experts_implementation"] = "grouped_mm"
        if self.is_falcon:
            kwargs["trust_remote_code"] = False
        return kwargs

    def _adjust(self, model):
        model_type = self.model_config.model_type
        if model_type == "llama" and self.cfg.pad_to_multiple:
            model.resize_token_embeddings(pad_to_multiple_of=64)
        elif model_type in ["gemma2", "gemma3"]:
            model.config.attn_logit_softcapping = None
        elif model_type == "gpt_oss":
            model.config.output_router_logits = True
        if uses_mrope(model.config):
            LOG.warning("packing with M-RoPE needs position ids of three rows")
        if "deepseek" in self.cfg.base_model.lower():
            model.config.use_cache = False
