"""What classes of the registry let a descriptor say: fields with their defaults, methods to be overridden, values to choose from."""

import ast
from collections.abc import Iterable, Iterator, Mapping

from .guide import Field

_ENUMS = frozenset({"Enum", "StrEnum", "IntEnum", "Flag"})
_RECORDS = frozenset({"dataclass", "define", "frozen", "Struct", "BaseModel", "NamedTuple"})
_PRIVATE = "_"


def classes(texts: Iterable[bytes]) -> Mapping[str, ast.ClassDef]:
    """Return the classes at the top level of files, by name; the first of a name counts."""
    found: dict[str, ast.ClassDef] = {}
    for text in texts:
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue  # told as unread
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, node)
    return found


def fields(known: Mapping[str, ast.ClassDef], roots: Iterable[str]) -> tuple[Field, ...]:
    """Return what the classes *roots* take, and those that their fields are made of, each class once."""
    waiting, seen = [name for name in roots if name in known], dict[str, None]()
    while waiting:
        name = waiting.pop(0)
        if name not in seen:
            seen[name] = None
            waiting += [other for other in _named(known[name]) if other in known and other not in seen]
    return tuple(field for name in seen for field in _of(known[name]))


def _named(node: ast.ClassDef) -> list[str]:
    """Return the names that the fields of a class are annotated and made with, in their order."""
    parts = [part for line in node.body if isinstance(line, ast.AnnAssign) for part in (line.annotation, line.value) if part is not None]
    words = [word for part in parts for word in ast.walk(part)]
    quoted = [word.value for word in words if isinstance(word, ast.Constant) and isinstance(word.value, str)]
    return [word.id for word in words if isinstance(word, ast.Name)] + [text for text in quoted if text.isidentifier()]


def _of(node: ast.ClassDef) -> Iterator[Field]:
    bases = {_last(base) for base in node.bases}
    is_record = not _RECORDS.isdisjoint({*bases, *map(_last, node.decorator_list)})
    for line, below in zip(node.body, [*node.body[1:], None], strict=True):
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if not name.startswith(_PRIVATE):
                kind = "value" if not _ENUMS.isdisjoint(bases) else "field"
                yield Field(owner=node.name, name=name, kind=kind, type="", default=ast.unparse(value), words=_said(below))
            case ast.AnnAssign(target=ast.Name(id=name), annotation=type_, value=value) if not name.startswith(_PRIVATE):
                default = None if value is None else _default(value)
                yield Field(owner=node.name, name=name, kind="field", type=ast.unparse(type_), default=default, words=_said(below))
            case ast.FunctionDef(name=name) if not (is_record or name.startswith(_PRIVATE) or line.decorator_list):
                words = _first(ast.get_docstring(line) or "")
                parameters = ", ".join(each.arg for each in line.args.args[1:])
                yield Field(owner=node.name, name=name, kind="method", type=f"({parameters})", default=_does(line), words=words)
            case _:
                continue


def _does(node: ast.FunctionDef) -> str:
    """Return "" for a method that does nothing, and else what it is called to override."""
    says = [
        line
        for line in node.body
        if not (isinstance(line, ast.Pass) or (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)))
    ]
    is_idle = all(isinstance(line, ast.Return) and (line.value is None or ast.unparse(line.value) == "None") for line in says)
    return "" if is_idle else node.name


def _default(value: ast.expr) -> str:
    """Return a default as people say it: what `field(default=…)` gives, or makes."""
    if isinstance(value, ast.Call) and _last(value.func) in {"field", "Field", "attrib"}:
        given = {keyword.arg: keyword.value for keyword in value.keywords}
        if "default" in given:
            return ast.unparse(given["default"])
        if "default_factory" in given:
            return f"{ast.unparse(given['default_factory'])}()"
    return ast.unparse(value)


def _said(below: ast.stmt | None) -> str:
    """Return the first line of the text under a field, where there is one."""
    match below:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return _first(text)
        case _:
            return ""


def _first(text: str) -> str:
    """Return the first paragraph of a text on one line, code between single backticks."""
    return " ".join(text.strip().partition("\n\n")[0].split()).replace("``", "`")


def _last(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=func):
            return _last(func)
        case ast.Subscript(value=value):
            return _last(value)
        case _:
            return ""
