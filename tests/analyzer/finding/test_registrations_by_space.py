"""A descriptor gives its keys by their spaces; each is registered in its own."""

import pytest
import scanning

SETTINGS = """
[[registry.idioms]]
registry = "models"
form = "call"
space = "model_type"
via = ["Descriptor"]
key = "keys"
"""
GIVEN = [
    pytest.param('keys={"model_type": "llama"}', [("llama", "model_type")], id="one key"),
    pytest.param('keys={"model_type": ("qwen2", "qwen3")}', [("qwen2", "model_type"), ("qwen3", "model_type")], id="two keys of a space"),
    pytest.param(
        'keys={"model_type": "llava", "processor": "LlavaProcessor"}',
        [("LlavaProcessor", "processor"), ("llava", "model_type")],
        id="keys of two spaces",
    ),
    pytest.param(
        'keys={"model_type": "t5", "text_model_type": "t5"}', [("t5", "model_type"), ("t5", "text_model_type")], id="a key in two spaces"
    ),
    pytest.param('keys={"class_name": KIND}', [("MambaForCausalLM", "class_name")], id="a key by the name of a constant"),
    pytest.param('keys={"llama": 1, "qwen2": 2}', [("llama", "model_type"), ("qwen2", "model_type")], id="a table by names, as ever"),
    pytest.param('keys="llama"', [("llama", "model_type")], id="a key alone, as ever"),
]
NOTHING = [
    pytest.param("keys={}", id="no key"),
    pytest.param("keys=given", id="keys that nobody can read"),
    pytest.param('keys={"model_type": given}', id="a key that nobody can read"),
    pytest.param('other={"model_type": "llama"}', id="another argument"),
    pytest.param('**{"keys": {"model_type": "llama"}}', id="arguments in a dictionary"),
]


def registered(arguments: str) -> list[tuple[str, str]]:
    """Return key and space of what is registered by a descriptor with these arguments."""
    text = f'KIND = "MambaForCausalLM"\n\n\ndef say(given):\n    MODELS.register(Descriptor({arguments}))\n'
    found = scanning.inventory({"pkg/models/some/descriptor.py": text, "namebranch.toml": SETTINGS}).registrations
    return [(one.key, one.space.value) for one in found if one.registry == "models"]


@pytest.mark.parametrize(("arguments", "expected"), GIVEN)
def test_a_key_is_registered_in_its_space(arguments: str, expected: list[tuple[str, str]]) -> None:
    assert registered(arguments) == expected


@pytest.mark.parametrize("arguments", NOTHING)
def test_nothing_is_registered(arguments: str) -> None:
    assert registered(arguments) == []
