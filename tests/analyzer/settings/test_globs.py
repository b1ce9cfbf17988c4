"""Gitignore patterns, with and without a leading `src/`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer.settings.globs import matcher, plain

TAKES = [
    pytest.param(("pkg/loaders/",), "pkg/loaders/deep/a.py", id="a folder takes all that lies below it"),
    pytest.param(("pkg/models/*",), "pkg/models/llama", id="a star takes one step"),
    pytest.param(("pkg/models/*",), "pkg/models/llama/a.py", id="what lies in a folder that is taken is taken"),
    pytest.param(("tests/",), "pkg/deep/tests/a.py", id="a name without a slash is taken at any depth"),
    pytest.param(("conftest.py",), "pkg/conftest.py", id="a file's name is taken at any depth"),
    pytest.param(("src/pkg/a.py",), "pkg/a.py", id="src in the pattern is not needed in the path"),
    pytest.param(("src/pkg/",), "pkg/a.py", id="src in the pattern of a folder is not needed either"),
    pytest.param(("/src/pkg/a.py",), "pkg/a.py", id="an anchored pattern under src is the same"),
    pytest.param(("pkg/**/a.py",), "pkg/x/y/a.py", id="two stars take any number of steps"),
    pytest.param(("examples/", "!examples/hf/", "examples/hf/tests/"), "examples/hf/tests/a.py", id="the last that matches decides"),
]
LEAVES = [
    pytest.param((), "pkg/a.py", id="no pattern takes nothing"),
    pytest.param(("pkg/loaders/",), "pkg/loaders.py", id="a folder is no file"),
    pytest.param(("pkg/models/*",), "pkg/models", id="a star needs a step"),
    pytest.param(("pkg/a.py",), "other/pkg/a.py", id="a pattern with a slash is anchored"),
    pytest.param(("src/train.py",), "pkg/train.py", id="a pattern under src stays anchored without src"),
    pytest.param(("/setup.py",), "pkg/setup.py", id="a leading slash anchors"),
    pytest.param(("examples/", "!examples/hf/"), "examples/hf/a.py", id="an exclamation mark takes out again"),
    pytest.param(("*.py", "!a.py"), "pkg/a.py", id="a file is taken out again"),
    pytest.param(("!a.py",), "pkg/a.py", id="taking out of nothing leaves nothing"),
    pytest.param(("Tests/",), "tests/a.py", id="case counts"),
]


@pytest.mark.parametrize(("globs", "path"), TAKES)
def test_takes(globs: tuple[str, ...], path: str) -> None:
    assert matcher(globs)(path) in globs


@pytest.mark.parametrize(("globs", "path"), LEAVES)
def test_leaves(globs: tuple[str, ...], path: str) -> None:
    assert matcher(globs)(path) is None


def test_the_pattern_that_decided_is_returned_as_it_was_written() -> None:
    assert matcher(("*.txt", "src/pkg/"))("pkg/a.py") == "src/pkg/"


def test_a_bad_pattern_is_named() -> None:
    with pytest.raises(ValueError, match="'!' is not a valid pattern"):
        matcher(("pkg/", "!"))


STEP = st.sampled_from(("a", "b", "pkg", "src", "tests", "*", "**", "a*", "x.py"))
GLOB = st.builds(
    lambda out, steps, end: out + "/".join(steps) + end,
    st.sampled_from(("", "!")),
    st.lists(STEP, min_size=1, max_size=4),
    st.sampled_from(("", "/")),
)
PATH = st.lists(st.sampled_from(("a", "b", "ab", "pkg", "tests", "x.py")), min_size=1, max_size=5).map("/".join)


@given(globs=st.lists(GLOB, max_size=4).map(tuple), path=PATH)
def test_a_list_of_patterns_answers_as_git_would(globs: tuple[str, ...], path: str) -> None:
    from pathspec import GitIgnoreSpec  # noqa: PLC0415  the reference, without our short cut

    without_source = tuple(glob for glob in globs if "src" not in glob)
    assert (matcher(without_source)(path) is not None) is GitIgnoreSpec.from_lines(without_source).match_file(path)


@given(path=PATH)
def test_a_path_under_src_is_the_same_path(path: str) -> None:
    assert plain(f"src/{path}") == path
