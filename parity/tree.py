"""One of the two trees of a proof: its program, and the source of its modules."""

import ast
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ..analyzer.analysis import Program
from ..analyzer.linking.meaning import module_of
from ..analyzer.reading.decode import Undecodable, decode
from ..analyzer.reading.source import Source
from ..analyzer.settings.schema import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """The source of one module."""

    name: str
    path: str
    text: str
    is_package: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """A target, read and linked."""

    target: str
    program: Program
    settings: Settings
    modules: Mapping[str, Module]  # by dotted name
    digest: str
    source: Source | None = None  # of all its files, where they may be needed

    @property
    def package(self) -> str | None:
        """The name under which the target imports itself, where its root is the package."""
        return self.program.linked.index.package


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """One function of a tree, by its module and its name there: `Class.method`."""

    module: str
    name: str
    path: str
    line: int
    source: str  # without places, to tell whether it is the same
    around: str  # what its module imports and binds: a function of the same text may hold on to other things

    @property
    def key(self) -> str:
        """Return `package.module:Class.method`."""
        return f"{self.module}:{self.name}"


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def tree_of(target: str, program: Program, settings: Settings, source: Source | None = None) -> Tree:
    """Return the tree of a program, and with its *source* of all its files."""
    modules: dict[str, Module] = {}
    for file in program.files:
        name, is_package = module_of(file.path)
        try:
            modules[name] = Module(name=name, path=file.path, text=decode(file.data), is_package=is_package)
        except Undecodable:
            continue  # told as not read by the scan
    return Tree(target=target, program=program, settings=settings, modules=modules, digest=digest_of(program), source=source)


def digest_of(program: Program) -> str:
    """Return what tells a tree from others: 16 hex digits, of the files that are looked at."""
    sums = hashlib.blake2b(digest_size=8)
    for file in program.files:
        sums.update(f"{file.path}\0".encode("utf-8", "surrogatepass") + file.digest)
    return sums.hexdigest()


@lru_cache(maxsize=4096)
def functions(module: Module) -> Mapping[str, Function]:
    """Return the functions of a module and the methods of its classes, by name; none where it does not parse."""
    found: dict[str, Function] = {}
    body = parsed(module).body
    around = "".join(read(node) for node in body if not isinstance(node, _DEFINITIONS))
    _collect(body, "", (module, around), found)
    return found


def read(node: ast.AST) -> str:
    """Return how code reads, without places and layout; `ast.dump` does not go as deep as a long chain of arms does."""
    told: list[str] = []
    queue: list[object] = [node]
    while queue:
        match queue.pop():
            case ast.AST() as one:
                told.append(type(one).__name__)
                queue.append(_END)
                queue += [item for name, value in reversed(list(ast.iter_fields(one))) for item in (value, _Told(f".{name} "))]
            case list() as several:
                told.append("[")
                queue.append(_Told("]"))
                queue += reversed(several)
            case _Told() as word:
                told.append(word)
            case value:
                told.append(repr(value))
    return " ".join(told)


class _Told(str):
    """A word of ours, among what code holds."""

    __slots__ = ()


_END = _Told(")")


@lru_cache(maxsize=4096)
def imports(module: Module) -> tuple[str, ...]:
    """Return the modules, and the names in modules, that a module imports anywhere, as absolute dotted names."""
    found: list[str] = []
    for node in ast.walk(parsed(module)):
        match node:
            case ast.Import(names=names):
                found += [alias.name for alias in names]
            case ast.ImportFrom(names=names):
                base = absolute(node, module)
                found += [f"{base}.{alias.name}" if base else alias.name for alias in names]
            case _:
                pass
    return tuple(found)


def absolute(node: ast.ImportFrom, module: Module) -> str:
    """Return the dotted name of the module from which a statement imports."""
    steps = module.name.split(".") if module.is_package else module.name.split(".")[:-1]
    outer = steps[: len(steps) - node.level + 1] if node.level else []
    return ".".join(filter(None, (*outer, node.module)))


@lru_cache(maxsize=512)
def parsed(module: Module) -> ast.Module:
    """Return a module as it is written; an empty one where it does not parse."""
    try:
        return ast.parse(module.text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module(body=[], type_ignores=[])


def _collect(body: list[ast.stmt], prefix: str, at: tuple[Module, str], found: dict[str, Function]) -> None:
    module, around = at
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                source = read(node)
                full = prefix + name
                found[full] = Function(module=module.name, name=full, path=module.path, line=node.lineno, source=source, around=around)
            case ast.ClassDef(name=name, body=inner):
                _collect(inner, f"{prefix}{name}.", at, found)
            case ast.If(body=inner, orelse=other):
                _collect([*inner, *other], prefix, at, found)
            case ast.Try(body=inner, handlers=handlers, orelse=other):
                _collect([*inner, *other, *(statement for one in handlers for statement in one.body)], prefix, at, found)
            case _:
                pass
