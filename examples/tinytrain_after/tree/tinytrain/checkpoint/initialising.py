"""Second initialisation of fresh weights, with the spread that our runs are used to."""

import logging

import torch

from ..support import KEPT_WEIGHTS, owns_its_spread, spread

LOG = logging.getLogger(__name__)
SPREAD = 0.02


def initialise(model, seed):
    """Draw the matrices of *model* again; return how many were drawn."""
    model_class = model.__class__.__name__
    if owns_its_spread.of(model_class)(model):
        LOG.info("%s keeps its own initial weights", model_class)
        return 0
    generator = torch.Generator().manual_seed(seed)
    kept = KEPT_WEIGHTS.of(model.config.model_type)
    drawn = [parameter for name, parameter in model.named_parameters() if parameter.dim() > 1 and not name.endswith(kept)]
    with torch.no_grad():
        for parameter in drawn:
            parameter.normal_(0.0, spread.of(model.config.model_type)(model.config), generator=generator)
    return len(drawn)
