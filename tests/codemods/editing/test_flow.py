"""Which names of a body are read after it: too many rather than too few, and none that cannot be."""

import ast

import pytest

from namebranch.codemods.editing.document import Document
from namebranch.codemods.editing.flow import live_out
from namebranch.codemods.editing.places import places_of


@pytest.mark.parametrize(
    ("code", "names"),
    [
        pytest.param("if c:\n        x = 1\n    return x", {"x"}, id="read below"),
        pytest.param("if c:\n        x = 1\n    x = 2\n    return x", set(), id="bound anew before it is read"),
        pytest.param("if c:\n        x = 1\n    if d:\n        x = 2\n    return x", {"x"}, id="bound anew on a condition"),
        pytest.param("if c:\n        x = 1\n        use(x)\n    return 1", set(), id="read inside only"),
        pytest.param("use(x)\n    if c:\n        x = 1", set(), id="read above only"),
        pytest.param("for _ in y:\n        use(x)\n        if c:\n            x = 1", {"x"}, id="read above, in a loop"),
        pytest.param("if c:\n        x = 1\n    elif x:\n        pass", set(), id="read in another arm"),
        pytest.param(
            "if c:\n        import x\n    else:\n        x = 1\n        use(x)", set(), id="bound in both arms, read in the other"
        ),
        pytest.param(
            "def g():\n        return x\n    if c:\n        x = 1\n    return g()", {"x"}, id="read in a function that was made before"
        ),
        pytest.param("if c:\n        def x(): ...\n    return x()", {"x"}, id="a function"),
        pytest.param("if c:\n        for x in y: ...\n    return [x for x in z]", set(), id="a variable of a comprehension is another"),
    ],
)
def test_live_names(code: str, names: set[str]) -> None:
    held = Document(path="a.py", data=f"def f(c, d, y, z):\n    {code}\n".encode())
    function = held.tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    branch = next(node for node in ast.walk(function) if isinstance(node, ast.If) and ast.unparse(node.test) == "c")
    assert live_out(branch.body, function, places_of(held)) == names
