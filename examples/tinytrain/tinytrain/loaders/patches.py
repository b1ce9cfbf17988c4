"""Everything that is swapped in transformers before a model is built, and in the model after."""

import importlib
import logging

import transformers

from ..families import is_gemma
from ..kernels.norms import rms_norm_forward
from ..kernels.plugin import KernelPlugin
from ..kernels.swapping import swap
from ..models.falcon_h1.multipliers import limit_multipliers

LOG = logging.getLogger(__name__)
TRANSFORMERS_5 = int(transformers.__version__.split(".")[0]) >= 5


class PatchManager:
    # Their router logs are written per layer; the others have one gate for all.
    _LOGGED_ROUTERS = ("mixtral", "qwen3_moe")

    def __init__(self, cfg, model_config):
        self.cfg = cfg
        self.model_config = model_config

    def before_build(self):
        mct = self.cfg.model_config_type
        if mct == "falcon_h1" and self.cfg.mup_limit:
            limit_multipliers(self.model_config, self.cfg.mup_limit)
        if self.cfg.fused_norm and mct != "t5":
            KernelPlugin().pre_build(self.cfg)
        elif self.cfg.fused_norm:
            swap(transformers.models.t5.modeling_t5.T5LayerNorm, "forward", rms_norm_forward)
        if TRANSFORMERS_5 and mct == "gpt_neox":
            self.model_config.use_parallel_residual = bool(self.model_config.use_parallel_residual)
        self._patch_attention_mask()

    def after_build(self, model):
        self._log_routers(model)
        match self.cfg.model_config_type:
            case "mixtral":
                model.config.router_jitter_noise = 0.0
            case "qwen3_moe" | "olmoe":
                model.config.norm_topk_prob = True
            case None:
                LOG.warning("a model without a type is not adjusted")
        self._patch_hybrid_cache(model)
        self._patch_vision(model)

    def _patch_attention_mask(self):
        model_type = self.model_config.model_type
        if model_type in {"gemma3", "gemma3_text"} and self.cfg.sample_packing:
            if model_type == "gemma3":
                text = self.model_config.text_config
            else:
                text = self.model_config
            text.sliding_window = max(text.sliding_window, self.cfg.sequence_len)

    def _patch_hybrid_cache(self, model):
        """Keep the state of the mixers in full precision."""
        if self.cfg.model_config_type != "nemotron_h":
            return
        from ..models.nemotron_h.steps import keep_cache_in_float32

        keep_cache_in_float32(model)
        LOG.info("state of the mixers is kept in float32")

    def _patch_vision(self, model):
        from transformers import LlavaForConditionalGeneration

        if isinstance(model, LlavaForConditionalGeneration):
            for parameter in model.model.vision_tower.parameters():
                parameter.requires_grad_(False)
        if self.cfg.model_config_type == "qwen2_vl" and self.cfg.fused_norm:
            modeling = importlib.import_module("transformers.models.qwen2_vl.modeling_qwen2_vl")
            norm = getattr(modeling, "Qwen2RMSNorm", None) or modeling.Qwen2VLRMSNorm
            swap(norm, "forward", rms_norm_forward)

    def _log_routers(self, model):
        mct = self.cfg.model_config_type
        if mct and mct not in self._LOGGED_ROUTERS and is_gemma(self.model_config):
            LOG.info("%s has no experts to balance", mct)
        gates = [layer for layer in model.modules() if type(layer).__name__ == "MixtralTopKRouter"]
        if gates:
            LOG.info("%d routers", len(gates))
