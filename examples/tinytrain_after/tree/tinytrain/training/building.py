"""From options to a finished run."""

from .. import zoo
from ..checkpoint.initialising import initialise
from ..checkpoint.saving import save
from ..data.collate import batches
from ..data.samples import samples
from ..data.strategies import strategy_for
from ..loaders.model import ModelLoader
from ..support import TAKES_MASK, TRAINER, sample_length
from .optimizers import build_optimizer, build_schedule
from .trainers import TRAINERS


class TrainerBuilder:
    def __init__(self, cfg):
        self.cfg = cfg
        self.loader = ModelLoader(cfg)
        self.model_config = self.loader.model_config

    def build(self, model):
        trainer_class = TRAINERS["decoder" if self.cfg.rl else TRAINER.of(self.model_config.model_type)]
        optimizer = build_optimizer(model, self.cfg)
        return trainer_class(model, self.cfg, optimizer, build_schedule(optimizer, self.cfg))

    def data(self):
        kind = self.loader.data["kind"]
        length = sample_length.of(self.model_config.model_type)(self.cfg.sequence_len, self.model_config)
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
    if not TAKES_MASK.of(model.config.model_type):
        inputs.pop("attention_mask", None)
    return model.generate(**inputs, max_new_tokens=tokens, do_sample=False)


def known_models():
    return zoo.names()
