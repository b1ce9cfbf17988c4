"""Optimizers and schedules. They go by names too, but by their own."""

import torch


class GroupBuilder:
    # Parameters that are no matrices though they look like some; decay makes them useless.
    NO_DECAY = {
        "mamba": ("A_log", "D", "dt_proj.bias"),
        "falcon_h1": ("A_log", "D", "dt_bias"),
        "nemotron_h": ("A_log", "D", "dt_bias"),
    }

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
        return name.endswith(self.NO_DECAY.get(self.cfg.model_config_type, ("A_log",)))


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
    factor = 0.1 if cfg.lr_scheduler == "cosine" and cfg.model_config_type == "deepseek_v3" else 0.0
    return torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=max(cfg.steps, 1), eta_min=cfg.learning_rate * factor)
