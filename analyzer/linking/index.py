"""All units of a target, indexed by what they define."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from ..extracting.expression import dotted
from ..extracting.facts import Definition, Import
from .asked import Asked
from .meaning import ClassAt, FunctionAt, PlacedUnit
from .outline import Outline, Outlines

_PROPERTIES = frozenset({"property", "cached_property"})


class Index:
    """Every definition, function, class, import and attribute by its name; nothing in here is followed or judged."""

    def __init__(self, units: Iterable[PlacedUnit], modules: Iterable[tuple[str, str]], outlines: Outlines) -> None:
        """Index *units*; *modules* are the dotted name and path of each file of the target, read or not."""
        self.units = tuple(units)
        self.asked = Asked()
        self._outlines = outlines.of(self.units)
        self.paths = dict(modules)
        self.definitions: defaultdict[str, list[tuple[PlacedUnit, Definition]]] = defaultdict(list)
        self.functions: dict[str, FunctionAt] = {}
        self.classes: dict[str, ClassAt] = {}
        self.imports: defaultdict[str, dict[str, tuple[PlacedUnit, Import]]] = defaultdict(dict)
        self.stars: defaultdict[str, list[str]] = defaultdict(list)
        self.attributes: defaultdict[str, list[tuple[PlacedUnit, Definition]]] = defaultdict(list)
        self.properties: defaultdict[str, list[FunctionAt]] = defaultdict(list)
        self.local: dict[tuple[int, int], dict[str, list[Definition]]] = {}
        self.bodies: dict[tuple[int, int], FunctionAt] = {}
        self.things: dict[tuple[int, int, str], FunctionAt | ClassAt | Import] = {}
        self._prefixes: dict[tuple[int, int], str] = {}  # by id of the unit, and scope
        self._owners: frozenset[str] | None = None
        self._below: defaultdict[str, list[tuple[str, list[tuple[PlacedUnit, Definition]]]]] | None = None
        self.suffixes = self._index_suffixes()
        for unit in self.units:
            self._index(unit)
        self.package = self._own_name()

    def outline(self, unit: PlacedUnit) -> Outline:
        """Return what the facts of a unit say by themselves."""
        return self._outlines[id(unit.facts)]

    def _own_name(self) -> str | None:
        """Return the name under which the target imports itself, where its root is the package and so has no such folder."""
        votes: Counter[str] = Counter()
        for unit in self.units:
            for item in unit.facts.imports:
                head, _, rest = item.module.partition(".")
                if head and rest in self.paths and head not in self.paths:
                    votes[head] += 1
        return max(votes, key=lambda name: (votes[name], name), default=None)

    def _index_suffixes(self) -> dict[str, str]:
        """Let `axolotl.loaders` be found where the package lies deeper in the target."""
        found: dict[str, str] = {}
        for module in self.paths:
            parts = module.split(".")
            for start in range(1, len(parts)):
                found.setdefault(".".join(parts[start:]), module)
        return found

    def _index(self, unit: PlacedUnit) -> None:
        for definition in unit.facts.definitions:
            scope = unit.facts.scopes[definition.scope]
            self.local.setdefault((id(unit), definition.scope), {}).setdefault(definition.name, []).append(definition)
            if scope.form in {"unit", "class"} and not any(form == "function" for _, form in unit.steps):
                self.definitions[self.qualified(unit, definition.scope, definition.name)].append((unit, definition))
            if "." in definition.name:
                self.attributes[definition.name.rpartition(".")[2]].append((unit, definition))
            elif scope.form == "class" or (scope.form == "unit" and unit.steps):
                self.attributes[definition.name].append((unit, definition))
        for function in unit.facts.functions:
            at = FunctionAt(unit, function, self.qualified(unit, function.scope, function.name))
            self.things[id(unit), function.scope, function.name] = at
            self.bodies[id(unit), function.body] = at
            known = self.functions.get(at.dotted)
            if known is None or (function.has_body and not known.function.has_body):
                self.functions[at.dotted] = at
            if any((dotted(decorator) or "").rpartition(".")[2] in _PROPERTIES for decorator in function.decorators):
                self.properties[function.name].append(at)
        for cls in unit.facts.classes:
            at_class = ClassAt(unit, cls, self.qualified(unit, cls.scope, cls.name))
            self.things[id(unit), cls.scope, cls.name] = at_class
            self.classes[at_class.dotted] = at_class
        for item in unit.facts.imports:
            self.things.setdefault((id(unit), item.scope, item.local.partition(".")[0]), item)
            if item.scope == 0 and not unit.steps:
                if item.name == "*":
                    self.stars[unit.module].append(self.absolute(unit, item))
                else:
                    self.imports[unit.module].setdefault(item.local.partition(".")[0], (unit, item))

    # -- what is noted when it is looked up

    def attribute(self, name: str) -> Sequence[tuple[PlacedUnit, Definition]]:
        """Return what is stored under an attribute of that name anywhere."""
        self.asked.names.add(f".{name}")
        return self.attributes.get(name, ())

    def cls(self, qualified: str) -> ClassAt | None:
        """Return a class by its qualified name."""
        self.asked.names.add(qualified)
        return self.classes.get(qualified)

    def is_module(self, dotted_name: str) -> bool:
        """Whether a dotted name is one of the target's modules."""
        self.asked.names.add(dotted_name)
        return dotted_name in self.paths

    def deeper(self, dotted_name: str) -> str | None:
        """Return the module of the target whose dotted name ends so."""
        self.asked.names.add(f"~{dotted_name}")
        return self.suffixes.get(dotted_name)

    # -- modules

    def path_of(self, module: str) -> str | None:
        """Return the path of one of the target's modules."""
        if module in self.paths:
            return self.paths[module]
        head, _, rest = module.partition(".")
        if head == self.package:
            return self.paths.get(rest)
        known = self.suffixes.get(module)
        return self.paths[known] if known is not None and "." in module else None

    def is_own(self, module: str) -> bool:
        """Whether a dotted name begins with one of the target's packages."""
        head = module.partition(".")[0]
        return head == self.package or self.is_module(head)

    # -- names of things

    def qualified(self, unit: PlacedUnit, scope: int, name: str) -> str:
        """Return `module.Class.function.name`."""
        prefix = self._prefixes.get((id(unit), scope))
        if prefix is None:
            parts = filter(None, (unit.module, *unit.outer, *self.steps(unit, scope)))
            prefix = self._prefixes[id(unit), scope] = "".join(f"{part}." for part in parts)
        return f"{prefix}{name}" if name else prefix[:-1]

    def steps(self, unit: PlacedUnit, scope: int) -> tuple[str, ...]:
        """Return the names of the scopes between the unit and *scope*, comprehensions left out."""
        found: list[str] = []
        while scope:
            at = unit.facts.scopes[scope]
            if at.form != "comprehension":
                found.append(at.name)
            scope = at.parent
        return tuple(reversed(found))

    def absolute(self, unit: PlacedUnit, item: Import) -> str:
        """Return the dotted name that an import binds, relative parts resolved."""
        module = item.module
        level = len(module) - len(module.lstrip("."))
        if level:
            base = unit.module.split(".") if unit.module else []
            keep = len(base) - level + (1 if unit.package else 0)
            module = ".".join([*base[: max(keep, 0)], *filter(None, [module[level:]])])
        else:
            module = self._beside(unit, module)
        return module if item.name is None or item.name == "*" else f"{module}.{item.name}"

    def _beside(self, unit: PlacedUnit, module: str) -> str:
        """Let a script import what lies in its own folder, as Python does where that is no package."""
        head = module.partition(".")[0]
        folder = unit.module if unit.package else unit.module.rpartition(".")[0]
        is_beside = folder and not self.is_module(folder) and not self.is_module(head) and self.is_module(f"{folder}.{head}")
        return f"{folder}.{module}" if is_beside else module

    def has_methods(self, qualified: str) -> bool:
        """Whether a class defines a function of its own."""
        self.asked.names.add(f"{qualified}.")
        if self._owners is None:
            self._owners = frozenset(dotted.rpartition(".")[0] for dotted in self.functions)
        return qualified in self._owners

    def definitions_below(self, prefix: str) -> list[tuple[str, list[tuple[PlacedUnit, Definition]]]]:
        """Return the definitions of a class's own members; *prefix* is its qualified name and a dot."""
        self.asked.names.add(prefix)
        if self._below is None:
            self._below = defaultdict(list)
            for qualified, found in self.definitions.items():
                self._below[qualified.rpartition(".")[0] + "."].append((qualified, found))
        return self._below[prefix]
