"""Mixtral."""

import logging

from ..._namebranch import Descriptor, Supported
from ...kernels.norms import rms_norm_forward
from ...kernels.swapping import swap
from ...support import MODELS
from ..families import MIXTURE

LOG = logging.getLogger(__name__)


def after_build(context):
    gates = [layer for layer in context.model.modules() if type(layer).__name__ == "MixtralTopKRouter"]
    LOG.info("%d routers", len(gates))
    context.model.config.router_jitter_noise = 0.0


def swap_norms(cfg):
    from transformers.models.mixtral import modeling_mixtral

    swap(modeling_mixtral.MixtralRMSNorm, "forward", rms_norm_forward)


def recorder():
    from .calibration import record

    return record


MODELS.register(
    Descriptor(
        keys={"model_type": "mixtral"},
        family=MIXTURE,
        facts={
            "hint": "the smallest mixture of experts here; start with this one",
            "router_loss": True,
            "split_experts": True,
            "tied_weights": (),
        },
        capabilities={"fused_norm": Supported()},
        hooks={"after_build": after_build, "recorder": recorder, "swap_norms": swap_norms},
    )
)
