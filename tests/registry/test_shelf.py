"""A shelf lists by file, imports when asked, and refuses a file that is not exactly one entry."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from namebranch.registry import shelf
from namebranch.registry.shelf import ShelfError

Lay = Callable[[dict[str, str]], ModuleType]
HEAD = "from shelf_test_kinds import Book\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """What lies on the shelves of these tests."""

    name: str


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Lay:
    """Return what makes a package of the given files and imports it, under a name that no other test uses."""
    name = f"shelf_{abs(hash(request.node.nodeid))}"
    kinds = ModuleType("shelf_test_kinds")
    monkeypatch.setattr(kinds, "Book", Book, raising=False)
    monkeypatch.setitem(sys.modules, kinds.__name__, kinds)
    monkeypatch.syspath_prepend(tmp_path)

    def make(files: dict[str, str]) -> ModuleType:
        for path, text in {"__init__.py": "", **files}.items():
            (tmp_path / name / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / path).write_text(text)
        return import_module(name)

    return make


def test_entries_are_listed_by_file_sorted_and_not_imported(lay: Lay) -> None:
    folder = lay({"zebra.py": "raise SystemExit", "table_use.py": "raise SystemExit", "affix.py": "raise SystemExit"})
    assert shelf.names(folder) == ("affix", "table-use", "zebra")
    assert not [name for name in sys.modules if name.startswith(f"{folder.__name__}.")]


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({}, id="an empty folder"),
        pytest.param({"_draft.py": ""}, id="a file that begins with an underscore"),
        pytest.param({"shared/__init__.py": "", "shared/words.py": ""}, id="a folder and the files in it"),
        pytest.param({"manual.md": "", "table.toml": ""}, id="a file that is not code"),
        pytest.param({"two words.py": ""}, id="a file whose name is no identifier"),
    ],
)
def test_no_entry_is_listed_for(lay: Lay, files: dict[str, str]) -> None:
    assert shelf.names(lay(files)) == ()


def test_an_entry_is_imported_when_taken_and_its_neighbours_are_not(lay: Lay) -> None:
    folder = lay({"table_use.py": HEAD + "entry = Book(name='table-use')", "broken.py": "raise SystemExit"})
    assert shelf.take(folder, "table-use", Book) == Book(name="table-use")


def test_all_entries_are_gathered_in_the_order_of_their_names(lay: Lay) -> None:
    folder = lay({"b.py": HEAD + "entry = Book(name='b')", "a_c.py": HEAD + "entry = Book(name='a-c')"})
    assert dict(shelf.gather(folder, Book)) == {"a-c": Book(name="a-c"), "b": Book(name="b")}
    assert list(shelf.gather(folder, Book)) == ["a-c", "b"]


def test_a_gathered_shelf_cannot_be_changed(lay: Lay) -> None:
    with pytest.raises(TypeError):
        shelf.gather(lay({}), Book)["more"] = Book(name="more")  # type: ignore[index]  # that is the point


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        pytest.param("entry = None", "holds 0 public values of Book", id="a file without an entry"),
        pytest.param(HEAD + "a = Book(name='it')\nb = Book(name='it2')", "holds 2 public values", id="a file with two entries"),
        pytest.param(HEAD + "entry = Book(name='other')", "holds 'other'.*named like its file.*'it'", id="an entry of another name"),
        pytest.param(HEAD + "_entry = Book(name='it')", "holds 0 public values", id="an entry that is private"),
    ],
)
def test_refused_is(lay: Lay, text: str, complaint: str) -> None:
    folder = lay({"it.py": text})
    with pytest.raises(ShelfError, match=complaint):
        shelf.take(folder, "it", Book)
    with pytest.raises(ShelfError, match=complaint):
        shelf.gather(folder, Book)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("entry = Book(name='it')\nalias = entry", id="one entry under two names"),
        pytest.param("entry = Book(name='it')\n_part = Book(name='part')", id="a private part beside the entry"),
        pytest.param("entry = Book(name='it')\nother = 'it'", id="values of other kinds beside the entry"),
    ],
)
def test_not_refused_is(lay: Lay, text: str) -> None:
    assert shelf.take(lay({"it.py": HEAD + text}), "it", Book).name == "it"


def test_an_unknown_name_says_what_there_is(lay: Lay) -> None:
    with pytest.raises(ShelfError, match="has no 'table'; it has affix, regex"):
        shelf.take(lay({"affix.py": "", "regex.py": ""}), "table", Book)


def test_a_path_is_not_a_name(lay: Lay) -> None:
    with pytest.raises(ShelfError, match="has no"):
        shelf.take(lay({"inner/__init__.py": "", "inner/it.py": ""}), "inner.it", Book)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param('"""Say one thing.\n\nAnd more."""\nraise SystemExit', "Say one thing.", id="the first line of a docstring"),
        pytest.param("raise SystemExit", "", id="nothing where there is no docstring"),
    ],
)
def test_the_headline_is_read_without_an_import(lay: Lay, text: str, line: str) -> None:
    assert shelf.headline(lay({"it.py": text}), "it") == line
