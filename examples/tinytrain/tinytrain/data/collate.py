"""Batches: from samples to the tensors that a model takes."""

import torch


def _stacked(samples, key="input_ids"):
    longest = max(len(sample[key]) for sample in samples)
    return torch.stack([torch.nn.functional.pad(sample[key], (0, longest - len(sample[key]))) for sample in samples])


def _with_labels(batch):
    batch["attention_mask"] = (batch["input_ids"] != 0).long()
    if "labels" not in batch:
        batch["labels"] = batch["input_ids"].masked_fill(batch["attention_mask"] == 0, -100)
    return batch


def _with_image_tokens(samples, processor):
    place = torch.tensor(processor.tokens())
    ids = _stacked(samples)
    return torch.cat([ids[:, :1], place.expand(len(samples), -1), ids[:, 1:]], dim=1)


def default_collate(samples, processor):
    batch = {"input_ids": _stacked(samples)}
    if "labels" in samples[0]:
        batch["labels"] = _stacked(samples, "labels")
    return _with_labels(batch)


def llava_collate(samples, processor):
    ids = _with_image_tokens(samples, processor)
    batch = _with_labels({"input_ids": ids, "pixel_values": processor.images([sample["image"] for sample in samples])})
    batch["labels"] = batch["labels"].masked_fill(ids == processor.image_token_id, -100)
    return batch


def qwen2_vl_collate(samples, processor):
    images = [sample["image"] for sample in samples]
    batch = _with_labels({"input_ids": _with_image_tokens(samples, processor)})
    batch["pixel_values"] = processor.images(images)
    batch["image_grid_thw"] = processor.grid(images)
    batch["mm_token_type_ids"] = (batch["input_ids"] == processor.image_token_id).int()
    return batch


class Gemma3Collator:
    """Gemma 3 looks both ways inside an image, and wants to know where images are."""

    def __call__(self, samples, processor):
        batch = llava_collate(samples, processor)
        batch["token_type_ids"] = (batch["input_ids"] == processor.image_token_id).int()
        return batch


def whisper_collate(samples, processor):
    return {"input_features": processor.features([sample["audio"] for sample in samples]), "labels": _stacked(samples, "labels")}


COLLATE_FNS = {
    "LlavaProcessor": llava_collate,
    "Qwen2VLProcessor": qwen2_vl_collate,
    "Gemma3Processor": Gemma3Collator(),
    "WhisperProcessor": whisper_collate,
    "default": default_collate,
}


def collate_fn_for(processor):
    return COLLATE_FNS.get(type(processor).__name__, default_collate)


def batches(samples, processor, cfg):
    """Yield batches; the last one of a speech run is dropped when it is short."""
    collate = collate_fn_for(processor)
    drop_last = processor.__class__.__name__ == "WhisperProcessor" and cfg.steps > 1
    for start in range(0, len(samples), cfg.batch_size):
        some = samples[start : start + cfg.batch_size]
        if drop_last and len(some) < cfg.batch_size:
            return
        yield collate(some, processor)
