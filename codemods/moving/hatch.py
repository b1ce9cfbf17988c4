"""How an old dotted name keeps working without an import: the module's own `__getattr__`, and the table of what moved."""

import ast

from ..editing.document import Document, Edit, UneditableError

_TABLE = "_MOVED"
_HATCH = """

# What moved, by where it is now; its old dotted name keeps working.
_MOVED = {{
{entries}}}


def __getattr__(name):
    for home, names in _MOVED.items():
        if name in names.split():
            from importlib import import_module

            return getattr(import_module(home), name)
    raise AttributeError(f"module {{__name__!r}} has no attribute {{name!r}}")
"""


def hatch(names: tuple[str, ...], module: str, document: Document) -> Edit:
    """Return the edit by which *names* of the document's module are found in *module*.

    The table is keyed by homes, not by what moved: a table of names would be one more by which shared code knows models.

    Raises:
        UneditableError: it has a `__getattr__` of its own.

    """
    said = " ".join(names)
    entry = f'    "{module}": "{said}",\n'
    for node in document.tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(keys=keys, values=[*_, last] as values)) if name == _TABLE:
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and key.value == module:
                        at = document.end(value) - 1
                        return Edit(start=at, end=at, text=f" {said}")
                at = document.starts[last.end_lineno or 0]
                return Edit(start=at, end=at, text=entry)
            case ast.FunctionDef(name="__getattr__"):
                raise UneditableError(f"{document.path}:{node.lineno}: the module has a `__getattr__` already")
            case _:
                pass
    end, text = len(document.text), _HATCH.format(entries=entry)
    if not document.text.strip():
        return Edit(start=0, end=end, text=text.lstrip("\n"))
    return Edit(start=end, end=end, text=text if document.text.endswith(("\n", "\r")) else "\n" + text)
