import inspect
import logging

LOG = logging.getLogger(__name__)


class LigerPlugin:
    def pre_model_load(self, cfg):
        from liger_kernel.transformers.monkey_patch import MODEL_TYPE_TO_APPLY_LIGER_FN

        if cfg.model_config_type in MODEL_TYPE_TO_APPLY_LIGER_FN:
            apply = MODEL_TYPE_TO_APPLY_LIGER_FN[cfg.model_config_type]
            known = inspect.signature(apply).parameters
            apply(**{name: value for name, value in cfg.liger.items() if name in known})
        elif cfg.model_config_type == "jamba":
            from transformers.models.jamba import modeling_jamba

            modeling_jamba.JambaRMSNorm = self.norm(cfg)
        elif cfg.model_config_type == "cohere":
            from transformers.models.cohere import modeling_cohere

            modeling_cohere.CohereLayerNorm = self.norm(cfg)
        elif cfg.model_config_type == "granitemoe":
            self.apply_to_granitemoe(cfg)
        else:
            LOG.warning("no fused kernels for %s", cfg.model_config_type)

    def apply_to_granitemoe(self, cfg):
        from transformers.models.granitemoe import modeling_granitemoe

        modeling_granitemoe.GraniteMoeRMSNorm = self.norm(cfg)

    def norm(self, cfg):
        return cfg.liger["norm"]
