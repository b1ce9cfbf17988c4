"""Files that put models in order."""

import pytest

from namebranch.codemods.ordering.reading import order


@pytest.mark.parametrize(
    ("data", "models"),
    [
        pytest.param(b"", (), id="nothing"),
        pytest.param(b"mamba\nqwen2\n", ("mamba", "qwen2"), id="one a line"),
        pytest.param(b"# first\n\n  mamba  # it is small\r\nqwen2", ("mamba", "qwen2"), id="comments, blanks and line ends"),
        pytest.param(b"mamba\nqwen2\nmamba\n", ("mamba", "qwen2"), id="a model named twice"),
    ],
)
def test_a_file_names_models(data: bytes, models: tuple[str, ...]) -> None:
    assert order(data) == models


@pytest.mark.parametrize("data", [pytest.param(b"mamba qwen2\n", id="two on a line"), pytest.param(b"\xff\n", id="no text")])
def test_what_is_no_such_file_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"line 1 holds more than one name|can't decode"):
        order(data)
