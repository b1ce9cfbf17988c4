"""Nemotron-H."""

import logging

from ..._namebranch import DECLINED, Descriptor
from ...support import MODELS
from ..families import HYBRID
from .steps import floor_time_steps, keep_cache_in_float32

LOG = logging.getLogger(__name__)


def after_build(context):
    if context.cfg.time_step_floor is not None:
        floor_time_steps(context.model, context.cfg.time_step_floor)
    keep_cache_in_float32(context.model)
    LOG.info("state of the mixers is kept in float32")


def owns_its_spread(model):
    return True if "moe" not in model.config.layers_block_type else DECLINED


MODELS.register(
    Descriptor(
        keys={"model_type": "nemotron_h", "class_name": "NemotronHForCausalLM"},
        family=HYBRID,
        facts={"no_decay": ("A_log", "D", "dt_bias")},
        hooks={"after_build": after_build, "owns_its_spread": owns_its_spread},
    )
)
