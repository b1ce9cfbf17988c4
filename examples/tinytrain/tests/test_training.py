import json

import pytest
import torch

from tinytrain import TrainConfig, cli, zoo
from tinytrain.config import read_config
from tinytrain.data.collate import batches, collate_fn_for
from tinytrain.data.samples import samples
from tinytrain.data.strategies import masked, strategy_for
from tinytrain.kernels.plugin import loss_of
from tinytrain.loaders.model import load_model
from tinytrain.training.building import TrainerBuilder
from tinytrain.training.optimizers import GroupBuilder, build_optimizer, build_schedule


def loaded(options, name, **more):
    cfg = options(name, **more)
    return (cfg, *load_model(cfg))


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        ("llama", {"input_ids", "attention_mask", "labels"}),
        ("llava", {"input_ids", "attention_mask", "labels", "pixel_values"}),
        ("gemma3", {"input_ids", "attention_mask", "labels", "pixel_values", "token_type_ids"}),
        ("qwen2_vl", {"input_ids", "attention_mask", "labels", "pixel_values", "image_grid_thw", "mm_token_type_ids"}),
        ("whisper", {"input_features", "labels"}),
    ],
)
def test_what_is_in_a_batch(name, keys, options):
    _, _, processor = loaded(options, name)
    assert collate_fn_for(processor)(samples(zoo.entry(name)["data"]["kind"], 2, 8), processor).keys() == keys


@pytest.mark.parametrize(("name", "count"), [("whisper", 1), ("llama", 2)])
def test_a_short_last_batch(name, count, options):
    cfg, _, processor = loaded(options, name)
    kind = zoo.entry(name)["data"]["kind"]
    assert len(list(batches(samples(kind, 3, 8), processor, cfg))) == count


@pytest.mark.parametrize(
    ("name", "template", "expected"),
    [
        ("llama", None, "plain"),
        ("llama", "chatml", "chatml"),
        ("llava", "alpaca", "instruct"),
        ("llava", None, "images"),
        ("qwen2_vl", "qwen_25", "chatml"),
        ("qwen2_vl", None, "images"),
        ("gemma3", None, "plain"),
    ],
)
def test_strategies(name, template, expected, options):
    cfg, _, processor = loaded(options, name, chat_template=template)
    assert strategy_for(processor, cfg).name == expected


def test_what_is_learned(options):
    cfg, _, processor = loaded(options, "gemma3", chat_template="chatml")
    labels = torch.tensor([[9, 3, 5, 10]])
    assert masked(labels, strategy_for(processor, cfg), processor).tolist() == [[-100, 3, -100, 10]]


def test_parameters_without_decay(options):
    def undecayed(name):
        cfg, model, _ = loaded(options, name)
        groups = GroupBuilder(model, cfg).groups()
        plain = {id(parameter) for parameter in groups[1]["params"]}
        return {key.rpartition(".")[2] for key, parameter in model.named_parameters() if id(parameter) in plain}

    assert undecayed("mamba") >= {"A_log", "D"}
    assert undecayed("falcon_h1") >= {"A_log", "D", "dt_bias"}
    assert undecayed("granitemoehybrid") & {"A_log", "D"} == {"A_log"}


@pytest.mark.parametrize("optimizer", ["adamw_torch", "sgd", "momentum", "adagrad_small"])
def test_optimizers(optimizer, options):
    cfg, model, _ = loaded(options, "llama", optimizer=optimizer)
    assert len(build_optimizer(model, cfg).param_groups) == 2


def test_schedules_end_where_the_model_wants(options):
    for name, factor in (("deepseek_v3", 0.1), ("llama", 0.0)):
        cfg, model, _ = loaded(options, name, lr_scheduler="cosine")
        assert build_schedule(build_optimizer(model, cfg), cfg).eta_min == cfg.learning_rate * factor


@pytest.mark.parametrize(
    ("name", "expected"), [("t5", "SequenceToSequenceTrainer"), ("whisper", "SequenceToSequenceTrainer"), ("llama", "Trainer")]
)
def test_trainers(name, expected, options):
    builder = TrainerBuilder(options(name))
    assert type(builder.build(builder.loader.load())).__name__ == expected


def test_routers_add_to_the_loss(options):
    for name, adds in (("mixtral", True), ("qwen3_moe", True), ("olmoe", False)):
        builder = TrainerBuilder(options(name))
        assert ("output_router_logits" in builder.build(builder.loader.load()).inputs({})) is adds


def test_three_rows_of_positions_without_an_image(options):
    builder = TrainerBuilder(options("qwen2_vl"))
    inputs = builder.build(builder.loader.load()).inputs({"input_ids": torch.arange(10, 18)[None]})
    assert inputs["position_ids"].shape == (3, 1, 8)


def test_losses(options):
    assert loss_of("llama", options("llama", fused_loss=True)) == "chunked"
    assert loss_of("t5", options("t5", fused_loss=True)) == "own"
    assert loss_of("llama", options("llama")) == "own"
    own, chunked = (TrainerBuilder(options("llama", fused_loss=fused)) for fused in (False, True))
    batch = {"input_ids": torch.arange(10, 18)[None], "labels": torch.arange(10, 18)[None]}
    one, other = (builder.build(builder.loader.load()).loss(dict(batch)) for builder in (own, chunked))
    assert torch.allclose(one, other)


def test_a_run_from_the_command_line(tmp_path, capsys):
    (tmp_path / "run.toml").write_text('base_model = "tiny/llama"\nsteps = 1\n')
    cli.main(["train", str(tmp_path / "run.toml"), "--output-dir", str(tmp_path / "out")])
    assert len(json.loads(capsys.readouterr().out.splitlines()[-1])["losses"]) == 1
    cli.main(["export", str(tmp_path / "out")])
    assert capsys.readouterr().out.strip().endswith("llama.gguf.safetensors")


def test_what_the_zoo_holds(capsys):
    cli.main(["info", "all"])
    assert len(capsys.readouterr().out.splitlines()) == len(zoo.names()) >= 10
    cli.main(["info", "mixtral"])
    assert json.loads(capsys.readouterr().out)["architecture"] == "MixtralForCausalLM"


def test_an_option_that_nobody_knows(tmp_path):
    (tmp_path / "run.toml").write_text('base_model = "tiny/llama"\nstepz = 1\n')
    with pytest.raises(ValueError, match="stepz"):
        read_config(tmp_path / "run.toml")
    assert TrainConfig(base_model="tiny/llama").steps == 2
