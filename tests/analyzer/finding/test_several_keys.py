"""A decorator registers under each of the keys that it is given, as long as they are names of models."""

import pytest
import scanning


@pytest.mark.parametrize(
    ("decorator", "keys"),
    [
        pytest.param('@register("llama", "mistral")', ["llama", "mistral"], id="two models"),
        pytest.param('@register("llama", "mistral", "qwen2_moe")', ["llama", "mistral", "qwen2_moe"], id="three models"),
        pytest.param('@register("llama", ["mistral", "mixtral"])', ["llama", "mistral", "mixtral"], id="a list behind the first"),
        pytest.param("@register(*MODELS)", ["llama", "mistral"], id="the members of a constant"),
        pytest.param('@register("llama", "causal")', ["llama"], id="what is no model is no key"),
        pytest.param('@register("llama", True)', ["llama"], id="an option"),
        pytest.param('@register("llama", "causal", "mistral")', ["llama"], id="behind what is no model nobody knows"),
    ],
)
def test_the_keys_of_a_decorator(decorator: str, keys: list[str]) -> None:
    files = {"framework/owners.py": f'MODELS = ("llama", "mistral")\n\n\n{decorator}\nclass Owner:\n    pass\n'}
    assert sorted(one.key for one in scanning.inventory(files).registrations) == sorted(keys)


@pytest.mark.parametrize("call", ['register("llama", "mistral")', 'register("llama", Owner)'])
def test_a_call_has_its_key_first_and_what_it_registers_behind(call: str) -> None:
    files = {"framework/owners.py": f"class Owner:\n    pass\n\n\n{call}\n"}
    assert [one.key for one in scanning.inventory(files).registrations] == ["llama"]
