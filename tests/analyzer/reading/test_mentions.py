"""What a test calls models is read off its bytes; other strings of a test are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer.reading.mentions import mentions

READ = [
    pytest.param(b'Config(model_type="zephyrus3")', {"zephyrus3"}, id="an argument"),
    pytest.param(b"cfg.model_type = 'a-b.c'", {"a-b.c"}, id="an assignment, with other quotes and signs"),
    pytest.param(b'{"model_type": "zephyrus3"}', {"zephyrus3"}, id="an item of a dictionary"),
    pytest.param(b'assert cfg.model_type == "zephyrus3"', {"zephyrus3"}, id="a comparison"),
    pytest.param(b'setattr(cfg, "model_type", "zephyrus3")', {"zephyrus3"}, id="an attribute that is set by its name"),
    pytest.param(b'architectures=["A1", "Bee"]', {"Bee"}, id="architectures, but no stumps"),
    pytest.param(b'"architectures": [\n  "ZephyrusForCausalLM",\n]', {"ZephyrusForCausalLM"}, id="architectures over several lines"),
]
NOT_READ = [
    pytest.param(b'kind = "zephyrus3"', id="another name"),
    pytest.param(b'model_type = kind or "zephyrus3"', id="a default behind something else"),
    pytest.param(b"model_type", id="the word alone"),
    pytest.param(b'model_type = ""', id="an empty string"),
    pytest.param(b'model_type = "two words"', id="text"),
    pytest.param(b'model_type = "3b"', id="what begins with a number"),
    pytest.param(b'architectures = "LlamaForCausalLM"', id="architectures that are no list"),
]


@pytest.mark.parametrize(("data", "names"), READ)
def test_names_are_read(data: bytes, names: set[str]) -> None:
    assert mentions(data) == names


@pytest.mark.parametrize("data", NOT_READ)
def test_other_strings_are_not(data: bytes) -> None:
    assert mentions(data) == frozenset()


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_whatever_lies_around_a_name_is_no_hindrance(before: bytes, after: bytes) -> None:
    assert mentions(before.replace(b"model_type", b"") + b'\nmodel_type="zephyrus3"\n' + after) >= {"zephyrus3"}
