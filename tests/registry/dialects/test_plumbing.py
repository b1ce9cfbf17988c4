"""Lines put into a registry's own files."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.registry.dialects.dialect import At, Declares, Form, Insertion, Listing
from namebranch.registry.dialects.load import names, take
from namebranch.registry.dialects.plumbing import AnchorError, declared, listed, patched

FILE = "class A:\n    x = 1\n\n\nclass B:\n    x = 1\n"


def insertion(anchor: str, at: At, text: str = "    y = 2", within: str = "") -> Insertion:
    return Insertion(path="a.py", anchor=anchor, at=at, text=text, within=within)


@pytest.mark.parametrize(
    ("one", "text"),
    [
        pytest.param(insertion("class B:", At.AFTER), "class A:\n    x = 1\n\n\nclass B:\n    y = 2\n    x = 1\n", id="after a line"),
        pytest.param(
            insertion("class B:", At.BEFORE, "z = 3"), "class A:\n    x = 1\n\n\nz = 3\nclass B:\n    x = 1\n", id="before a line"
        ),
        pytest.param(
            insertion("class B:", At.REPLACE, "class C:"), "class A:\n    x = 1\n\n\nclass C:\n    x = 1\n", id="instead of a line"
        ),
        pytest.param(
            insertion("    x = 1", At.AFTER, within="class B:"),
            "class A:\n    x = 1\n\n\nclass B:\n    x = 1\n    y = 2\n",
            id="within a class",
        ),
        pytest.param(insertion("class B:\n    x = 1", At.REPLACE, "b = 1"), "class A:\n    x = 1\n\n\nb = 1\n", id="instead of two lines"),
    ],
)
def test_a_line_is_put_in(one: Insertion, text: str) -> None:
    assert patched(FILE, [one]) == text
    assert patched(FILE.replace("\n", "\r\n"), [one]) == text.replace("\n", "\r\n")


@pytest.mark.parametrize(
    ("one", "message"),
    [
        pytest.param(insertion("class C:", At.AFTER), "'class C:' is not there", id="a line that is not there"),
        pytest.param(insertion("    x = 1", At.AFTER), "stands there 2 times", id="a line that is there twice"),
        pytest.param(insertion("class A:", At.AFTER, within="class B:"), "is not there", id="a line before the one it is looked for after"),
    ],
)
def test_a_file_of_another_form_is_refused(one: Insertion, message: str) -> None:
    with pytest.raises(AnchorError, match=message):
        patched(FILE, [one])


@given(st.lists(st.sampled_from(["a = 1", "", "    b = 2", "c = 3"]), max_size=8))
def test_everything_else_stays(lines: list[str]) -> None:
    text = "\n".join(["# here", *lines, ""])
    assert patched(text, [insertion("# here", At.AFTER, "new = 0")]).replace("new = 0\n", "", 1) == text


def listing(form: Form, name: str, entry: str = '"m.$package",') -> Listing:
    return Listing(path="r.py", name=name, form=form, entry=entry)


@pytest.mark.parametrize(
    ("text", "one", "result"),
    [
        pytest.param(
            'M = (\n    "m.a",\n    "m.c",\n)\n',
            listing(Form.ITEMS, "M"),
            'M = (\n    "m.a",\n    "m.b",\n    "m.c",\n)\n',
            id="sorted in a tuple",
        ),
        pytest.param(
            'M = [\n  "m.a",\n]\n', listing(Form.ITEMS, "M"), 'M = [\n  "m.a",\n  "m.b",\n]\n', id="at the end of a list, indented as it is"
        ),
        pytest.param(
            "M: dict[str, str] = {\n}\n",
            listing(Form.PAIRS, "M", '"$key": "$package",'),
            'M: dict[str, str] = {\n    "b-1": "b",\n}\n',
            id="first",
        ),
        pytest.param(
            "from . import (\n    a,\n    c,\n)\n",
            listing(Form.IMPORT, ".", "$package,"),
            "from . import (\n    a,\n    b,\n    c,\n)\n",
            id="an import",
        ),
        pytest.param('M = (\n    "m.b",\n)\n', listing(Form.ITEMS, "M"), 'M = (\n    "m.b",\n)\n', id="one that is listed stays once"),
    ],
)
def test_an_owner_is_listed(text: str, one: Listing, result: str) -> None:
    assert listed(text, one, {"package": "b", "key": "b-1"}) == result


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param('M = ("m.a",)\n', "written on one line", id="a list on one line"),
        pytest.param("N = (\n)\n", "there is no M", id="no list of that name"),
    ],
)
def test_a_list_of_another_form_is_refused(text: str, message: str) -> None:
    with pytest.raises(AnchorError, match=message):
        listed(text, listing(Form.ITEMS, "M"), {"package": "b"})


def test_a_field_is_declared_after_the_last_and_once() -> None:
    declares = Declares(path="s.py", name="Spec", section="spec")
    text = 'class Spec:\n    """Facts."""\n\n\nlast = 1\n'
    once = declared(text, declares, 'bits: int = 0\n"""How many."""')
    assert once == 'class Spec:\n    """Facts."""\n\n    bits: int = 0\n    """How many."""\n\n\nlast = 1\n'
    assert declared(once, declares, "bits: int = 0") == once
    with pytest.raises(AnchorError, match="no class Spec"):
        declared("x = 1\n", declares, "bits: int = 0")


@pytest.mark.parametrize("name", names())
def test_the_files_of_the_plumbing_are_python(name: str) -> None:
    for plumbing in take(name).plumbing:
        for file in plumbing.files:
            ast.parse(file.text)
