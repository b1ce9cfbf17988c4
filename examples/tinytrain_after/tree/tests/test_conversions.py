"""Real models, tiny and on the CPU, are saved and read again by the conversions that are declared for them, to the last bit."""

from copy import deepcopy

import pytest
import torch
import transformers
from safetensors.torch import load_file
from transformers import conversion_mapping, modeling_utils
from transformers.core_model_loading import Chunk, ConversionOps, MergeModulelist, WeightConverter, WeightRenaming

from tinytrain import TrainConfig, zoo
from tinytrain._namebranch import Descriptor, OverrideWarning
from tinytrain._namebranch import conversions as runtime
from tinytrain._namebranch.conversions import (
    ConversionError,
    IrreversibleConversionError,
    IrreversibleConversionWarning,
    WeightConversions,
    warned,
)
from tinytrain.checkpoint.saving import saved_state
from tinytrain.loaders.model import load_model
from tinytrain.support import MODELS
from tinytrain.training.building import train

OLD_NAME = WeightRenaming("embed.weight", "embed_tokens.weight")  # reversed, it gives a new file a name that nobody else knows
REGISTERED = conversion_mapping.get_checkpoint_conversion_mapping
REGISTER = conversion_mapping.register_checkpoint_conversion_mapping


@pytest.fixture(autouse=True)
def _one_mapping_a_test(monkeypatch):
    REGISTERED("llama")
    mapping = deepcopy(conversion_mapping._checkpoint_conversion_mapping_cache)
    monkeypatch.setattr(conversion_mapping, "_checkpoint_conversion_mapping_cache", mapping)
    monkeypatch.setattr(conversion_mapping, "USER_REGISTERED_MAPPINGS", set(), raising=False)
    monkeypatch.setattr(runtime, "_LAYERS", {})
    yield
    assert modeling_utils.get_model_conversion_mapping is conversion_mapping.get_model_conversion_mapping


def config_of(name):
    return transformers.AutoConfig.for_model(**zoo.entry(name)["config"])


def built(name, kind=None):
    torch.manual_seed(0)
    config = config_of(name)
    return (kind or getattr(transformers, config.architectures[0]))._from_config(config)


def written(model, folder):
    model.save_pretrained(folder)
    return load_file(folder / "model.safetensors").keys()


def same(one, other):
    one, other = one.state_dict(), other.state_dict()
    return one.keys() == other.keys() and all(torch.equal(value, other[key]) for key, value in one.items())


def fused(key):
    """Return a provider for checkpoints that keep the two halves of a gated projection together."""
    converter = WeightConverter("mlp.fused.weight", ["mlp.gate_proj.weight", "mlp.up_proj.weight"], operations=[Chunk(dim=0)])
    return lambda registered: {key: [*registered(key), converter]}


def without(rename, key):
    return lambda registered: {key: [one for one in registered(key) if one.source_patterns != rename.source_patterns]}


def overwriting(name, mapping):
    """Return the class of a model whose constructor registers *mapping*, made of what it finds, whoever registered before."""
    model_class = getattr(transformers, config_of(name).architectures[0])

    class Overwriting(model_class):
        def __init__(self, config):
            super().__init__(config)
            REGISTER(name, mapping(REGISTERED(name) or []), overwrite=True)

    Overwriting.__name__, Overwriting.__module__ = model_class.__name__, model_class.__module__
    return Overwriting


@pytest.mark.parametrize(
    ("name", "key", "layers"),
    [
        ("llama", "llama", "model.layers"),
        ("qwen2", "qwen2", "model.layers"),
        ("llama", "LlamaForCausalLM", "model.layers"),
        ("llava", "llama", "language_model.model.layers"),
    ],
    ids=["llama", "qwen2", "by its class", "inside another model"],
)
def test_a_declared_layout_is_written_and_read_again_to_the_last_bit(name, key, layers, tmp_path):
    conversions, model = WeightConversions(fused(key)), built(name)
    conversions.after_build(model)
    names = written(model, tmp_path)
    assert f"{layers}.0.mlp.fused.weight" in names
    assert not any("gate_proj" in key for key in names)
    with conversions.held():
        assert same(model, type(model).from_pretrained(tmp_path))


@pytest.mark.parametrize(
    ("name", "expert"),
    [("mixtral", "block_sparse_moe.experts.3.w1"), ("qwen3_moe", "mlp.experts.3.gate_proj"), ("olmoe", "mlp.experts.3.gate_proj")],
)
def test_a_constructor_that_drops_the_merging_of_experts_does_not_win(name, expert, tmp_path):
    merging = [one for one in REGISTERED(name) if isinstance(one, WeightConverter)]

    def renamings(found):
        return [one for one in found if isinstance(one, WeightRenaming)]

    def provider(registered):
        return {name: [*renamings(without(OLD_NAME, name)(registered)[name]), *merging]}

    kind, conversions = overwriting(name, lambda found: [*renamings(found), OLD_NAME]), WeightConversions(provider)
    with conversions.held():
        model = built(name, kind)
    conversions.after_build(model)
    names = written(model, tmp_path)
    assert {f"model.layers.0.{expert}.weight", "model.embed_tokens.weight"} <= names

    with conversions.held():
        again = kind.from_pretrained(tmp_path)
    conversions.after_build(again)
    assert same(model, again)
    assert written(again, tmp_path / "again") == names


@pytest.mark.parametrize(
    ("name", "rename", "right", "wrong"),
    [
        ("qwen2", OLD_NAME, "model.embed_tokens.weight", "model.embed.weight"),
        # What the code of some checkpoints registers, and what nobody but them can read any more when it is saved.
        ("nemotron_h", WeightRenaming("embedding.weight", "embeddings.weight"), "backbone.embeddings.weight", "backbone.embedding.weight"),
    ],
    ids=["qwen2", "nemotron_h"],
)
def test_what_a_constructor_adds_is_taken_away_after_the_build(name, rename, right, wrong, tmp_path):
    kind, conversions = overwriting(name, lambda found: [*found, rename]), WeightConversions(without(rename, name))
    conversions.register()
    model = built(name, kind)
    assert wrong in written(model, tmp_path / "undeclared")
    conversions.after_build(model)
    names = written(model, tmp_path / "declared")
    assert right in names
    assert wrong not in names
    with conversions.held():
        assert same(model, kind.from_pretrained(tmp_path / "declared"))


def test_a_model_that_was_loaded_by_what_its_constructor_registered_is_told(tmp_path):
    kind, conversions = overwriting("qwen2", lambda found: [*found, OLD_NAME]), WeightConversions(without(OLD_NAME, "qwen2"))
    built("qwen2").save_pretrained(tmp_path)
    model = kind.from_pretrained(tmp_path)
    with pytest.raises(ConversionError, match=r"load it in held\(\)"):
        conversions.after_build(model)


@pytest.mark.parametrize("name", ["llama", "mixtral", "nemotron_h"])
def test_a_save_reverses_what_was_declared_and_not_what_is_registered(name, tmp_path):
    conversions, model = WeightConversions(without(OLD_NAME, name)), built(name)
    conversions.after_build(model)
    names = written(model, tmp_path / "at once")
    REGISTER(name, [WeightRenaming("head.weight", "lm_head.weight")], overwrite=True)
    assert written(model, tmp_path / "later") == names
    assert written(built(name), tmp_path / "undeclared") != names


def test_what_an_adapter_was_loaded_by_does_not_change_how_its_model_is_saved(tmp_path):
    conversions, new = WeightConversions(fused("llama")), built("llama")
    conversions.after_build(new)
    names = written(new, tmp_path)
    with conversions.held():
        model = type(new).from_pretrained(tmp_path)
    conversions.after_build(model)
    model._weight_conversions = [WeightRenaming("head.weight", "lm_head.weight")]  # as transformers' load_adapter leaves its own
    conversions.before_save(model)
    assert written(model, tmp_path / "again") == names


class Halve(ConversionOps):
    def convert(self, input_dict, source_patterns, target_patterns, **_):
        return {target_patterns[0]: next(iter(input_dict.values()))[0] / 2}


@pytest.mark.parametrize("operations", [[Halve()], [MergeModulelist(dim=0), Halve()]], ids=["alone", "after another"])
def test_an_operation_without_a_reverse_is_told_before_it_is_registered(operations):
    def provider(registered):
        return {"mixtral": [*registered("mixtral"), WeightConverter("up.weight", "down.weight", operations=operations)]}

    with pytest.raises(IrreversibleConversionError, match="mixtral: Halve of WeightConverter"):
        WeightConversions(provider).register()
    assert "mixtral" not in conversion_mapping.USER_REGISTERED_MAPPINGS
    with pytest.warns(IrreversibleConversionWarning, match="Halve"):
        assert WeightConversions(provider, irreversible=warned).register() == ("mixtral",)


def test_all_that_transformers_itself_registers_for_models_has_a_reverse():
    keys = list(conversion_mapping._checkpoint_conversion_mapping_cache)
    assert {"mixtral", "qwen2_moe", "legacy"} <= {*keys}
    assert WeightConversions(lambda registered: {key: registered(key) for key in keys}).register() == ()
    assert conversion_mapping.USER_REGISTERED_MAPPINGS == set()


@pytest.mark.parametrize("more", [{}, {"adapter": "lora"}], ids=["whole", "with an adapter"])
def test_a_run_goes_by_the_conversions_of_the_descriptor(more, options):
    with MODELS.isolated():
        with pytest.warns(OverrideWarning):
            MODELS.register(Descriptor(keys={"model_type": "llama"}, facts={"weight_conversions": fused("llama")}), override=True)
        model, _, _, folder = train(options("llama", **more))
        again, _ = load_model(TrainConfig(base_model=str(folder)))
    assert "model.layers.0.mlp.fused.weight" in saved_state(folder)
    assert same(model, again)
