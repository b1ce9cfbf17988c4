"""Builds a model from the sizes of the zoo, or loads a saved one, and makes it ready to train."""

import json
import logging
from pathlib import Path

import torch
import transformers
from transformers import AutoConfig

from .. import zoo
from ..families import has_experts
from ..kernels.plugin import swap_norms
from ..normalize import normalize
from ..support import AUTO_CLASS, CARRIES_STATE, CHOOSES_EXPERTS, LIFE, NEEDS_LOW_RATE, model_kwargs
from .adapter import apply_adapter
from .weights import conversions_of

LOG = logging.getLogger(__name__)


def load_model(cfg):
    """Return the model that *cfg* asks for, patched and with its adapter, and the processor of its inputs."""
    loader = ModelLoader(cfg)
    return loader.load(), loader.processor()


class ModelLoader:
    def __init__(self, cfg):
        self.cfg = cfg
        self.folder = Path(cfg.base_model)
        self.fresh = not self.folder.is_dir()
        self.model_config, self.data = self._configs()
        normalize(cfg, self.model_config)
        self.conversions = conversions_of(cfg.model_config_type)

    def load(self):
        LIFE.enter("before_build", self.cfg.model_config_type, cfg=self.cfg, model_config=self.model_config)
        if self.cfg.fused_norm:
            swap_norms(self.cfg)
        torch.manual_seed(self.cfg.seed)
        with self.conversions.held():
            model = self._build(self.auto_class())
        self.conversions.after_build(model)
        self._adjust(model)
        LIFE.enter("after_build", self.cfg.model_config_type, cfg=self.cfg, model_config=self.model_config, model=model)
        if self.cfg.gradient_checkpointing and model.supports_gradient_checkpointing:
            model.gradient_checkpointing_enable()
        return apply_adapter(model, self.cfg)

    def processor(self):
        return zoo.processor_for(self.data, self.model_config)

    def _configs(self):
        if self.fresh:
            entry = zoo.entry(self.cfg.base_model.removeprefix("tiny/"))
            return AutoConfig.for_model(**entry["config"]), entry["data"]
        return AutoConfig.from_pretrained(self.folder), json.loads((self.folder / "tinytrain.json").read_text())

    def auto_class(self):
        return getattr(transformers, AUTO_CLASS.of(self.model_config.model_type))

    def _build(self, auto):
        if self.fresh:
            return auto.from_config(self.model_config, **self._model_kwargs())
        return auto.from_pretrained(self.folder, **self._model_kwargs())

    def _model_kwargs(self):
        kwargs = {"dtype": torch.float32}
        if self.cfg.attn_implementation:
            kwargs["attn_implementation"] = self.cfg.attn_implementation
        if has_experts(self.model_config) and CHOOSES_EXPERTS.of(self.cfg.model_config_type):
            kwargs["experts_implementation"] = self.cfg.experts_implementation or "eager"
        return model_kwargs.of(self.cfg.model_config_type)(kwargs, self.cfg)

    def _adjust(self, model):
        if CARRIES_STATE.of(model.config.model_type):
            model.config.use_cache = model.generation_config.use_cache = not self.cfg.sample_packing
        if NEEDS_LOW_RATE.key(self.cfg.base_model):
            LOG.warning("checkpoints of this family want a low learning rate; it is %s", self.cfg.learning_rate)
