"""Optimizers and schedules. They go by names too, but by their own."""

import torch

from ..support import LAST_RATE, NO_DECAY


class GroupBuilder:
    def __init__(self, model, cfg):
        self.model, self.cfg = model, cfg

    def groups(self):
        decayed, plain = [], []
        for name, parameter in self.model.named_parameters():
            if parameter.requires_grad:
                (plain if self._is_plain(name) else decayed).append(parameter)
        return [{"params": decayed, "weight_decay": self.cfg.weight_decay}, {"params": plain, "weight_decay": 0.0}]

    def _is_plain(self, name):
        if name.endswith(("bias", "norm.weight", "layernorm.weight")):
            return True
        return name.endswith(NO_DECAY.of(self.cfg.model_config_type))


def build_optimizer(model, cfg):
    groups = GroupBuilder(model, cfg).groups()
    if cfg.optimizer == "adamw_torch":
        return torch.optim.AdamW(groups, lr=cfg.learning_rate)
    if cfg.optimizer in ("sgd", "momentum"):
        return torch.optim.SGD(groups, lr=cfg.learning_rate, momentum=0.9 if cfg.optimizer == "momentum" else 0.0)
    if cfg.optimizer.startswith("adagrad"):
        return torch.optim.Adagrad(groups, lr=cfg.learning_rate)
    raise ValueError(f"no optimizer {cfg.optimizer!r}")


def build_schedule(optimizer, cfg):
    if cfg.lr_scheduler == "constant":
        return torch.optim.lr_scheduler.ConstantLR(optimizer, factor=1.0)
    factor = LAST_RATE.of(cfg.model_config_type) if cfg.lr_scheduler == "cosine" else 0.0
    return torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=max(cfg.steps, 1), eta_min=cfg.learning_rate * factor)
