"""DeepSeek's router corrects its scores by a bias that no gradient may touch."""

import torch


def reset_score_correction(model):
    found = 0
    for name, buffer in model.named_buffers():
        if name.endswith("e_score_correction_bias"):
            with torch.no_grad():
                buffer.zero_()
            found += 1
    return found
