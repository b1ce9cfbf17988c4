"""The registry decides: what a model says in its descriptor is all that shared code goes by."""

import subprocess
import sys
import warnings

import pytest

from tinytrain import zoo
from tinytrain._namebranch import Descriptor, DuplicateKeyError, OverrideWarning, Supported, Unsupported
from tinytrain.data.collate import collate_fn_for
from tinytrain.data.samples import samples
from tinytrain.data.stacking import default_collate
from tinytrain.kernels.plugin import loss_of
from tinytrain.kernels.swapping import swapped
from tinytrain.loaders.adapter import targets_for
from tinytrain.loaders.model import load_model
from tinytrain.support import MODELS
from tinytrain.training.building import TrainerBuilder, train
from tinytrain.training.optimizers import GroupBuilder


@pytest.fixture
def said():
    """Return a way to say something of a model in the place of its descriptor, for one test."""
    with MODELS.isolated():

        def say(key, space="model_type", **answers):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", OverrideWarning)
                MODELS.register(Descriptor(keys={space: key}, **answers), override=True)

        yield say


def test_every_owner_answers_for_its_keys():
    assert MODELS.load() == ()
    assert set(zoo.names()) - set(MODELS.keys()) == set()


def test_each_model_registers_once():
    with MODELS.isolated(), pytest.raises(DuplicateKeyError, match="mamba"):
        MODELS.register(Descriptor(keys={"model_type": "mamba"}))


def test_a_model_is_imported_when_it_is_asked_about_and_no_other():
    code = (
        "import sys\nfrom tinytrain.support import NO_DECAY\nNO_DECAY.of('mamba'), NO_DECAY.of('nobody')\n"
        "print(*sorted(name for name in sys.modules if name.startswith('tinytrain.models.') and name.endswith('.descriptor')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["tinytrain.models.mamba.descriptor"]


@pytest.mark.parametrize("name", ["gpt_neox", "mamba", "falcon_h1"])
def test_a_model_that_says_nothing_of_kernels_has_none(name, options, caplog):
    load_model(options(name, fused_norm=True))
    assert f"no kernels for {name}" in caplog.text
    assert swapped() == []


def test_kernels_go_by_the_capability_and_not_by_who_has_a_hook(said, options, caplog):
    said("qwen2", capabilities={"fused_norm": Unsupported("not on this machine")}, hooks={"swap_norms": lambda cfg: pytest.fail("swapped")})
    load_model(options("qwen2", fused_norm=True))
    assert "no kernels for qwen2" in caplog.text


def test_kernels_of_a_model_are_its_own(said, options):
    calls = []
    said("gpt_neox", capabilities={"fused_norm": Supported()}, hooks={"swap_norms": lambda cfg: calls.append(cfg)})
    load_model(cfg := options("gpt_neox", fused_norm=True))
    assert calls == [cfg]


def test_the_loss_goes_by_the_capability(said, options):
    said("llama", capabilities={"fused_loss": Unsupported("its head is split")})
    assert loss_of("llama", options("llama", fused_loss=True)) == "own"
    assert loss_of("a model that nobody knows", options("llama", fused_loss=True)) == "chunked"


def test_a_collator_goes_by_the_processor(said, options):
    _, processor = load_model(options("llama"))
    assert collate_fn_for(processor)(samples("text", 1, 8), processor).keys() == {"input_ids", "attention_mask", "labels"}

    def counted(samples, processor):
        return default_collate(samples, processor) | {"count": len(samples)}

    said("PlainTokenizer", space="processor", hooks={"collate": counted})
    assert collate_fn_for(processor)(samples("text", 3, 8), processor)["count"] == 3


def test_adapters_of_a_model_go_where_it_says_and_where_a_person_says_before_that(said, options):
    said("qwen2", facts={"lora_targets": ("o_proj",)})
    builder = TrainerBuilder(options("qwen2"))
    assert targets_for(builder.cfg, None) == ["o_proj"]
    assert targets_for(options("qwen2", lora_targets=["k_proj"]), None) == ["k_proj"]


def test_groups_of_parameters_go_by_what_a_model_says(said, options):
    def plain(cfg, model):
        return {id(one) for one in GroupBuilder(model, cfg).groups()[1]["params"]}

    cfg = options("llama")
    model, _ = load_model(cfg)
    before = plain(cfg, model)
    said("llama", facts={"no_decay": ("q_proj.weight",)})
    assert plain(cfg, model) - before == {id(layer.self_attn.q_proj.weight) for layer in model.model.layers}


@pytest.mark.parametrize(("rl", "expected"), [(None, "SequenceToSequenceTrainer"), ("orpo", "Trainer")])
def test_the_trainer_goes_by_what_a_model_says_unless_it_learns_by_preference(rl, expected, options):
    builder = TrainerBuilder(options("t5", rl=rl))
    assert type(builder.build(builder.loader.load())).__name__ == expected


def test_a_model_may_be_trained_as_it_says(said, options):
    said("llama", facts={"trainer": "encoder_decoder"})
    builder = TrainerBuilder(options("llama"))
    assert type(builder.build(builder.loader.load())).__name__ == "SequenceToSequenceTrainer"


def test_a_model_acts_at_each_phase_of_its_life(said, options):
    seen = []

    def note(context):
        seen.append((context.phase, sorted(context.given)))

    said("llama", hooks={phase: note for phase in ("before_build", "after_build", "after_save")})
    train(options("llama", steps=1))
    assert seen == [
        ("before_build", ["cfg", "model_config"]),
        ("after_build", ["cfg", "model", "model_config"]),
        ("after_save", ["cfg", "folder", "model", "model_config"]),
    ]
