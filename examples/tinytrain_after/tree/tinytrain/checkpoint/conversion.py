"""Between layouts: one tensor of all experts or one an expert, fused projections or three, old names or new."""

import re

import torch

from ..support import FUSED_PROJECTION, OLD_NAMES, SPLIT_EXPERTS


def modern_names(state, config):
    """Return *state* with the names that transformers 5 gives its weights."""
    if (mapping := OLD_NAMES.of(config.model_type)) is None:
        return dict(state)
    renamed = {}
    for key, value in state.items():
        for old, new in mapping:
            key = re.sub(old, new, key)
        renamed[key] = value
    return renamed


def split_experts(state, config):
    """Return *state* with one tensor an expert, as most checkpoints on the hub have them."""
    if not SPLIT_EXPERTS.of(config.model_type):
        return dict(state)
    split = {}
    for key, value in state.items():
        if ".experts." in key and value.dim() == 3:
            before, after = key.split(".experts.")
            split |= {f"{before}.experts.{number}.{after}": part.clone() for number, part in enumerate(value)}
        else:
            split[key] = value
    return split


def merge_experts(state, config):
    """Undo `split_experts`."""
    merged, parts = {}, {}
    for key, value in state.items():
        found = re.fullmatch(r"(.*\.experts\.)(\d+)\.(\w+)", key)
        if found and SPLIT_EXPERTS.of(config.model_type):
            parts.setdefault(found[1] + found[3], {})[int(found[2])] = value
        else:
            merged[key] = value
    return merged | {key: torch.stack([rows[number] for number in sorted(rows)]) for key, rows in parts.items()}


def split_projections(state, config):
    """Return *state* with three projections where the model has one."""
    if (fused := FUSED_PROJECTION.of(config.model_type)) is None:
        return dict(state)
    name, split = fused
    out = {}
    for key, value in state.items():
        if f".{name}." not in key:
            out[key] = value
            continue
        for letter, part in zip("qkv", split(value, config)):
            out[key.replace(name, f"{letter}_proj")] = part.clone()
    return out
