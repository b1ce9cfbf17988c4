"""Made-up samples: each sequence counts up from a random start, so there is something to learn."""

import torch

FIRST = 10  # smaller numbers are special tokens


def samples(kind, count, length, seed=0):
    generator = torch.Generator().manual_seed(seed)
    makers = {"text": _text, "image": _image, "speech": _speech, "pairs": _pairs}
    return [makers[kind](generator, length) for _ in range(count)]


def _counting(generator, length):
    start = int(torch.randint(FIRST, 40, (1,), generator=generator))
    return torch.arange(start, start + length) % 54 + FIRST


def _text(generator, length):
    return {"input_ids": _counting(generator, length)}


def _pairs(generator, length):
    words = _counting(generator, length)
    return {"input_ids": words, "labels": words.flip(0)}


def _image(generator, length):
    return {"input_ids": _counting(generator, length), "image": torch.rand(3, 8, 8, generator=generator)}


def _speech(generator, length):
    return {"audio": torch.rand(8, 16, generator=generator), "labels": _counting(generator, length)}
