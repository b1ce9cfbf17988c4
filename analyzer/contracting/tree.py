"""All files of a target as modules, and the graph of their imports."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from ..inventory import Zone
from .module import Imported, Module

if TYPE_CHECKING:
    import networkx as nx

Resolve = Callable[[str], str | None]


class Tree:
    """The modules of a target by path; imports are followed, and nothing is run."""

    def __init__(
        self, modules: Mapping[str, Module], zones: Mapping[str, Zone], models: Mapping[str, str | None], resolve: Resolve
    ) -> None:
        """Take the modules, the zone and the model of each file, and what finds the path of a dotted module."""
        self.modules, self.zones, self.models = modules, zones, models
        self.path_of = resolve
        self._own = {module.name.partition(".")[0] for module in modules.values()}

    def is_own(self, dotted: str) -> bool:
        """Whether a dotted name begins with a package of the target."""
        return dotted.partition(".")[0] in self._own or self.path_of(dotted) is not None

    def has(self, path: str, name: str) -> bool:
        """Whether a file has a name at its top level, or may have it."""
        module = self.modules.get(path)
        if module is None or module.open or name in module.names:
            return True
        return module.package and self.path_of(f"{module.name}.{name}") is not None

    def absent(self, path: str) -> Iterator[Imported]:
        """Yield what a file imports of the target when it is imported itself, and what is not there."""
        for each in self.modules[path].imports:
            if not each.eager or each.guarded or self.path_of(each.target) is not None:
                continue
            head, _, last = each.target.rpartition(".")
            outer = self.path_of(head) if head else None
            if outer is not None and outer != path and not self.has(outer, last):
                yield each

    def defining(self, path: str, name: str) -> str | None:
        """Return the file that defines what a name stands for in a file; None where that is not the target's."""
        for _ in range(_HOPS):
            module = self.modules.get(path)
            bound = None if module is None else next((each for each in module.imports if each.local == name and not each.is_text), None)
            if module is None or bound is None:
                return path if module is not None and name in module.names else None
            found = self.target(module, bound)
            if found is None:
                return None
            if self.path_of(bound.target) is not None:
                return found
            path, name = found, bound.target.rpartition(".")[2]
        return path

    def target(self, module: Module, imported: Imported) -> str | None:
        """Return the file that an import, or a text that names one, leads to."""
        for candidate in (imported.target, imported.target.rpartition(".")[0]):
            if candidate and (found := self.path_of(candidate)) is not None:
                return found
        if imported.is_text and (folder := self.folder(module)):
            return self.path_of(f"{folder}.{imported.target}")
        return None

    @staticmethod
    def folder(module: Module) -> str:
        """Return the package that a file lies in."""
        return module.name if module.package else module.name.rpartition(".")[0]

    @cached_property
    def graph(self) -> "nx.DiGraph[str]":
        """Who imports whom: edges with the first line, and whether it happens on import."""
        import networkx as nx  # noqa: PLC0415  only a contract needs it

        graph: nx.DiGraph[str] = nx.DiGraph()
        graph.add_nodes_from(self.modules)
        for path, module in self.modules.items():
            for target, line, eager in self._edges(module):
                if target != path and not (graph.has_edge(path, target) and graph.edges[path, target]["eager"] >= eager):
                    graph.add_edge(path, target, line=line, eager=eager)
        return graph

    @cached_property
    def eager(self) -> "nx.DiGraph[str]":
        """The part of the graph that happens on import."""
        import networkx as nx  # noqa: PLC0415  as in `graph`

        graph: nx.DiGraph[str] = nx.DiGraph()
        graph.add_edges_from((one, two, data) for one, two, data in self.graph.edges(data=True) if data["eager"])
        return graph

    def _edges(self, module: Module) -> Iterator[tuple[str, int, bool]]:
        for each in module.imports:
            if each.typing_only or (each.is_text and not self._imports_texts(module, each)):
                continue
            found = self.target(module, each)
            if found is not None:
                yield from ((path, each.line, each.eager) for path in self._with_packages(found))
        yield from ((path, 1, True) for path in self._with_packages(module.path))
        if module.walks:
            inside = f"{self.folder(module)}."
            yield from ((path, 1, False) for path, other in self.modules.items() if other.name.startswith(inside))

    def _imports_texts(self, module: Module, each: Imported) -> bool:
        """Whether a text of a file is a module that somebody imports: the file itself does so, or it is a dotted module of the target."""
        return module.by_name or (each.target.count(".") > 1 and self.path_of(each.target) is not None)

    def _with_packages(self, path: str) -> Iterator[str]:
        """Yield a file, and the packages around it, which are imported before it."""
        yield path
        steps = self.modules[path].name.split(".") if path in self.modules else []
        for end in range(1, len(steps)):
            outer = self.path_of(".".join(steps[:end]))
            if outer is not None and outer in self.modules and self.modules[outer].package:
                yield outer

    def chain(self, start: str, end: str, *, eager: bool) -> tuple[tuple[str, int], ...]:
        """Return the shortest chain of imports between two files: each file with the line that imports the next; empty if there is none."""
        import networkx as nx  # noqa: PLC0415  as in `graph`

        graph = self.eager if eager else self.graph
        if start not in graph or end not in graph or not nx.has_path(graph, start, end):
            return ()
        steps: Sequence[str] = nx.shortest_path(graph, start, end)
        return (*((one, graph.edges[one, two]["line"]) for one, two in pairwise(steps)), (end, 1))

    def reaching(self, end: str) -> frozenset[str]:
        """Return all files that import a file, or may do so; that itself too."""
        import networkx as nx  # noqa: PLC0415  as in `graph`

        return frozenset({end}) | (nx.ancestors(self.graph, end) if end in self.graph else set())

    def reached(self, starts: Sequence[str], *, eager: bool = False) -> frozenset[str]:
        """Return all files that are imported, or may be, by some files; those themselves too."""
        import networkx as nx  # noqa: PLC0415  as in `graph`

        graph = self.eager if eager else self.graph
        return frozenset(starts).union(*(nx.descendants(graph, start) for start in starts if start in graph))

    def near(self, homes: Sequence[str]) -> frozenset[str]:
        """Return what some files bring along by themselves: what they import, and what they, or their neighbours, import when called."""
        folders = {home.rpartition("/")[0] for home in homes}
        loaded = self.reached(homes, eager=True)
        callers = [path for path in loaded if path.rpartition("/")[0] in folders]
        return loaded | self.reached([later for path in callers for later in self.graph.successors(path)], eager=True)

    @cached_property
    def entries(self) -> tuple[str, ...]:
        """The files that a process starts with: those with a main guard, `__main__`, and those that nobody of the target imports."""
        return tuple(
            sorted(
                path
                for path, module in self.modules.items()
                if self.zones[path] is Zone.SHARED
                and not module.package
                and (module.runs or module.name.endswith("__main__") or self.graph.in_degree(path) == 0)
            )
        )


_HOPS = 6
