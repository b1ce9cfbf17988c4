"""How turns of a conversation become one sequence, and what of it is learned."""

from dataclasses import dataclass

from ..support import KEEPS_IMAGES, MASKS_IMAGES


@dataclass(frozen=True)
class Strategy:
    name: str
    opens: int | None = None  # token before an answer
    keeps_images: bool = False


def strategy_for(processor, cfg):
    if cfg.chat_template == "chatml":
        return Strategy("chatml", opens=3)
    if cfg.chat_template == "qwen_25":
        return Strategy("chatml", opens=4)
    if cfg.chat_template in ("alpaca", "sharegpt"):
        return Strategy("instruct")

    if KEEPS_IMAGES.of(type(processor).__name__):
        return Strategy("images", keeps_images=True)
    return Strategy("plain")


def masked(labels, strategy, processor):
    """Return *labels* without what is not an answer."""
    if strategy.opens is not None:
        seen = (labels == strategy.opens).cumsum(-1) > 0
        labels = labels.masked_fill(~seen, -100)
    if not strategy.keeps_images and MASKS_IMAGES.of(type(processor).__name__):
        labels = labels.masked_fill(labels == processor.image_token_id, -100)
    return labels
