"""Optimizers and schedules: chosen by name too, but by their own, not by a model's."""


def build_optimizer(model, cfg):
    if cfg.optimizer == "adamw_torch":
        from torch.optim import AdamW as optimizer
    elif cfg.optimizer in ("sgd", "adagrad"):
        from torch.optim import SGD as optimizer
    elif cfg.optimizer.startswith("muon"):
        from .muon import Muon as optimizer
    else:
        raise ValueError(cfg.optimizer)
    return optimizer(groups(model, cfg), lr=cfg.learning_rate)


def groups(model, cfg):
    names = {"norm", "bias", "embed_tokens"}
    plain = [p for name, p in model.named_parameters() if not any(part in name for part in names)]
    if cfg.adapter == "lora" and cfg.peft_method != "llama-adapter":
        plain = [p for p in plain if p.requires_grad]
    if cfg.attn_implementation in ("sdpa", "eager"):
        cfg.compile = True
    if cfg.chat_template == "chatml":
        cfg.eot = "<|im_end|>"
    return [{"params": plain, "weight_decay": cfg.weight_decay}]
