"""Batches: from samples to tensors."""

from ..constants import IMAGE_TOKENS


def default_collate(samples, processor):
    return processor(samples, padding=True)


def llava_collate(samples, processor):
    return processor([sample["image"] for sample in samples], padding="longest")


def qwen2_vl_collate(samples, processor):
    batch = processor(samples, padding=True)
    batch["mm_token_type_ids"] = batch["input_ids"] == processor.image_token_id
    return batch


COLLATE_FNS = {
    "LlavaProcessor": llava_collate,
    "Qwen2VLProcessor": qwen2_vl_collate,
    "default": default_collate,
}


def collate_fn_for(processor):
    return COLLATE_FNS.get(type(processor).__name__, default_collate)


def image_token(model_type):
    token = IMAGE_TOKENS.get(model_type)
    if token is None:
        raise ValueError(f"{model_type} takes no images")
    return token


def mask_prompt(batch, processor):
    if processor.__class__.__name__ == "PixtralProcessor":
        batch["pixel_values"] = batch["pixel_values"].squeeze(0)
    if processor.tokenizer.padding_side == "left":
        batch["labels"] = batch["labels"].flip(-1)
    return batch
