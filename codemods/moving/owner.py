"""Which model a definition belongs to: the one that its name, or what it is registered for, names; and the file of that model's package."""

import ast
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from keyword import iskeyword

from ...analyzer.analysis import Program
from ...analyzer.inventory import Site
from ...registry.dialects.dialect import Dialect, Part
from ...registry.dialects.keys import package as spelled
from ...registry.dialects.template import render
from ...registry.space import Space
from ...registry.universe.spelling import key_of
from ..planning.homes import Homes
from .gathering import NotMovable
from .modules import Imported, Module


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """The package of a model, and the file in it."""

    package: str
    path: str
    shares: tuple[str, ...] = ()  # other models that it serves as well


_ANYTHING = frozenset({"", "other"})  # subsystems that say nothing of what a definition is for


class Choosing:
    """Chooses owners among the packages that a target has."""

    def __init__(self, program: Program, dialect: Dialect, base: str, said: str | None = None) -> None:
        """Know the packages, and which of them registers which class; *said* is the package that a person chose for all."""
        self._dialect, self._base, self._said = dialect, base, said
        self._homes = Homes(program, dialect)
        self._names = self._homes.owners.names
        self._asked = {key_of(name) for site, _ in program.sites if site.space is Space.MODEL_TYPE for name in site.names}

    def learn(self, packages: Iterable[str]) -> bool:
        """Know these packages, too; tell whether one of them is new."""
        more = self._homes.packages.union(packages)
        grew = more != self._homes.packages
        self._homes.packages = more
        return grew

    def owner(self, site: Site, name: str, module: Module) -> Owner:
        """Return the owner of the definition *name* of *module*, at which *site* is.

        Raises:
            NotMovable: it serves several models, or no package is that of its model; or the dialect has no file for it.

        """
        file = self._dialect.place(site.subsystem)
        asked = [question for question in self._dialect.questions if question.role == file.role]
        is_asked = any(fnmatchcase(f"{site.path}::{name}", glob) for question in asked for glob in question.where)
        if not is_asked and site.subsystem in _ANYTHING and not file.moves:
            file = self._dialect.file("")
        if file.part is not Part.SIDE:
            raise NotMovable("X10", f"{self._dialect.name} keeps no file of a model's own for {site.subsystem}")
        found = self._package(site, name, module) if self._said is None else spelled(self._said)
        served = frozenset().union(*self._used(name, module))
        shares = tuple(sorted(each for each in served if each != found and self._homes.of_model(each) != found)) if len(served) > 1 else ()
        return Owner(package=found, path=self._base + render(file.path, {"package": found}), shares=shares)

    def _package(self, site: Site, name: str, module: Module) -> str:
        packages, families = self._used(name, module)
        strangers = {family for family in families if not any(each.startswith(family) for each in packages)}
        if len(packages) > 1 or (packages and strangers) or (not packages and len(families) > 1):
            return self._general(name, packages, {family: self._homes.of_model(family) for family in families})
        if packages:
            return next(iter(packages))
        spelt = _longest(name, (each for each in self._homes.packages if not self._only_begins(name, each)))
        if spelt is None and families:
            (family,) = families
            return self._homes.of_model(family) or self._homes.new(family)
        if len(site.names) > 1:
            raise NotMovable("R10", f"{name} names several models: {', '.join(site.names)}")
        return spelt or self._named_after(site.names[0], name, module)

    def _only_begins(self, name: str, model: str) -> bool:
        """Whether a name goes on from *model* to what begins, or is, a longer name that is known: `qwen3_omni` is not `qwen3`."""
        words, key = _words(name), key_of(model)
        known = (*self._names.type_keys, *map(key_of, self._homes.packages))
        longer = {run for at in range(len(words)) for end in range(at, len(words)) if (run := "".join(words[at : end + 1])).startswith(key)}
        return any(one.startswith(run) for run in longer - {key} for one in known)

    def _general(self, name: str, packages: frozenset[str], homes: Mapping[str, str | None]) -> str:
        """Return the package that is the more general one of several that share a definition: it lies there, and the others borrow it."""
        users = packages.union(*({home} for home in homes.values() if home is not None))
        said = _longest(name, users)
        if said is not None:
            return said
        known = users if None not in homes.values() else frozenset()
        heads = [each for each in known if all(other == each or other.startswith(f"{each}_") for other in known)]
        if not heads and len(packages) == 1 and _opens(name, {*packages, *homes}):
            heads = [*packages]
        if not heads:
            raise NotMovable("R10", f"{name} serves several models: {', '.join(sorted({*packages, *homes}))}")
        return heads[0]

    def _named_after(self, model: str, name: str, module: Module) -> str:
        """Return the package of the model that a definition's name alone says; a new one where it says nothing else."""
        names, runs = self._names, _runs(name)
        known = [run for run in runs if run in names.type_keys or run in self._asked]
        said = runs[max(known, key=len)] if known else model
        model = self._homes.whole(said)
        is_said = bool({key_of(model), *known} & runs.keys()) and not self._only_begins(name, said)
        home = self._homes.of_model(model) if is_said else None
        if home is not None:
            return home
        alike = sorted(each for each in self._homes.packages if each.startswith(model))
        if alike:
            others = "" if model in alike else f"{model} has no package; {', '.join(alike)} may be meant"
            raise NotMovable("R10", others or f"no package of a model is called as {name} says")
        words = Counter(word for other in module.bindings for word in set(_words(other)))
        rest = {word for word in _words(name) if words[word] < 2 and not iskeyword(word)}  # noqa: PLR2004  itself, and another
        if not known or rest - {*model.split("_")}:
            raise NotMovable("R10", f"no package of a model is called as {name} says")
        return self._homes.new(model)

    # -- what it is registered for

    def _used(self, name: str, module: Module) -> tuple[frozenset[str], frozenset[str]]:
        """Return the models under whose keys tables of the module hold the definition: packages, and families where there is no package."""
        found: set[tuple[str | None, str | None]] = set()
        for node in ast.walk(module.document.tree):
            if isinstance(node, ast.Dict):
                held = zip(node.keys, node.values, strict=True)
                keys = (key for key, value in held if key is not None and _speaks(value, name))
                found |= {self._named(word, name) for key in keys for word in _dotted(key, module)}
        return frozenset(package for package, _ in found if package is not None), frozenset(
            family for _, family in found if family is not None
        )

    def _named(self, dotted: str, name: str) -> tuple[str | None, str | None]:
        """Return the package of a model that a class comes from, or that registers its name; else its model, if need be as *name* begins it."""
        last, names = dotted.rpartition(".")[2], self._names
        package = self._homes.within(dotted) or self._homes.registered.get(last)
        if package is not None or not names.is_name(last):
            return package, None
        runs = (run for run in _runs(name).items() if key_of(last).startswith(run[0]))
        return None, names.family(last) if names.knows(last) else max(runs, default=(None, None))[1]


def _speaks(value: ast.expr, name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(value))


def _dotted(key: ast.expr, module: Module) -> Iterator[str]:
    """Yield what the key of a table may mean: a text, or the dotted name of a class that it reads."""
    if isinstance(key, ast.Constant):
        yield from [key.value] if isinstance(key.value, str) else []
        return
    for node in ast.walk(key):
        origin = module.origin(node.id) if isinstance(node, ast.Name) else None
        for line in origin.lines if isinstance(origin, Imported) else ():
            yield ".".join(line.partition(" as ")[0].removeprefix("from ").removeprefix("import ").split(" import "))


def _words(name: str) -> list[str]:
    return [word for word in spelled(name.lstrip("_")).split("_") if word]


def _runs(name: str) -> dict[str, str]:
    """Return the runs of whole words of a name, joined with nothing and with `_`; a number behind one would be of another model."""
    words = _words(name)
    spans = ((first, last) for first in range(len(words)) for last in range(first + 1, len(words) + 1))
    runs = (words[first:last] for first, last in spans if last == len(words) or not words[last].isdigit())
    return {"".join(run): "_".join(run) for run in runs}


def _longest(name: str, packages: Iterable[str]) -> str | None:
    """Return the package that a name spells as whole words, the longest of several.

    >>> _longest("_parallelize_qwen3_5_vlm", ["qwen3", "qwen3_5"]), _longest("kimi_vl_collate_fn", ["kimivl"]), _longest("qwen2_5_vl", ["qwen2"])
    ('qwen3_5', 'kimivl', None)
    """
    runs = _runs(name)
    found = [each for each in packages if each.replace("_", "") in runs]
    return max(found, key=lambda each: (len(each), each), default=None)


def _opens(name: str, models: Collection[str]) -> bool:
    """Whether a name says how all of several models begin.

    >>> _opens("_parallelize_qwen", ["qwen2", "qwen3"]), _opens("_parallelize_vlm", ["qwen2", "qwen3"])
    (True, False)
    """
    return any(all(model.startswith(word) for model in models) for word in _words(name))


def grouped(owners: Mapping[str, Owner]) -> Mapping[str, tuple[str, ...]]:
    """Return the definitions that go to each file, in their order."""
    found: dict[str, list[str]] = {}
    for name, owner in owners.items():
        found.setdefault(owner.path, []).append(name)
    return {path: tuple(names) for path, names in found.items()}
