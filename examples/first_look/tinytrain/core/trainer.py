"""The training loop."""

from ..loaders.model import ModelLoader
from .optimizers import build_optimizer


class Trainer:
    def __init__(self, cfg):
        self.cfg = cfg
        self.loader = ModelLoader(cfg)

    def train(self, batches):
        model = self.loader.load()
        optimizer = build_optimizer(model, self.cfg)
        needs_aux_loss = self.cfg.model_config_type == "mixtral" or self.cfg.model_config_type == "qwen3_moe"
        for batch in batches:
            output = model(**batch)
            loss = output.loss + output.aux_loss if needs_aux_loss else output.loss
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
        return model

    def layers(self, model):
        arch = model.config.architectures[0]
        if arch == "FalconForCausalLM":
            return model.transformer.h
        if arch in {"GPTNeoXForCausalLM", "GPTNeoXJapaneseForCausalLM"}:
            return model.gpt_neox.layers
        return model.model.layers

    def routers(self, model):
        from transformers.models.mixtral.modeling_mixtral import MixtralSparseMoeBlock

        return [layer.mlp.gate for layer in self.layers(model) if isinstance(layer.mlp, MixtralSparseMoeBlock)]
