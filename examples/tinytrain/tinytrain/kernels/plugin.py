"""Chooses the kernels of a model before it is built. Grew an arm for every model that somebody trained."""

import logging

from .norms import rms_norm_forward
from .swapping import swap

LOG = logging.getLogger(__name__)


def _norm_of_llama():
    from transformers.models.llama import modeling_llama

    swap(modeling_llama.LlamaRMSNorm, "forward", rms_norm_forward)


def _norm_of_qwen2():
    from transformers.models.qwen2.modeling_qwen2 import Qwen2RMSNorm

    swap(Qwen2RMSNorm, "forward", rms_norm_forward)


NATIVE = {"llama": _norm_of_llama, "qwen2": _norm_of_qwen2}


class KernelPlugin:
    OFFSET_NORMS = frozenset({"gemma3", "gemma3_text"})

    def pre_build(self, cfg):
        mct = cfg.model_config_type
        if mct in NATIVE:
            NATIVE[mct]()
        elif mct == "mixtral":
            from transformers.models.mixtral import modeling_mixtral

            swap(modeling_mixtral.MixtralRMSNorm, "forward", rms_norm_forward)
        elif mct == "phi3":
            from transformers.models.phi3 import modeling_phi3

            class CountedNorm(modeling_phi3.Phi3RMSNorm):
                """Phi-3's norm is called twice a layer; count, to see it."""

                calls = 0

                def forward(self, hidden_states):
                    CountedNorm.calls += 1
                    return rms_norm_forward(self, hidden_states)

            swap(modeling_phi3, "Phi3RMSNorm", CountedNorm)
        elif mct in self.OFFSET_NORMS:
            self._apply_to_gemma3()
        elif mct in ("qwen3_moe", "olmoe"):
            self._apply_by_name(mct)
        elif cfg.is_llama_derived_model:
            _norm_of_llama()
        else:
            LOG.warning("no kernels for %s", mct)

    def _apply_to_gemma3(self):
        import transformers.models.gemma3.modeling_gemma3 as modeling

        from ..models.gemma3.norms import offset_norm_forward

        swap(modeling.Gemma3RMSNorm, "forward", offset_norm_forward)

    def _apply_by_name(self, mct):
        from importlib import import_module

        modeling = import_module(f"transformers.models.{mct}.modeling_{mct}")
        norms = [kind for name, kind in vars(modeling).items() if name.endswith("RMSNorm") and isinstance(kind, type)]
        for norm in norms:
            swap(norm, "forward", rms_norm_forward)


def loss_of(model_type, cfg):
    """Return which loss is used: the model's own, or ours a chunk at a time."""
    own = "own" if model_type in ("t5", "whisper") else "chunked"
    return own if cfg.fused_loss else "own"
