"""Statements as text elsewhere: dedented, strings as they are, comments with them; and a document whose other bytes nobody touches."""

import ast
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.codemods.editing.document import Document, Edit, UneditableError
from namebranch.codemods.editing.lifting import indented, lifted
from namebranch.codemods.editing.places import places_of
from namebranch.codemods.editing.removing import removal
from published import Published

DEEP = '''\
class A:
    def f(self):
        if x:
            # first
            text = """one
  two
        three"""
            call(
                1,  # one
            )
            # last
        # not ours
        return text
'''


def document(text: str) -> Document:
    return Document(path="a.py", data=text.encode())


def first_if(held: Document) -> ast.If:
    return next(node for node in ast.walk(held.tree) if isinstance(node, ast.If))


def test_a_body_comes_out_with_its_comments_and_no_string_changes() -> None:
    held = document(DEEP)
    text = lifted(first_if(held).body, held)
    assert text == '# first\ntext = """one\n  two\n        three"""\ncall(\n    1,  # one\n)\n# last\n'


@pytest.mark.parametrize("indent", ["    ", "\t", "  "])
def test_in_again_at_any_depth_it_means_the_same(indent: str) -> None:
    held = document(DEEP)
    text = indented(lifted(first_if(held).body, held), indent)
    body = ast.parse(f"if x:\n{text}").body[0]
    assert isinstance(body, ast.If)
    assert ast.dump(body) == ast.dump(first_if(held))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("def f():\n    if x: a()\n    b()\n", "def f():\n    b()\n", id="one of two"),
        pytest.param("def f():\n    if x: a()\n", "def f():\n    pass\n", id="the only one leaves a pass"),
        pytest.param("b(); if_ = 1\n", "b(); if_ = 1\n", id="nothing to do"),
        pytest.param("def f():\n    if x: a()  # why\n    b()\n", "def f():\n    b()\n", id="the comment behind it goes"),
    ],
)
def test_what_is_removed_leaves_valid_code(before: str, after: str) -> None:
    held = document(before)
    found = [node for node in ast.walk(held.tree) if isinstance(node, ast.If)]
    edits = [removal(node, held, places_of(held)) for node in found]
    assert held.edited(edits).decode() == after


def test_changes_that_overlap_are_refused() -> None:
    with pytest.raises(UneditableError, match="overlap at line 1"):
        document("abc = 1\n").edited([Edit(start=0, end=3, text="x"), Edit(start=2, end=4, text="y")])


@pytest.mark.parametrize("data", [b"x = '\xff'\n", b"x = (\n", b"\xff\xfex"])
def test_what_is_no_python_is_refused(data: bytes) -> None:
    with pytest.raises(UneditableError):
        _ = Document(path="a.py", data=data).tree


@given(
    lines=st.lists(st.sampled_from(["x = 1", "# é", "y = 'ü'", ""]), min_size=1, max_size=8),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    mark=st.sampled_from(["", "\ufeff"]),
    at=st.integers(0, 8),
)
def test_a_new_line_ends_like_the_others_and_nothing_else_changes(lines: list[str], end: str, mark: str, at: int) -> None:
    data = (mark + "".join(f"{line}{end}" for line in lines)).encode()
    held = Document(path="a.py", data=data)
    number = min(at, len(lines))
    place = held.starts[number]
    made = held.edited([Edit(start=place, end=place, text="new = 1\n")])
    expected = mark + "".join(f"{line}{end}" for line in [*lines[:number], "new = 1", *lines[number:]])
    assert made == expected.encode()


@pytest.mark.parametrize(("name", "version"), [("axolotl", "0.19.0"), ("nemo-automodel", "0.5.0")])
def test_every_file_of_a_real_target_comes_back_byte_for_byte(published: Published, name: str, version: str) -> None:
    with ZipFile(published(name, version)) as wheel:
        files = {path: wheel.read(path) for path in wheel.namelist() if path.endswith(".py")}
    assert len(files) > 100
    assert [path for path, data in files.items() if Document(path=path, data=data).edited(()) != data] == []
