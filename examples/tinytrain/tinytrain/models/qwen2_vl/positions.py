"""Qwen2-VL counts time, height and width apart: its position ids have three rows."""

import torch


def three_rows(batch):
    length = batch["input_ids"].shape[1]
    return torch.arange(length).view(1, 1, -1).expand(3, batch["input_ids"].shape[0], -1)
