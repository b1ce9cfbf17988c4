"""OLMoE. Its checkpoints on the hub keep the experts together."""

from ..._namebranch import Descriptor, Supported
from ...kernels.norms import rms_norm_forward
from ...kernels.swapping import swap
from ...support import MODELS
from ..families import MIXTURE


def after_build(context):
    context.model.config.norm_topk_prob = True


def swap_norms(cfg):
    from transformers.models.olmoe.modeling_olmoe import OlmoeRMSNorm

    swap(OlmoeRMSNorm, "forward", rms_norm_forward)


MODELS.register(
    Descriptor(
        keys={"model_type": "olmoe"},
        family=MIXTURE,
        capabilities={"fused_norm": Supported()},
        hooks={"after_build": after_build, "swap_norms": swap_norms},
    )
)
