"""Chooses the kernels of a model before it is built: by what it says it supports."""

import logging

from .. import support

LOG = logging.getLogger(__name__)


def swap_norms(cfg):
    """Swap the norms for faster ones: the model's own, or those of a model that it resembles."""
    model_type = cfg.model_config_type if support.FUSED_NORM.of(cfg.model_config_type).allowed else support.RESEMBLED.key(cfg)
    if model_type is None:
        LOG.warning("no kernels for %s", cfg.model_config_type)
    support.swap_norms.of(model_type)(cfg)


def loss_of(model_type, cfg):
    """Return which loss is used: the model's own, or ours a chunk at a time."""
    return "chunked" if cfg.fused_loss and support.FUSED_LOSS.of(model_type).allowed else "own"
