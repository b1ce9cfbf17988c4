"""Builds a model from the sizes of the zoo, or loads a saved one, and makes it ready to train."""

import json
import logging
from pathlib import Path

import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForImageTextToText, AutoModelForSeq2SeqLM, AutoModelForSpeechSeq2Seq

from .. import zoo
from ..families import MOE_MODEL_TYPES, T5_ARCHITECTURE, has_experts, is_recurrent
from ..normalize import normalize
from ..support import support_for
from .adapter import apply_adapter
from .constants import IMAGE_TEXT_CLASSES
from .patches import PatchManager

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
        self.patches = PatchManager(cfg, self.model_config)
        self.is_speech = self.model_config.model_type == "whisper"

    def load(self):
        self.patches.before_build()
        torch.manual_seed(self.cfg.seed)
        auto = self.auto_class()
        if self.fresh:
            model = auto.from_config(self.model_config, **self._model_kwargs())
        else:
            model = auto.from_pretrained(self.folder, **self._model_kwargs())
        self._adjust(model)
        support_for(self.cfg.model_config_type).after_build(model, self.cfg)
        self.patches.after_build(model)
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
        if self.is_speech:
            return AutoModelForSpeechSeq2Seq
        if self.model_config.architectures[0] == T5_ARCHITECTURE:
            return AutoModelForSeq2SeqLM
        if self.model_config.model_type in IMAGE_TEXT_CLASSES and self.cfg.is_multimodal:
            return AutoModelForImageTextToText
        return AutoModelForCausalLM

    def _model_kwargs(self):
        kwargs = {"dtype": torch.float32}
        if self.cfg.attn_implementation:
            kwargs["attn_implementation"] = self.cfg.attn_implementation
        if has_experts(self.model_config) and self.cfg.model_config_type in MOE_MODEL_TYPES:
            kwargs["experts_implementation"] = self.cfg.experts_implementation or "eager"
        if self.cfg.model_config_type == "gpt_neox":
            kwargs.setdefault("attn_implementation", "eager")
        support_for(self.cfg.model_config_type).model_kwargs(kwargs, self.cfg)
        return kwargs

    def _adjust(self, model):
        model_type = getattr(model.config, "model_type", None)
        if model_type == "deepseek_v3":
            from ..models.deepseek_v3.router import reset_score_correction

            reset_score_correction(model)
        elif model_type in ["gemma3", "gemma3_text"] and self.cfg.logit_cap:
            model.config.get_text_config().final_logit_softcapping = self.cfg.logit_cap
        elif model_type == "nemotron_h" and self.cfg.time_step_floor is not None:
            from ..models.nemotron_h.steps import floor_time_steps

            floor_time_steps(model, self.cfg.time_step_floor)
        if is_recurrent(model.config):
            model.config.use_cache = model.generation_config.use_cache = not self.cfg.sample_packing
        if "deepseek" in self.cfg.base_model.lower():
            LOG.warning("checkpoints of this family want a low learning rate; it is %s", self.cfg.learning_rate)
