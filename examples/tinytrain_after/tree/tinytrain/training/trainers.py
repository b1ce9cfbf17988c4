"""The loop, in the two forms that the models need."""

import logging

import torch

from ..data.strategies import masked
from ..kernels.norms import chunked_cross_entropy
from ..kernels.plugin import loss_of
from ..support import ROUTER_LOSS, TAKES_MASK, trainer_inputs

LOG = logging.getLogger(__name__)


class Trainer:
    def __init__(self, model, cfg, optimizer, schedule):
        self.model, self.cfg = model, cfg
        self.optimizer, self.schedule = optimizer, schedule
        self.losses = []
        self.adds_router_loss = ROUTER_LOSS.of(cfg.model_config_type)

    def train(self, batches, strategy, processor):
        self.model.train()
        for batch in batches:
            batch["labels"] = masked(batch["labels"], strategy, processor)
            loss = self.loss(batch)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimizer.step()
            self.schedule.step()
            self.optimizer.zero_grad()
            self.losses.append(float(loss.detach()))
        return self.losses

    def inputs(self, batch):
        batch = trainer_inputs.of(self.cfg.model_config_type)(batch, self.cfg)
        if self.adds_router_loss:
            batch["output_router_logits"] = True
        return batch

    def loss(self, batch):
        output = self.model(**self.inputs(batch))
        if loss_of(self.cfg.model_config_type, self.cfg) == "chunked":
            return chunked_cross_entropy(output.logits, batch["labels"])
        return output.loss


class SequenceToSequenceTrainer(Trainer):
    """An encoder reads the input; only the decoder's words are learned."""

    def inputs(self, batch):
        if not TAKES_MASK.of(self.model.config.model_type):
            batch.pop("attention_mask", None)
        batch["use_cache"] = False
        return batch


TRAINERS = {"decoder": Trainer, "encoder_decoder": SequenceToSequenceTrainer}
