"""What Gemma 3 does with images and without."""

import logging

import transformers.models.gemma3.modeling_gemma3 as modeling

from ..._namebranch import Family, Supported
from ...kernels.swapping import swap
from .norms import offset_norm_forward

LOG = logging.getLogger(__name__)


def before_build(context):
    if context.cfg.sample_packing:
        text = context.model_config.get_text_config()
        text.sliding_window = max(text.sliding_window, context.cfg.sequence_len)


def after_build(context):
    if context.cfg.logit_cap:
        context.model.config.get_text_config().final_logit_softcapping = context.cfg.logit_cap
    LOG.info("%s has no experts to balance", context.cfg.model_config_type)


def swap_norms(cfg):
    swap(modeling.Gemma3RMSNorm, "forward", offset_norm_forward)


def exported(named):
    key, value = named
    return key, value + 1.0 if key.endswith("norm.weight") else value


GEMMA3 = Family(
    name="gemma3",
    facts={"whole_layers": ("vision_tower", "multi_modal_projector", "embed_tokens")},
    capabilities={"fused_norm": Supported()},
    hooks={"after_build": after_build, "before_build": before_build, "exported": exported, "swap_norms": swap_norms},
)
