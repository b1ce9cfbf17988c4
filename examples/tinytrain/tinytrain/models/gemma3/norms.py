"""Gemma scales by one plus the weight, and casts last."""

import torch


def offset_norm_forward(self, x):
    scaled = x.float() * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + self.eps)
    return (scaled * (1.0 + self.weight.float())).type_as(x)
