"""What of a model was patched: attributes of its classes, of its modules and of the files they come from that other code put there."""

import ast
import functools
import hashlib
import inspect
import sys
import textwrap
import types
from collections.abc import Iterator
from typing import Any

_DEEPEST = 3  # functions in functions that are looked into


def patches(model: Any, tree: str) -> dict[str, str]:
    """Return each patched attribute with the digest of what stands there now."""
    found: dict[str, str] = {}
    kinds = {cls for module in model.modules() for cls in type(module).__mro__ if cls is not object}
    for cls in sorted(kinds, key=lambda cls: (cls.__module__, cls.__qualname__)):
        if not str(getattr(sys.modules.get(cls.__module__), "__file__", "")).startswith(tree):
            found |= {f"patch {cls.__module__}.{cls.__qualname__}.{name}": one for name, one in _foreign(vars(cls), tree)}
    for module in sorted({cls.__module__ for cls in kinds}):
        held = sys.modules.get(module)
        if held is not None and not str(getattr(held, "__file__", "")).startswith(tree):
            found |= {f"patch {module}.{name}": one for name, one in _foreign(vars(held), tree)}
    for name, module in model.named_modules():
        found |= {f"patch of {name or 'the model'}: {key}": one for key, one in _foreign(vars(module), tree)}
    return found


def _foreign(held: Any, tree: str) -> Iterator[tuple[str, str]]:
    """Yield what stands in a namespace and comes from the tree."""
    for name, value in list(held.items()):
        if not name.startswith("__") and _is_from(value, tree, _DEEPEST):
            yield name, digest(value, _DEEPEST)


def _is_from(value: Any, tree: str, deep: int) -> bool:
    match value:
        case types.FunctionType():
            inner = [cell.cell_contents for cell in value.__closure__ or () if _is_bound(cell)] if deep else []
            return value.__code__.co_filename.startswith(tree) or any(_is_from(one, tree, deep - 1) for one in inner)
        case types.MethodType() | staticmethod() | classmethod():
            return _is_from(value.__func__, tree, deep)
        case functools.partial():
            return _is_from(value.func, tree, deep)
        case property():
            return _is_from(value.fget, tree, deep)
        case type():
            return str(getattr(sys.modules.get(value.__module__), "__file__", "")).startswith(tree)
        case _:
            return False


def digest(value: Any, deep: int) -> str:
    """Return the name of a function or class and the digest of its source, and of those that it holds on to."""
    match value:
        case types.MethodType() | staticmethod() | classmethod():
            return digest(value.__func__, deep)
        case functools.partial():
            return f"partial({digest(value.func, deep)}, {value.args!r}, {value.keywords!r})"
        case property():
            return f"property({digest(value.fget, deep)})"
        case types.FunctionType():
            cells = [cell.cell_contents for cell in value.__closure__ or () if _is_bound(cell)] if deep else []
            inner = [digest(one, deep - 1) for one in cells if isinstance(one, types.FunctionType | type)]
            return f"{value.__name__}#{_source(value)}{inner or ''}"
        case type():
            return f"class {value.__name__}#{_source(value)}"
        case _:
            return repr(type(value))


def _source(value: Any) -> str:
    """Return the digest of source without its places; of the code where there is none."""
    try:
        parsed = ast.parse(textwrap.dedent(inspect.getsource(value)))
        text = ast.dump(parsed)
    except (OSError, TypeError, SyntaxError):
        text = repr(getattr(getattr(value, "__code__", None), "co_code", value.__name__))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _is_bound(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018  asks whether there is something
    except ValueError:
        return False
    return True
