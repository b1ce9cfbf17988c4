"""From options to a finished run."""

from .. import zoo
from ..checkpoint.initialising import initialise
from ..checkpoint.saving import save
from ..data.collate import batches
from ..data.samples import samples
from ..data.strategies import strategy_for
from ..loaders.model import ModelLoader
from .optimizers import build_optimizer, build_schedule
from .trainers import SequenceToSequenceTrainer, Trainer


class TrainerBuilder:
    def __init__(self, cfg):
        self.cfg = cfg
        self.loader = ModelLoader(cfg)
        self.model_config = self.loader.model_config

    @property
    def has_encoder(self):
        return self.model_config.model_type in ("t5", "whisper")

    def build(self, model):
        trainer_class = SequenceToSequenceTrainer if self.has_encoder and not self.cfg.rl else Trainer
        optimizer = build_optimizer(model, self.cfg)
        return trainer_class(model, self.cfg, optimizer, build_schedule(optimizer, self.cfg))

    def data(self):
        kind = self.loader.data["kind"]
        length = self.cfg.sequence_len
        if self.model_config.model_type == "whisper":
            length = min(length, self.model_config.max_target_positions - 1)
        return samples(kind, self.cfg.steps * self.cfg.batch_size, length, self.cfg.seed)


def train(cfg):
    """Run what *cfg* says; return the trained model, its processor, the losses and the folder it was saved in."""
    builder = TrainerBuilder(cfg)
    model, processor = builder.loader.load(), builder.loader.processor()
    if builder.loader.fresh and cfg.extras.get("initialise"):
        initialise(model, cfg.seed)
    trainer = builder.build(model)
    losses = trainer.train(batches(builder.data(), processor, cfg), strategy_for(processor, cfg), processor)
    return model, processor, losses, save(model, cfg, builder.loader.data)


def generate(model, batch, tokens=4):
    """Return *tokens* words more, taken greedily."""
    model.eval()
    inputs = {key: value for key, value in batch.items() if key != "labels"}
    if model.config.model_type == "whisper":
        inputs.pop("attention_mask", None)
    return model.generate(**inputs, max_new_tokens=tokens, do_sample=False)


def known_models():
    return zoo.names()
