from transformers.models.llama import modeling_llama

from ...kernels.norms import rms_norm_forward
from ...kernels.swapping import swap


def swap_norms(cfg):
    swap(modeling_llama.LlamaRMSNorm, "forward", rms_norm_forward)
