"""How a name is taken apart: atoms, keys, the endings of classes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.registry.universe.spelling import is_task_suffix, key_of, split_camel, without_suffix


@pytest.mark.parametrize(
    ("text", "atoms"),
    [
        pytest.param("GPTNeoXTokenizerFast", "gpt neo x tokenizer fast", id="capitals before a word"),
        pytest.param("Llama3_2VisionProcessingStrategy", "llama 3 2 vision processing strategy", id="digits and an underscore"),
        pytest.param("qwen2_5_vl", "qwen 2 5 vl", id="snake case"),
        pytest.param("SmolVLM2", "smol vlm 2", id="capitals before a digit"),
        pytest.param("Glm4vProcessor", "glm 4 v processor", id="a letter behind a digit"),
        pytest.param("deepseek-ai/DeepSeek-V3", "deepseek ai deep seek v 3", id="hyphens and a slash"),
        pytest.param("__init__", "init", id="underscores around"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_atoms(text: str, atoms: str) -> None:
    assert split_camel(text) == tuple(atoms.split())


@given(st.text())
def test_the_key_of_a_key_is_itself(text: str) -> None:
    key = key_of(text)
    assert key_of(key) == key


@given(st.from_regex(r"[a-z][a-z0-9]*([_-][a-z0-9]+){0,4}", fullmatch=True))
def test_atoms_of_snake_case_make_up_its_key(text: str) -> None:
    assert "".join(split_camel(text)) == key_of(text)


@pytest.mark.parametrize(
    "text", ["ForCausalLM", "ForConditionalGeneration", "SequenceClassification", "LMHeadModel", "Model", "PreTrainedModel"]
)
def test_says_what_a_class_does(text: str) -> None:
    assert is_task_suffix(text)


@pytest.mark.parametrize("text", ["LlamaForCausalLM", "Forest", "forward", "for", "Modeling", "", "Linear", "CausalMixer"])
def test_says_more_or_something_else(text: str) -> None:
    assert not is_task_suffix(text)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("MambaLMHeadModel", "Mamba"),
        ("LlamaForCausalLM", "Llama"),
        ("LlamaTokenizerFast", "Llama"),
        ("Gemma3ImageProcessorPil", "Gemma3"),
        ("CLIPVisionConfig", "CLIP"),
        ("MambaMixer", "MambaMixer"),
        ("llama_for_causal_lm", "llama_for_causal_lm"),
    ],
)
def test_what_is_left_of_a_class(text: str, rest: str) -> None:
    assert without_suffix(text) == rest
