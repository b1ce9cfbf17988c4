"""Whose a name is: many spellings of one model, and names that only look alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scanning import names

from namebranch.analyzer.costing.belonging import Belonging, belonging, outermost
from namebranch.analyzer.costing.files import Home
from namebranch.registry.universe.spelling import key_of


def home(model: str, *, classes: tuple[str, ...] = (), types: tuple[str, ...] = ()) -> Home:
    """Return a home without files."""
    return Home(model=model, at=(f"pkg/models/{model}",), files=(), classes=classes, types=types)


def zoo() -> Belonging:
    """Return whose names are in a tree with these homes."""
    homes = (
        home("qwen3_moe", classes=("Qwen3MoeForCausalLM", "Qwen3MoeStateDictAdapter", "Block")),
        home("gemma4_moe", classes=("Gemma4ForConditionalGeneration", "Block")),
        home("kimivl", classes=("KimiVLForConditionalGeneration",), types=("kimi_vl",)),
        home("nemotron_v3", classes=("NemotronHForCausalLM",)),
        home("zephyrus", types=("zephyrus",)),
        home("llama"),
        home("llama_bidirectional", classes=("LlamaBidirectionalModel",)),
    )
    return belonging(homes, names())


@pytest.mark.parametrize(
    ("name", "model"),
    [
        pytest.param("qwen3_moe", "qwen3_moe", id="a type"),
        pytest.param("Qwen3-MoE", "qwen3_moe", id="a type spelled otherwise"),
        pytest.param("Qwen3MoeForSequenceClassification", "qwen3_moe", id="an architecture of the type"),
        pytest.param("Qwen3MoeConfig", "qwen3_moe", id="its configuration"),
        pytest.param("Qwen3MoeStateDictAdapter", "qwen3_moe", id="a class of its own files"),
        pytest.param("transformers.models.qwen3_moe.modeling_qwen3_moe.Qwen3MoeForCausalLM", "qwen3_moe", id="a class in its module"),
        pytest.param("gemma4", "gemma4_moe", id="a type whose class a folder of another name defines"),
        pytest.param("gemma4_text", "gemma4_moe", id="the text type inside it"),
        pytest.param("kimi_vl", "kimivl", id="a type that a class of its files declares"),
        pytest.param("KimiVLProcessor", "kimivl", id="its processor"),
        pytest.param("nemotron_h", "nemotron_v3", id="a type that is spelled unlike its folder"),
        pytest.param("zephyrus", "zephyrus", id="a type that transformers does not know"),
        pytest.param("LlamaBidirectionalModel", "llama_bidirectional", id="a class that begins like another model's"),
        pytest.param("LlamaTokenizerFast", "llama", id="its tokenizer"),
        pytest.param("GPT2Config", "gpt2", id="a class that several types use is its namesake's"),
        pytest.param("gemma3_text", "gemma3", id="a text type without a home is the wrapper's"),
        pytest.param("mixtral", "mixtral", id="a type without a home"),
    ],
)
def test_a_name_is_exactly_that_of(name: str, model: str) -> None:
    whose = zoo().of(name)
    assert whose is not None
    assert (whose.model, whose.is_family) == (model, False)


@pytest.mark.parametrize(
    ("name", "family"),
    [
        pytest.param("nemotron-flash", "nemotron", id="a type that nobody knows"),
        pytest.param("NemotronFlashForCausalLM", "nemotron", id="its architecture"),
        pytest.param("KimiK2Config", "kimi", id="a class of remote code"),
        pytest.param("qwen", "qwen", id="a stem that is no type"),
        pytest.param("wan2.1", "wan", id="a version of a family"),
        pytest.param("Gemma3TextAttention", "gemma3", id="a class that begins like the text type inside a model"),
    ],
)
def test_a_name_is_only_that_of_the_family(name: str, family: str) -> None:
    whose = zoo().of(name)
    assert whose is not None
    assert (whose.model, whose.is_family) == (family, True)


@pytest.mark.parametrize("word", ["default", "simple", "CausalLM", "Linear", "", "."])
def test_a_word_that_is_no_models_name(word: str) -> None:
    assert zoo().of(word) is None


@pytest.mark.parametrize(
    ("name", "model"),
    [
        pytest.param("mistral3", "mistral3_vlm", id="the type that a folder is called after, and does not hold"),
        pytest.param("ministral3", "mistral3", id="the type that it holds"),
        pytest.param("Ministral3ForCausalLM", "mistral3", id="its class"),
    ],
)
def test_a_folder_may_be_called_after_another_model(name: str, model: str) -> None:
    homes = (
        home("mistral3", classes=("Ministral3ForCausalLM",), types=("ministral3",)),
        home("mistral3_vlm", classes=("Mistral3FP8VLMForConditionalGeneration",)),
    )
    whose = belonging(homes, names()).of(name)
    assert whose is not None
    assert whose.model == model


def test_a_folder_that_declares_another_type_keeps_its_own_where_no_other_has_it() -> None:
    whose = belonging((home("mistral3", types=("ministral3",)),), names()).of("mistral3")
    assert whose is not None
    assert whose.model == "mistral3"


def test_a_class_that_two_homes_define_is_nobodys() -> None:
    assert zoo().of("Block") is None


def test_a_language_model_that_many_wrappers_hold_stays_itself() -> None:
    types = outermost(names())
    assert types[key_of("llama")] == "llama"
    assert types[key_of("qwen2")] == "qwen2"
    assert types[key_of("gemma3_text")] == "gemma3"


@pytest.mark.parametrize(
    ("name", "identifier", "expected"),
    [
        pytest.param("qwen2", "qwen2_5_collate_fn", True, id="a version goes on"),
        pytest.param("llama", "llama2_flops", True, id="a number follows"),
        pytest.param("qwen3", "apply_qwen3_omni_config_patch", True, id="other models are called so"),
        pytest.param("qwen3_moe", "_is_qwen3_moe", False, id="nothing follows"),
        pytest.param("mistral3", "_parallelize_mistral3_vlm", False, id="no model goes on so"),
        pytest.param("gemma3", "unrelated", False, id="it does not stand there"),
    ],
)
def test_a_name_in_an_identifier_goes_on(name: str, identifier: str, *, expected: bool) -> None:
    assert zoo().is_part_of_longer(name, identifier) is expected


@given(name=st.sampled_from(sorted(names().types)), data=st.data())
def test_however_a_type_is_spelled_it_is_the_same_model(name: str, data: st.DataObject) -> None:
    spelled = "".join(data.draw(st.sampled_from([letter, letter.upper()])) for letter in name)
    spelled = spelled.replace("_", data.draw(st.sampled_from(["_", "-"])))
    whose = zoo()
    assert whose.of(spelled) == whose.of(name)


@given(text=st.text(max_size=40))
def test_any_text_has_an_answer(text: str) -> None:
    whose = zoo().of(text)
    assert whose is None or whose.model


@given(name=st.sampled_from(sorted(names().types)))
def test_the_outermost_type_is_its_own(name: str) -> None:
    types = outermost(names())
    assert types[key_of(types[key_of(name)])] == types[key_of(name)]
