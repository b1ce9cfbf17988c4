"""Second initialisation of fresh weights, with the spread that our runs are used to."""

import logging

import torch

LOG = logging.getLogger(__name__)
SPREAD = 0.02


def initialise(model, seed):
    """Draw the matrices of *model* again; return how many were drawn."""
    model_class = model.__class__.__name__
    is_dense_nemotron = model_class == "NemotronHForCausalLM" and "moe" not in model.config.layers_block_type
    owns_its_spread = model_class in ["FalconH1ForCausalLM", "MambaForCausalLM"] or is_dense_nemotron
    if owns_its_spread or hasattr(model, "visual"):
        LOG.info("%s keeps its own initial weights", model_class)
        return 0
    generator = torch.Generator().manual_seed(seed)
    drawn = [parameter for name, parameter in model.named_parameters() if parameter.dim() > 1 and not name.endswith(_kept(model.config))]
    with torch.no_grad():
        for parameter in drawn:
            parameter.normal_(0.0, _spread(model.config), generator=generator)
    return len(drawn)


def _kept(config):
    if config.model_type == "whisper":
        return ("norm.weight", "embed_positions.weight")
    return ("norm.weight", "relative_attention_bias.weight")


def _spread(config):
    spread = SPREAD
    if getattr(config, "model_type", "") == "t5":
        spread = SPREAD * config.d_model**-0.5
    return spread
