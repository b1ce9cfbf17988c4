"""Every model of the zoo goes the whole way: built, patched, trained, saved, read again, and it speaks."""

import math

import pytest
import torch

from tinytrain import TrainConfig, zoo
from tinytrain.checkpoint.saving import looks_complete, saved_state
from tinytrain.data.collate import collate_fn_for
from tinytrain.data.samples import samples
from tinytrain.kernels.swapping import swapped
from tinytrain.loaders.model import load_model
from tinytrain.training.building import generate, train

every_model = pytest.mark.parametrize("name", zoo.names())


def batch_for(name, processor, count=1):
    return collate_fn_for(processor)(samples(zoo.entry(name)["data"]["kind"], count, 8), processor)


def equal(one, other):
    return one.keys() == other.keys() and all(torch.equal(value, other[key]) for key, value in one.items())


@every_model
def test_a_model_trains_is_saved_and_is_the_same_when_read_again(name, options):
    before = {key: value.clone() for key, value in load_model(options(name))[0].state_dict().items()}
    model, processor, losses, folder = train(options(name, steps=2))
    assert len(losses) == 2
    assert all(math.isfinite(loss) for loss in losses)
    assert not equal(before, model.state_dict())
    assert looks_complete(folder) == []

    again, _ = load_model(TrainConfig(base_model=str(folder)))
    assert type(again) is type(model)
    assert equal(model.state_dict(), again.state_dict())
    batch = batch_for(name, processor)
    words = generate(model, batch)
    assert torch.equal(words, generate(again, batch))


@every_model
def test_an_adapter_trains_little_and_is_merged_when_saved(name, options):
    cfg = options(name, steps=2, adapter="lora", fused_norm=True, fused_loss=True)
    model, _ = load_model(cfg)
    trained = {key for key, parameter in model.named_parameters() if parameter.requires_grad}
    assert trained
    assert all("lora_" in key for key in trained)
    put = swapped()
    model, _, losses, folder = train(cfg)
    assert all(math.isfinite(loss) for loss in losses)
    assert swapped()[: len(put)] == put
    assert not any("lora_" in key for key in saved_state(folder))


@every_model
def test_two_runs_are_the_same_to_the_last_bit(name, options):
    one, other = (train(options(name, steps=2)) for _ in range(2))
    assert one[2] == other[2]
    assert equal(one[0].state_dict(), other[0].state_dict())
