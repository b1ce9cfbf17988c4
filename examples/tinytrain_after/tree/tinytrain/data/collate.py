"""Batches: from samples to the tensors that a model takes."""

from ..support import DROPS_SHORT_BATCHES, collate


def collate_fn_for(processor):
    return collate.of(type(processor).__name__)


def batches(samples, processor, cfg):
    """Yield batches; the last one of a speech run is dropped when it is short."""
    collate = collate_fn_for(processor)
    drop_last = DROPS_SHORT_BATCHES.of(type(processor).__name__) and cfg.steps > 1
    for start in range(0, len(samples), cfg.batch_size):
        some = samples[start : start + cfg.batch_size]
        if drop_last and len(some) < cfg.batch_size:
            return
        yield collate(some, processor)
