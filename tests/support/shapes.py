"""What a text uses of a package, held against that package's source: names that it imports, and the arguments with which it calls them."""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path

Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | None


def faults(text: str, root: Path, packages: tuple[str, ...], module: str = "") -> list[str]:
    """Return what *text* uses of *packages* under *root* that is not there, or not of that shape; *module* is where it stands."""
    tree = ast.parse(text)
    known: dict[str, tuple[str, str]] = {}
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (source := absolute(node, module)).partition(".")[0] in packages:
            for alias in node.names:
                known[alias.asname or alias.name] = (source, alias.name)
                found += [] if holds(root, source, alias.name) else [f"{source} has no {alias.name}"]
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in known and not found:
            found += misfit(root, *known[call.func.id], call)
    return found


def absolute(node: ast.ImportFrom, module: str) -> str:
    """Return the dotted name of the module that an import takes names from, *module* being a package's own."""
    above = module.split(".")[: len(module.split(".")) - node.level + 1] if node.level else []
    return ".".join((*above, *filter(None, [node.module])))


def file_of(root: Path, module: str) -> Path | None:
    """Return the file of a module."""
    base = root.joinpath(*module.split("."))
    return next((file for file in (base / "__init__.py", base.with_suffix(".py")) if file.is_file()), None)


@cache
def parsed(file: Path) -> ast.Module:
    """Return a file's tree."""
    return ast.parse(file.read_text("utf-8"))


def top(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield the statements of a module, those in `if` and `try` too."""
    queue = list(tree.body)
    while queue:
        node = queue.pop(0)
        yield node
        if isinstance(node, ast.If | ast.Try):
            queue += [*node.body, *node.orelse, *(line for each in getattr(node, "handlers", ()) for line in each.body)]


def definition(root: Path, module: str, name: str, hops: int = 5) -> tuple[bool, Defined, Path]:
    """Return whether a module has a name, what defines it where that is a function or a class, and where; re-exports are followed."""
    file = file_of(root, module)
    if file is None:
        return False, None, root
    for node in top(parsed(file)):
        match node:
            case ast.FunctionDef(name=own) | ast.AsyncFunctionDef(name=own) | ast.ClassDef(name=own) if own == name:
                return True, node, file
            case ast.Assign(targets=[ast.Name(id=own)]) | ast.AnnAssign(target=ast.Name(id=own)) if own == name:
                return True, None, file
            case ast.ImportFrom(names=names) if hops and (
                real := next((each.name for each in names if (each.asname or each.name) == name), "")
            ):
                package = module if file.name == "__init__.py" else module.rpartition(".")[0]
                source = absolute(node, package)
                return (True, None, file) if file_of(root, f"{source}.{real}") else definition(root, source, real, hops - 1)
            case _:
                continue
    return file_of(root, f"{module}.{name}") is not None, None, file


def holds(root: Path, module: str, name: str) -> bool:
    """Tell whether a name can be imported from a module."""
    return definition(root, module, name)[0]


def misfit(root: Path, module: str, name: str, call: ast.Call) -> list[str]:
    """Return why a call does not fit the signature of what it calls; nothing where that is not known."""
    _, node, file = definition(root, module, name)
    if node is None or any(isinstance(arg, ast.Starred) for arg in call.args):
        return []
    signature = fields(node, file) if isinstance(node, ast.ClassDef) else parameters(node)
    if signature is None:
        return []
    try:
        signature.bind(*call.args, **{each.arg: None for each in call.keywords if each.arg})
    except TypeError as error:
        return [f"{module}.{name}: {error}"]
    return []


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> inspect.Signature:
    """Return the signature of a function."""
    args = node.args
    places = [*args.posonlyargs, *args.args]
    late = len(places) - len(args.defaults)
    made = [
        inspect.Parameter(each.arg, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None if number >= late else inspect.Parameter.empty)
        for number, each in enumerate(places)
    ]
    made += [inspect.Parameter(args.vararg.arg, inspect.Parameter.VAR_POSITIONAL)] if args.vararg else []
    made += [
        inspect.Parameter(each.arg, inspect.Parameter.KEYWORD_ONLY, default=inspect.Parameter.empty if default is None else None)
        for each, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
    ]
    made += [inspect.Parameter(args.kwarg.arg, inspect.Parameter.VAR_KEYWORD)] if args.kwarg else []
    return inspect.Signature(made)


def fields(node: ast.ClassDef, file: Path) -> inspect.Signature | None:
    """Return the signature of a dataclass, those of its bases in the same file included; None for another class."""
    decorators = [each.func if isinstance(each, ast.Call) else each for each in node.decorator_list]
    if not any(isinstance(each, ast.Name) and each.id == "dataclass" for each in decorators):
        return None
    bases = {each.name: each for each in parsed(file).body if isinstance(each, ast.ClassDef)}
    above = [bases.get(base.id) for base in node.bases if isinstance(base, ast.Name)]
    if None in above or len(above) != len(node.bases):
        return None
    keywords = {key.arg for each in node.decorator_list if isinstance(each, ast.Call) for key in each.keywords}
    kind = inspect.Parameter.KEYWORD_ONLY if "kw_only" in keywords else inspect.Parameter.POSITIONAL_OR_KEYWORD
    own = [
        inspect.Parameter(each.target.id, kind, default=inspect.Parameter.empty if each.value is None else None)
        for each in node.body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
    ]
    inherited = [given for base in above if base is not None and (held := fields(base, file)) for given in held.parameters.values()]
    return inspect.Signature(sorted((*inherited, *own), key=lambda one: (one.kind, one.default is not inspect.Parameter.empty)))
