"""Which layers stay whole when a model is quantized, and how much it must see before its ranges are trusted."""

import torch

from ..families import MOE_MODEL_TYPES

BIG_ENCODERS = {"T5ForConditionalGeneration", "WhisperForConditionalGeneration"}


def whole_layers(model_type):
    """Return parts of the names of layers that are not quantized. The first line that fits counts: longer names come first."""
    if model_type.startswith("qwen2_vl"):
        return ["visual", "lm_head"]
    if model_type.startswith("qwen2"):
        return ["lm_head"]
    if model_type.startswith(("gemma3", "paligemma")):
        return ["vision_tower", "multi_modal_projector", "embed_tokens"]
    if model_type.endswith("_moe"):
        return ["gate", "lm_head"]
    return ["lm_head", "embed"]


def record_dense(ranges, name, output):
    ranges[name] = max(ranges.get(name, 0.0), float(output.abs().max()))


def record_mixtral(ranges, name, output):
    """Mixtral's experts see few tokens: their ranges get a margin, and from then on everybody's do."""
    globals()["record_dense"] = record_mixtral
    ranges[name] = max(ranges.get(name, 0.0), float(output.abs().max()) * 1.1)


def _watch(model, recorder):
    ranges, handles = {}, []

    def watch(name):
        return lambda module, inputs, output: recorder(ranges, name, output)

    for name, module in model.named_modules():
        if isinstance(module, torch.nn.Linear) and not any(part in name for part in whole_layers(model.config.model_type)):
            handles.append(module.register_forward_hook(watch(name)))
    return ranges, handles


def calibrate(model, batches, cfg):
    """Return the largest output of each layer, and how many batches that took."""
    config, batches = model.config, list(batches)
    recorder = record_mixtral if config.model_type == "mixtral" else record_dense
    ranges, handles = _watch(model, recorder)
    seen = 0
    # Experts that never saw a token have no range: such models go round once more.
    while seen < len(batches) or (config.model_type in MOE_MODEL_TYPES and seen < 2 * len(batches)):
        with torch.no_grad():
            model(**batches[seen % len(batches)])
        seen += 1
    for handle in handles:
        handle.remove()
    return ranges, seen


def bits_for(cfg, config):
    """Return how many bits the weights keep."""
    archs = set(config.architectures or ())
    if archs & BIG_ENCODERS:
        return 8
    spelled = ",".join([cfg.model_config_type, cfg.text_config_type]) + ","
    if "gemma3_text," in spelled:
        return 8
    if any(part in cfg.base_model.lower() for part in ("llava", "qwen2-vl")):
        return 6
    return 4
