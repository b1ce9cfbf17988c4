"""Which kin of a list is missed, and which is not worth a word."""

import pytest
from explaining import one


def missed(test: str) -> set[str]:
    """Return the kin that a test misses."""
    found = one({"a.py": f"def f(cfg):\n    return {test}\n"}, "a.py:2").reach
    assert found is not None
    return set(found.siblings)


@pytest.mark.parametrize(
    ("test", "among"),
    [
        pytest.param('cfg.model_type in ("gemma3", "llama")', "gemma3_text", id="the text model inside a whole one"),
        pytest.param('cfg.model_type in ("gemma3_text", "llama")', "gemma3", id="the whole around a text model"),
        pytest.param('cfg.model_type in ("qwen3_moe", "qwen3")', "qwen3_next", id="another of a generation that is meant"),
        pytest.param('cfg.model_type not in ("qwen3_moe", "qwen3")', "qwen3_next", id="of an exception too"),
    ],
)
def test_kin_that_is_missed(test: str, among: str) -> None:
    assert among in missed(test)


@pytest.mark.parametrize(
    ("test", "left_alone"),
    [
        pytest.param('cfg.model_type == "qwen3_moe"', {"qwen3", "qwen3_next"}, id="one name means itself"),
        pytest.param('cfg.model_type in ("qwen2", "llama")', {"qwen3", "qwen3_moe", "llama4"}, id="other generations are no kin"),
        pytest.param('cfg.model_type.startswith("gemma3")', {"gemma3", "gemma3_text"}, id="what is hit is not missed"),
        pytest.param('cfg.model_type in ("gemma3", "gemma3_text")', {"gemma3", "gemma3_text"}, id="what is spelled is not missed"),
        pytest.param('type(model).__name__ in ("Qwen3ForCausalLM", "LlamaForCausalLM")', {"qwen3_moe"}, id="classes have no kin here"),
    ],
)
def test_what_is_not_worth_a_word(test: str, left_alone: set[str]) -> None:
    assert missed(test.replace("model)", "cfg)")).isdisjoint(left_alone)
