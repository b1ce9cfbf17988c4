"""Imports made absolute, added where they may stand, and removed without what belongs to others."""

import ast

import pytest

from namebranch.codemods.editing.document import Document, UneditableError
from namebranch.codemods.editing.imports import absolute, absolute_edit, insertions, unused


def document(text: str, path: str = "kit/loaders/model.py") -> Document:
    return Document(path=path, data=text.encode())


@pytest.mark.parametrize(
    ("line", "path", "module"),
    [
        pytest.param("from . import a", "kit/loaders/model.py", "kit.loaders", id="the package itself"),
        pytest.param("from . import a", "kit/loaders/__init__.py", "kit.loaders", id="in an __init__ one level less"),
        pytest.param("from .b import a", "kit/loaders/model.py", "kit.loaders.b", id="a sibling"),
        pytest.param("from ..b.c import a", "src/kit/loaders/model.py", "kit.b.c", id="below src"),
        pytest.param("from os import path", "kit/loaders/model.py", "os", id="absolute already"),
    ],
)
def test_a_relative_import_says_its_whole_module(line: str, path: str, module: str) -> None:
    held = document(f"{line}\n", path)
    node = held.tree.body[0]
    assert isinstance(node, ast.ImportFrom)
    assert absolute(node, path) == module
    edit = absolute_edit(node, held)
    text = held.edited([edit] if edit is not None else []).decode()
    assert ast.unparse(ast.parse(text)).startswith(f"from {module} import ")


def test_one_that_leads_out_of_the_package_is_refused() -> None:
    node = ast.parse("from ... import a").body[0]
    assert isinstance(node, ast.ImportFrom)
    with pytest.raises(UneditableError, match="out of the package"):
        absolute(node, "kit/model.py")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("", "from kit.registry import run\n", id="an empty file"),
        pytest.param('"""Doc."""\nX = 1\n', '"""Doc."""\n\nfrom kit.registry import run\nX = 1\n', id="behind the docstring"),
        pytest.param(
            "from __future__ import annotations\n",
            "from __future__ import annotations\n\nfrom kit.registry import run\n",
            id="behind the future",
        ),
        pytest.param(
            "import os\n\nfrom kit.a import b\nfrom kit.z import c\n",
            "import os\n\nfrom kit.a import b\nfrom kit.registry import run\nfrom kit.z import c\n",
            id="in the order of its package",
        ),
        pytest.param("from kit.registry import ask, run\n", "from kit.registry import ask, run\n", id="there already"),
        pytest.param("# kit\ndef f(): ...\n", "# kit\nfrom kit.registry import run\n\n\ndef f(): ...\n", id="behind the first comment"),
        pytest.param("import os", "import os\nfrom kit.registry import run\n", id="where the last line has no end"),
    ],
)
def test_a_line_is_added_where_it_may_stand(before: str, after: str) -> None:
    held = document(before)
    assert held.edited(insertions(["from kit.registry import run"], held)).decode() == after


@pytest.mark.parametrize(
    ("before", "names", "after"),
    [
        pytest.param("import os\nimport re\nre.x\n", {"os", "re"}, "import re\nre.x\n", id="what is read stays"),
        pytest.param("from a import b, c\nc()\n", {"b"}, "from a import c\nc()\n", id="one of two"),
        pytest.param("from a import b, c\nb()\n", {"c"}, "from a import b\nb()\n", id="the last of two"),
        pytest.param(
            "from a import (\n    b,\n    c,\n)\nb()\n", {"c"}, "from a import (\n    b,\n)\nb()\n", id="the last of several lines"
        ),
        pytest.param("from a import b\n__all__ = ['b']\n", {"b"}, "from a import b\n__all__ = ['b']\n", id="what is offered stays"),
        pytest.param("from a import b\n", {"c"}, "from a import b\n", id="what was not asked for stays"),
        pytest.param(
            "import os\nif x:\n    import re\n", {"re"}, "import os\nif x:\n    import re\n", id="what is imported on a condition stays"
        ),
        pytest.param("# ours\nimport os\n\nx = 1\n", {"os"}, "# ours\nimport os\n\nx = 1\n", id="what has a heading of its own stays"),
    ],
)
def test_an_import_goes_that_nothing_needs(before: str, names: set[str], after: str) -> None:
    held = document(before)
    assert held.edited(unused(names, held)).decode() == after
