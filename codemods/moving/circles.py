"""Which modules are imported while another one is: whether an import would close a circle."""

import ast
from collections.abc import Callable, Iterable, Iterator

from ...analyzer.linking.meaning import module_of
from ..editing.document import Document, UneditableError
from ..editing.imports import absolute

Read = Callable[[str], bytes | None]
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class Circles:
    """Follows the imports that run when a module is imported; files are parsed when they are reached."""

    def __init__(self, paths: Iterable[str], read: Read) -> None:
        """Know all files, and how to read one as it is now."""
        self._files = {module_of(path)[0]: path for path in paths if path.endswith(".py")}
        self._read = read
        self._edges: dict[str, tuple[bytes, tuple[str, ...]]] = {}

    def reaches(self, starts: Iterable[str], goal: str) -> bool:
        """Whether importing one of *starts* imports *goal*, where the packages around *goal* are imported already."""
        return goal in self._closure(starts, _with_packages(goal)[:-1])

    def brings(self, module: str, starts: Iterable[str], goal: str) -> bool:
        """Whether importing *module*, which imports *starts*, imports more than *goal* does already, beside itself and its own package."""
        held = self._closure([goal], ())
        return not self._closure([module, *starts], ()) <= held | {module, module.rpartition(".")[0]}

    def _closure(self, starts: Iterable[str], known: Iterable[str]) -> set[str]:
        waiting = [each for start in starts for each in _with_packages(start)]
        found: set[str] = set()
        around = set(known)
        while waiting:
            module = waiting.pop()
            if module not in found and module not in around:
                found.add(module)
                waiting += self._imports(module)
        return found

    def _imports(self, module: str) -> tuple[str, ...]:
        path = self._files.get(module)
        data = None if path is None else self._read(path)
        if path is None or data is None:
            return ()
        held = self._edges.get(module)
        if held is None or held[0] is not data:
            try:
                held = self._edges[module] = (data, tuple(self._of(Document(path=path, data=data))))
            except UneditableError:
                held = self._edges[module] = (data, ())
        return held[1]

    def _of(self, document: Document) -> Iterator[str]:
        for node in _running(document.tree):
            match node:
                case ast.Import():
                    for alias in node.names:
                        yield from _with_packages(alias.name)
                case ast.ImportFrom():
                    module = absolute(node, document.path)
                    yield from _with_packages(module)
                    yield from (dotted for alias in node.names if (dotted := f"{module}.{alias.name}") in self._files)
                case _:
                    pass


def _with_packages(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:at]) for at in range(1, len(parts) + 1)]


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what is below *node* and runs when the module is imported."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _SCOPES) or (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)):
            continue
        yield child
        yield from _running(child)
