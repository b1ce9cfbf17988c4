"""How an old dotted name keeps working without an import: the module's own `__getattr__`, and the table of what moved."""

import ast

from ..editing.document import Document, Edit, UneditableError

_TABLE = "_MOVED"
_HATCH = """

# What moved, and where it is now; its old dotted name keeps working.
_MOVED = {{
{entries}}}


def __getattr__(name):
    if name in _MOVED:
        from importlib import import_module

        return getattr(import_module(_MOVED[name]), name)
    raise AttributeError(f"module {{__name__!r}} has no attribute {{name!r}}")
"""


def hatch(names: tuple[str, ...], module: str, document: Document) -> Edit:
    """Return the edit by which *names* of the document's module are found in *module*.

    Raises:
        UneditableError: it has a `__getattr__` of its own.

    """
    entries = "".join(f'    "{name}": "{module}",\n' for name in names)
    for node in document.tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(values=[*_, last])) if name == _TABLE:
                at = document.starts[last.end_lineno or 0]
                return Edit(start=at, end=at, text=entries)
            case ast.FunctionDef(name="__getattr__"):
                raise UneditableError(f"{document.path}:{node.lineno}: the module has a `__getattr__` already")
            case _:
                pass
    end = len(document.text)
    text = _HATCH.format(entries=entries)
    if not document.text.strip():
        return Edit(start=0, end=end, text=text.lstrip("\n"))
    return Edit(start=end, end=end, text=text if document.text.endswith(("\n", "\r")) else "\n" + text)
