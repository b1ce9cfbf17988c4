"""The packages of a target's models: which of them a model, or a class of one, belongs to."""

import ast
from collections.abc import Iterable

from ...analyzer.analysis import Program
from ...analyzer.inventory import Kind, Zone
from ...analyzer.linking.meaning import module_of
from ...registry.dialects.dialect import Dialect, Part
from ...registry.dialects.emit import module_of as module_of_owner
from ...registry.dialects.keys import package as spelled
from ...registry.dialects.template import render
from ...registry.universe.spelling import key_of, without_suffix
from ..editing.document import Document, UneditableError
from .owners import Owners

_BASES = ("", "src/")


class Homes:
    """Knows the packages of models that there are, and which of them registers which class."""

    def __init__(self, program: Program, dialect: Dialect) -> None:
        """Take a program whose package lies at the root, or in `src/`."""
        own = (site.subject for site, _ in program.sites if site.kind is Kind.PER_MODEL_DEF and site.zone is Zone.MODEL)
        self.owners = Owners(names=program.linked.names, own=frozenset(own))
        self._dialect = dialect
        folder = render(dialect.owner.module, {"package": ""}).rstrip(".").replace(".", "/") + "/"
        owned = [file.path for file in program.files if file.zone is Zone.MODEL and folder in file.path]
        self.folder = next((base + folder for base in _BASES if any(path.startswith(base + folder) for path in owned)), folder)
        inside = (path for path in owned if path.startswith(self.folder))
        self.packages = frozenset(path.removeprefix(self.folder).partition("/")[0] for path in inside if path.endswith("/__init__.py"))
        self._modules = frozenset(path.removeprefix(self.folder).removesuffix(".py") for path in owned if path.startswith(self.folder))
        self.registered: dict[str, str] = {}
        self.registries = frozenset(one.path for one in program.found.registrations)
        flat = any(file.part is Part.OWNER and file.path.endswith("/$package.py") for file in dialect.owner.files)
        self._files = self._modules if flat else frozenset()
        for file in program.files if self.packages else ():
            if file.path in self.registries:
                self.registered |= self._tabled(file.path, file.data)

    def of_model(self, model: str, *, alike: bool = True) -> str | None:
        """Return the package of a model: the one that is called so, that registers its classes, or, if need be, the only one that begins so.

        Where a dialect keeps an owner in one file, that file stands for a package.
        """
        if model in self.packages | self._files:
            return model
        registering = {package for name, package in self.registered.items() if key_of(without_suffix(name)) == key_of(model)}
        begun = {each for each in self.packages if alike and each.startswith(f"{model}_")}
        return next((found.pop() for found in (registering, begun) if len(found) == 1), None)

    def owner(self, key: str) -> str:
        """Return the dotted name of the package in which the descriptor of a key lies."""
        return module_of_owner(self._dialect, self.of_key(key) if self._dialect.is_keyed else key)

    def of_key(self, key: str) -> str:
        """Return the package of what a key of any space names; a new one, called after its model, where there is none.

        The words of a class that nobody knows are those of the longest package that it begins with.
        """
        last, names = key.rpartition(".")[2], self.owners.names
        if last in self.registered:
            return self.registered[last]
        begun = [each for each in self.packages if key_of(last).startswith(key_of(each))]
        if begun and last not in names.types and not names.knows(last):
            return max(begun, key=len)
        bare = without_suffix(last)
        family = names.family(bare) or bare
        model = self.whole(family if key_of(family) == key_of(bare) else bare)
        return self.of_model(model, alike=False) or self.new(model)

    def new(self, model: str) -> str:
        """Return what a new package of a model is called: it must not hide a module of that name, which may be there."""
        return f"{spelled(model)}_model" if spelled(model) in self._modules else spelled(model)

    def whole(self, model: str) -> str:
        """Return the model of which one is the language model, where that is one only."""
        wholes = {whole for whole, inner in self.owners.names.text_types.items() if inner == model and inner.startswith(whole)}
        return wholes.pop() if len(wholes) == 1 else model

    def within(self, dotted: str) -> str | None:
        """Return the package of a model that a dotted name lies in."""
        homes = module_of(f"{self.folder}x.py")[0].removesuffix("x")
        rest = dotted.removeprefix(homes) if dotted.startswith(homes) else ""
        return first if (first := rest.partition(".")[0]) in self.packages else None

    def _tabled(self, path: str, data: bytes) -> dict[str, str]:
        """Return the packages that a registry's file names, by the key beside each."""
        try:
            tree = Document(path=path, data=data).tree
        except UneditableError:
            return {}
        found: dict[str, str] = {}
        for node in ast.walk(tree):
            for key, value in _pairs(node):
                texts = (part.value for part in ast.walk(value) if isinstance(part, ast.Constant) and isinstance(part.value, str))
                inside = [package for text in texts if (package := self.within(text)) is not None]
                if isinstance(key, ast.Constant) and isinstance(key.value, str) and inside:
                    found[key.value] = inside[0]
        return found


def _pairs(node: ast.AST) -> Iterable[tuple[ast.expr | None, ast.expr]]:
    match node:
        case ast.Tuple(elts=[key, *values]) | ast.List(elts=[key, *values]):
            return [(key, value) for value in values]
        case ast.Dict(keys=keys, values=values):
            return zip(keys, values, strict=True)
        case _:
            return ()
