"""Kernels of one model, in a folder of its own: names are fine here."""


def patch_mamba_kernels(chunk):
    from transformers.models.nemotron_h import modeling_nemotron_h

    modeling_nemotron_h.NemotronHMamba2Mixer.chunk_size = chunk


def applies(config):
    return config.model_type == "nemotron_h"
