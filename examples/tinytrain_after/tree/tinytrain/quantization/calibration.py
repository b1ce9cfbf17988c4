"""Which layers stay whole when a model is quantized, and how much it must see before its ranges are trusted."""

import torch

from ..support import BITS, BITS_INSIDE, BITS_OF_ARCHITECTURE, CALIBRATION_ROUNDS, SPELLED, WHOLE_LAYERS, recorder


def whole_layers(model_type):
    """Return parts of the names of layers that are not quantized."""
    return list(WHOLE_LAYERS.of(model_type))


def record_dense(ranges, name, output):
    ranges[name] = max(ranges.get(name, 0.0), float(output.abs().max()))


def _watch(model, record):
    ranges, handles = {}, []

    def watch(name):
        return lambda module, inputs, output: record(ranges, name, output)

    for name, module in model.named_modules():
        if isinstance(module, torch.nn.Linear) and not any(part in name for part in whole_layers(model.config.model_type)):
            handles.append(module.register_forward_hook(watch(name)))
    return ranges, handles


def calibrate(model, batches, cfg):
    """Return the largest output of each layer, and how many batches that took."""
    config, batches = model.config, list(batches)
    ranges, handles = _watch(model, recorder.of(config.model_type)())
    seen = 0
    while seen < CALIBRATION_ROUNDS.of(config.model_type) * len(batches):
        with torch.no_grad():
            model(**batches[seen % len(batches)])
        seen += 1
    for handle in handles:
        handle.remove()
    return ranges, seen


def bits_for(cfg, config):
    """Return how many bits the weights keep."""
    own = [*map(BITS_OF_ARCHITECTURE.of, config.architectures or ()), BITS_INSIDE.of(cfg.text_config_type)]
    return next(filter(None, own), None) or BITS.of(SPELLED.key(cfg.base_model))
