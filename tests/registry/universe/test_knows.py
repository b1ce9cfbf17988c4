"""What is known to be a model type or a class, however it is spelled."""

import pytest

from namebranch.registry.universe.names import Names


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("gemma3", id="a model type"),
        pytest.param("clip", id="a model type that is a common word"),
        pytest.param("opt", id="a short model type"),
        pytest.param("gemma3_text", id="a type inside another configuration"),
        pytest.param("Qwen3-MoE", id="other separators and case"),
        pytest.param("lfm2-vl", id="a hyphen for an underscore"),
        pytest.param("deberta_v2", id="an underscore for a hyphen"),
        pytest.param("LlamaForCausalLM", id="an architecture"),
        pytest.param("GemmaForTokenClassification", id="a task that the tables do not list for it"),
        pytest.param("LlamaConfig", id="a configuration"),
        pytest.param("CLIPProcessor", id="a processor"),
        pytest.param("LlamaTokenizer", id="a tokenizer"),
        pytest.param("LlamaTokenizerFast", id="the fast tokenizer"),
        pytest.param("Gemma3ImageProcessor", id="an image processor"),
        pytest.param("Gemma3ImageProcessorFast", id="an image processor as older releases call it"),
    ],
)
def test_knows(text: str) -> None:
    assert Names.load().knows(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("Linear", id="a layer"),
        pytest.param("adamw", id="an optimizer"),
        pytest.param("qwen3_v17", id="an unknown member of a known family"),
        pytest.param("llama3", id="a generation that has no type of its own"),
        pytest.param("ForCausalLM", id="a task"),
        pytest.param("Model", id="the ending of a class alone"),
        pytest.param("TokenizersBackend", id="a class that belongs to no model"),
        pytest.param("LlamaAdapter", id="a phrase"),
        pytest.param("gemma3texts", id="one letter more"),
    ],
)
def test_does_not_know(text: str) -> None:
    assert not Names.load().knows(text)


@pytest.mark.parametrize(
    ("model_type", "text"),
    [
        pytest.param("gemma3", "gemma3_text", id="a text model of the same folder"),
        pytest.param("llava", "llama", id="a text model of another folder"),
        pytest.param("qwen3_5_moe", "qwen3_5_moe_text", id="a mixture of experts"),
        pytest.param("qwen2_5_omni", "qwen2_5_omni_text", id="two levels down"),
        pytest.param("llama", None, id="a text model has none inside"),
    ],
)
def test_the_language_model_inside_a_whole_one(model_type: str, text: str | None) -> None:
    assert Names.load().text_types.get(model_type) == text
