"""From samples to tensors of one length, as every collator needs them."""

import torch


def stacked(samples, key="input_ids"):
    longest = max(len(sample[key]) for sample in samples)
    return torch.stack([torch.nn.functional.pad(sample[key], (0, longest - len(sample[key]))) for sample in samples])


def with_labels(batch):
    batch["attention_mask"] = (batch["input_ids"] != 0).long()
    if "labels" not in batch:
        batch["labels"] = batch["input_ids"].masked_fill(batch["attention_mask"] == 0, -100)
    return batch


def with_image_tokens(samples, processor):
    place = torch.tensor(processor.tokens())
    ids = stacked(samples)
    return torch.cat([ids[:, :1], place.expand(len(samples), -1), ids[:, 1:]], dim=1)


def default_collate(samples, processor):
    batch = {"input_ids": stacked(samples)}
    if "labels" in samples[0]:
        batch["labels"] = stacked(samples, "labels")
    return with_labels(batch)


def image_collate(samples, processor):
    ids = with_image_tokens(samples, processor)
    batch = with_labels({"input_ids": ids, "pixel_values": processor.images([sample["image"] for sample in samples])})
    batch["labels"] = batch["labels"].masked_fill(ids == processor.image_token_id, -100)
    return batch
