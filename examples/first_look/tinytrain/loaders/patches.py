"""Everything that is patched before and after a model is loaded."""

from ..constants import MULTIPACK_MODEL_TYPES
from ..models.nemotron_h.mamba import patch_mamba_kernels


class PatchManager:
    def __init__(self, cfg):
        self.cfg = cfg

    def before_load(self):
        if self.cfg.model_config_type == "nemotron_h":
            patch_mamba_kernels(chunk=self.cfg.mamba_chunk)
        if self.cfg.sample_packing and self.cfg.model_config_type in MULTIPACK_MODEL_TYPES:
            self._patch_varlen_attention()
        if self.cfg.model_config_type == "gemma3" and self.cfg.flash_attention:
            self._patch_gemma3_mask()

    def after_load(self, model):
        mct = self.cfg.model_config_type
        if mct not in ("llama4", "gpt_oss") and self.cfg.tiled_mlp:
            self._tile_mlp(model)
        match mct:
            case "mixtral":
                model.config.router_jitter_noise = 0.0
            case "qwen3_moe" | "deepseek_v3":
                model.config.norm_topk_prob = True
            case _:
                pass

    def _patch_varlen_attention(self):
        from transformers import modeling_flash_attention_utils as attention

        attention._get_unpad_data = get_unpad_data

    def _patch_gemma3_mask(self):
        self.cfg.mask_patched = True

    def _tile_mlp(self, model):
        for layer in model.model.layers:
            layer.mlp.tiles = self.cfg.tiles


def get_unpad_data(mask):
    return mask.nonzero().flatten(), mask.sum(dim=-1)
