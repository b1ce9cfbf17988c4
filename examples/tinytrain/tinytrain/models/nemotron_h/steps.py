"""Nemotron-H's mixers learn their time steps; after a cold start they must not be shorter than the floor."""

import torch


def floor_time_steps(model, floor):
    found = 0
    for name, parameter in model.named_parameters():
        if name.endswith("dt_bias"):
            with torch.no_grad():
                parameter.clamp_(min=floor)
            found += 1
    return found


def keep_cache_in_float32(model):
    model.config.mamba_ssm_cache_dtype = "float32"
