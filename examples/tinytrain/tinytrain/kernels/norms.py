import torch


def rms_norm_forward(self, hidden_states):
    x = hidden_states.float()
    return self.weight * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.variance_epsilon)).to(hidden_states.dtype)


def chunked_cross_entropy(logits, labels, chunk=1024):
    """Cross entropy of shifted labels, a few rows at a time."""
    rows, wanted = logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten()
    total, count = 0.0, max(int((wanted != -100).sum()), 1)
    for some, right in zip(rows.split(chunk), wanted.split(chunk)):
        total = total + torch.nn.functional.cross_entropy(some.float(), right, ignore_index=-100, reduction="sum")
    return total / count
