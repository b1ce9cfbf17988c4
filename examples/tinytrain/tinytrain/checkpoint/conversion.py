"""Between layouts: one tensor of all experts or one an expert, fused projections or three, old names or new."""

import re

import torch

from ..families import MOE_MODEL_TYPES

# OLMoE's checkpoints on the hub keep the experts together.
MERGED_EXPERTS = set(MOE_MODEL_TYPES) - {"olmoe"}

KEY_MAPPINGS = {
    "llava": {r"^language_model\.model\.": "model.language_model.", r"^vision_tower\.": "model.vision_tower."},
    "qwen2_vl": {r"^visual\.": "model.visual.", r"^model\.(?!language_model|visual)": "model.language_model."},
    "gemma3": {r"^language_model\.model\.": "model.language_model.", r"^vision_tower\.vision_model\.": "model.vision_tower."},
}


def modern_names(state, config):
    """Return *state* with the names that transformers 5 gives its weights."""
    if (mapping := KEY_MAPPINGS.get(config.model_type)) is None:
        return dict(state)
    renamed = {}
    for key, value in state.items():
        for old, new in mapping.items():
            key = re.sub(old, new, key)
        renamed[key] = value
    return renamed


def split_experts(state, config):
    """Return *state* with one tensor an expert, as most checkpoints on the hub have them."""
    if config.model_type not in MERGED_EXPERTS:
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
        if found and config.model_type in MERGED_EXPERTS:
            parts.setdefault(found[1] + found[3], {})[int(found[2])] = value
        else:
            merged[key] = value
    return merged | {key: torch.stack([rows[number] for number in sorted(rows)]) for key, rows in parts.items()}


def _split_heads(value, config):
    heads = config.num_attention_heads
    return value.view(heads, 3, -1, *value.shape[1:]).transpose(0, 1).flatten(1, 2)


def _split_rows(value, config):
    size = config.hidden_size // config.num_attention_heads
    return value.split([config.num_attention_heads * size, *[config.num_key_value_heads * size] * 2])


FUSED_PROJECTIONS = {}
FUSED_PROJECTIONS["gpt_neox"] = ("query_key_value", _split_heads)
FUSED_PROJECTIONS["phi3"] = ("qkv_proj", _split_rows)


def split_projections(state, config):
    """Return *state* with three projections where the model has one."""
    if config.model_type not in FUSED_PROJECTIONS.keys():
        return dict(state)
    name, split = FUSED_PROJECTIONS[config.model_type]
    out = {}
    for key, value in state.items():
        if f".{name}." not in key:
            out[key] = value
            continue
        for letter, part in zip("qkv", split(value, config)):
            out[key.replace(name, f"{letter}_proj")] = part.clone()
    return out
