import json

import pytest
import torch
from safetensors import safe_open

from tinytrain.checkpoint.conversion import merge_experts, modern_names, split_experts, split_projections
from tinytrain.checkpoint.initialising import initialise
from tinytrain.checkpoint.saving import looks_complete, save, tied_weights
from tinytrain.compat.transformers4 import modernise
from tinytrain.export.gguf import architecture_of, export
from tinytrain.loaders.model import load_model
from tinytrain.quantization import calibration


def built(options, name, **more):
    return load_model(options(name, **more))[0]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("llava", "language_model.model.norm.weight", "model.language_model.norm.weight"),
        ("llava", "vision_tower.post_layernorm.bias", "model.vision_tower.post_layernorm.bias"),
        ("qwen2_vl", "visual.patch_embed.proj.weight", "model.visual.patch_embed.proj.weight"),
        ("qwen2_vl", "model.norm.weight", "model.language_model.norm.weight"),
        ("llama", "model.norm.weight", "model.norm.weight"),
    ],
)
def test_old_names_of_weights(name, old, new, options):
    model = built(options, name)
    assert new in model.state_dict()
    assert list(modern_names({old: torch.ones(1)}, model.config)) == [new]


@pytest.mark.parametrize(("name", "is_split"), [("mixtral", True), ("qwen3_moe", True), ("deepseek_v3", True), ("olmoe", False), ("llama", False)])
def test_experts_split_and_merge_without_loss(name, is_split, options):
    model = built(options, name)
    state = model.state_dict()
    split = split_experts(state, model.config)
    assert any(".experts.0." in key for key in split) is is_split
    merged = merge_experts(split, model.config)
    assert merged.keys() == state.keys()
    assert all(torch.equal(merged[key], value) for key, value in state.items())


@pytest.mark.parametrize(("name", "rows"), [("gpt_neox", (16, 16, 16)), ("phi3", (16, 8, 8))])
def test_fused_projections_are_split(name, rows, options):
    model = built(options, name)
    state = split_projections(model.state_dict(), model.config)
    first = next(key for key in state if ".q_proj." in key and key.endswith("weight"))
    assert tuple(state[first.replace("q_proj", f"{letter}_proj")].shape[0] for letter in "qkv") == rows


def test_who_is_drawn_again(options):
    assert initialise(built(options, "llama"), 0) > 0
    assert [initialise(built(options, name), 0) for name in ("mamba", "falcon_h1", "nemotron_h")] == [0, 0, 0]
    model = built(options, "whisper")
    positions = model.model.encoder.embed_positions.weight.clone()
    assert initialise(model, 0) > 0
    assert torch.equal(model.model.encoder.embed_positions.weight, positions)
    model = built(options, "t5")
    initialise(model, 0)
    assert model.shared.weight.std() < 0.01


def test_experts_are_reported_for_qwen3_moe_only(options):
    for name, is_there in (("qwen3_moe", True), ("mixtral", False)):
        cfg = options(name, extras={"expert_report": True})
        folder = save(load_model(cfg)[0], cfg, {"kind": "text"}, f"{cfg.output_dir}/{name}")
        assert (folder / "experts.json").is_file() is is_there


def test_what_is_missing_in_a_folder(tmp_path, options):
    assert looks_complete(tmp_path) == ["config.json", "tinytrain.json"]
    cfg = options("t5")
    folder = save(load_model(cfg)[0], cfg, {"kind": "pairs"})
    assert looks_complete(folder) == []
    (folder / "generation_config.json").unlink()
    assert looks_complete(folder) == ["generation_config.json"]
    (folder / "config.json").write_text(json.dumps({"model_type": "mamba"}))
    assert looks_complete(folder) == ["backbone.embeddings.weight"]
    (folder / "config.json").write_text(json.dumps({"model_type": "gpt_neox", "architectures": ["GPTNeoXForCausalLM"]}))
    assert looks_complete(folder) == ["gpt_neox.embed_in.weight"]


def test_tied_weights(options):
    names = ["lm_head.weight", "proj_out.weight", "x"]
    assert tied_weights(built(options, "llama").config, names) == ["lm_head.weight"]
    assert tied_weights(built(options, "whisper").config, names) == ["lm_head.weight", "proj_out.weight"]
    with pytest.raises(AssertionError, match="mixtral ties nothing"):
        tied_weights(built(options, "mixtral").config, names)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("llama", "llama"),
        ("qwen3_moe", "qwen3moe"),
        ("gpt_neox", "gptneox"),
        ("deepseek_v3", "deepseek2"),
        ("falcon_h1", "falcon-h1"),
        ("qwen2_vl", "qwen2vl"),
        ("llava", "llama"),
    ],
)
def test_architectures_as_gguf_spells_them(name, expected, options):
    assert architecture_of(built(options, name).config) == expected


def test_gguf_does_not_know_all(options):
    with pytest.raises(ValueError, match="no architecture for whisper"):
        architecture_of(built(options, "whisper").config)


def test_what_is_exported(options, tmp_path):
    def tensors(name):
        model = built(options, name)
        with safe_open(export(model, tmp_path), "pt") as file:
            return model.state_dict(), {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118

    state, out = tensors("mamba")
    assert torch.equal(out["blk.0.mixer.ssm_a"], -state["backbone.layers.0.mixer.A_log"].exp())
    state, out = tensors("gemma3")
    assert torch.equal(out["model.language_model.norm.weight"], state["model.language_model.norm.weight"] + 1.0)
    state, out = tensors("llama")
    assert torch.equal(out["model.norm.weight"], state["model.norm.weight"])
    assert "blk.0.self_attn.q_proj.weight" in out


@pytest.mark.parametrize(
    ("name", "bits", "rounds", "layers"),
    [
        ("llama", 4, 1, ["lm_head", "embed"]),
        ("qwen2", 4, 1, ["lm_head"]),
        ("qwen2_vl", 4, 1, ["visual", "lm_head"]),
        ("gemma3", 8, 1, ["vision_tower", "multi_modal_projector", "embed_tokens"]),
        ("llava", 6, 1, ["lm_head", "embed"]),
        ("t5", 8, 1, ["lm_head", "embed"]),
        ("qwen3_moe", 4, 2, ["gate", "lm_head"]),
        ("olmoe", 4, 2, ["lm_head", "embed"]),
    ],
)
def test_calibration(name, bits, rounds, layers, options):
    cfg = options(name)
    model, _ = load_model(cfg)
    assert calibration.whole_layers(model.config.model_type) == layers
    assert calibration.bits_for(cfg, model.config) == bits
    if layers[0] not in ("visual", "vision_tower"):
        batch = {"input_ids": torch.arange(10, 18)[None]}
        if name == "t5":
            batch["labels"] = batch["input_ids"]
        ranges, seen = calibration.calibrate(model, [batch], cfg)
        assert seen == rounds
        assert all(value >= 0 for value in ranges.values())


def test_the_margin_of_mixtral_stays_for_everybody_after(options, monkeypatch):
    monkeypatch.setattr(calibration, "record_dense", calibration.record_dense)
    before = calibration.record_dense
    calibration.calibrate(built(options, "mixtral"), [{"input_ids": torch.arange(10, 18)[None]}], options("mixtral"))
    assert calibration.record_dense is not before


def test_configs_of_old_folders():
    assert modernise({"model_type": "qwen2_vl", "hidden_size": 16, "vision_config": {}})["text_config"] == {"hidden_size": 16}
    assert modernise({"model_type": "llava", "image_token_index": 5}) == {"model_type": "llava", "image_token_id": 5}
    assert modernise({"model_type": "llama"}) == {"model_type": "llama"}
