"""Undoing commits: what a description says must fit, or it is refused; and what was undone is what was there before."""

from typing import Any

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

HISTORY = oracle.history()
undone, Commit = HISTORY.undone, HISTORY.Commit
TREE = {
    "a.py": "import os\n\n\n# About f.\ndef f():\n    return 1\n\n\nclass C:\n    X = 1\n\n    def g(self):\n        return 2\n",
    "b.py": "y = 2\n",
}


def before(*operations: dict[str, Any], adds: tuple[str, ...] = ()) -> dict[str, str]:
    """Return the tree before a commit of these operations."""
    found: dict[str, str] = undone(TREE, Commit(file="01.toml", subject="s", author="a", adds=adds, operations=operations))
    return found


def test_an_edit_is_put_back() -> None:
    assert before({"edit": "b.py", "old": "y = 1", "new": "y = 2"})["b.py"] == "y = 1\n"


def test_operations_are_undone_last_first() -> None:
    assert before({"edit": "b.py", "old": "z", "new": "x"}, {"edit": "b.py", "old": "x", "new": "y"})["b.py"] == "z = 2\n"


def test_a_function_goes_with_the_words_above_it() -> None:
    assert before({"write": "a.py", "names": ["f"]})["a.py"] == "import os\n\n\nclass C:\n    X = 1\n\n    def g(self):\n        return 2\n"


def test_a_method_goes_and_its_class_stays() -> None:
    assert before({"write": "a.py", "names": ["C.g"]})["a.py"].endswith("class C:\n    X = 1\n")


def test_what_was_moved_is_back_at_the_end() -> None:
    tree = before({"move": "b.py", "to": "a.py", "names": ["f"]})
    assert tree["b.py"] == "y = 2\n\n\n# About f.\ndef f():\n    return 1\n"
    assert "def f" not in tree["a.py"]


def test_a_file_that_was_added_renamed_or_deleted() -> None:
    assert before(adds=("b.*",)) == {"a.py": TREE["a.py"]}
    assert set(before({"rename": "old.py", "to": "b.py"})) == {"a.py", "old.py"}
    assert before({"delete": "c.py", "old": "z = 3\n"})["c.py"] == "z = 3\n"


def test_the_tree_it_is_given_stays_as_it_is() -> None:
    copy = dict(TREE)
    before({"edit": "b.py", "old": "y = 1", "new": "y = 2"}, adds=("a.py",))
    assert copy == TREE


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        pytest.param({"edit": "b.py", "old": "q", "new": "nowhere"}, "stands 0 times", id="a text that is not there"),
        pytest.param({"edit": "a.py", "old": "q", "new": "return"}, "stands 2 times", id="a text that is there twice"),
        pytest.param({"edit": "b.py", "old": "=", "new": "y"}, "would stand 2 times", id="an old text that would be there twice"),
        pytest.param({"edit": "c.py", "old": "q", "new": "y"}, "c.py", id="a file that is not there"),
        pytest.param({"write": "a.py", "names": ["nothing"]}, "not defined", id="a definition that is not there"),
        pytest.param({"delete": "b.py", "old": "y = 2\n"}, "still there", id="a deleted file that is there"),
        pytest.param({"paint": "b.py"}, "01.toml", id="an operation that nobody knows"),
    ],
)
def test_what_does_not_fit_is_refused(operation: dict[str, Any], words: str) -> None:
    with pytest.raises(Exception, match=words) as caught:
        before(operation)
    assert type(caught.value).__name__ == "UndoError"
    assert "01.toml" in str(caught.value)


def test_a_glob_that_matches_nothing_is_refused() -> None:
    with pytest.raises(Exception, match="no such file"):
        before(adds=("c/*",))


@pytest.mark.parametrize("raw", [{"subject": "s"}, {"subject": "s", "author": "a", "adds": [], "edits": []}])
def test_a_description_with_too_little_or_too_much_is_refused(raw: dict[str, Any]) -> None:
    with pytest.raises(Exception, match=r"01.toml: needs subject and author"):
        Commit.parse("01.toml", raw)


@given(st.text(alphabet="abc\n", min_size=1), st.text(alphabet="xyz\n", min_size=1))
def test_undoing_and_doing_again_is_nothing(old: str, new: str) -> None:
    tree = {"f": f"1{new}2"}
    commit = Commit(file="01.toml", subject="s", author="a", operations=({"edit": "f", "old": f"1{old}2", "new": f"1{new}2"},))
    back = undone(tree, commit)
    assert back == {"f": f"1{old}2"}
    assert back["f"].replace(f"1{old}2", f"1{new}2") == tree["f"]
