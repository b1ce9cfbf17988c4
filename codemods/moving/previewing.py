"""A linked program and a dialect in; which definitions of models move to their owners, which stay and why, and how each file would look out."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ...analyzer.analysis import Program
from ...analyzer.inventory import Kind, Site, Zone
from ...analyzer.linking.meaning import module_of
from ...analyzer.reading.source import Source, SourceFile
from ...registry.dialects.dialect import Dialect, HookKind, Part
from ...registry.dialects.emit import merged
from ...registry.dialects.template import render
from ...registry.space import Space
from ..editing.document import Document, UneditableError
from ..planning.plan import Difference, Guard, HookPlan, HookPoint, Key, Migration, Obligation, Position, Refused, Registration, digested
from ..planning.refusing import refused_site
from ..preview import Preview
from ..previewing import rewritten
from .circles import Circles
from .definitions import Moved, Moving, moved
from .gathering import Definition, NotMovable, check_free
from .mentions import mentions
from .methods import functions
from .modules import Imported, Module
from .outside import Outside
from .owner import Choosing, Owner, grouped

_SPELLED = (".py", ".md", ".rst", ".yaml", ".yml", ".toml", ".json", ".ipynb", ".sh", ".txt")
_STEPS = {
    "X5": "take out what means its module first",
    "X9": "take the file out of zones.frozen first",
    "X10": "choose a dialect that keeps files of a model's own",
    "R10": "say whose it is (`--at PATH:LINE --to PACKAGE`), or move it by hand",
    "R11": "let the owner register it first, then move it",
}


@dataclass(slots=True)
class _Moves:
    program: Program
    dialect: Dialect
    base: str
    texts: Mapping[str, bytes]  # of all files that may speak of what moves
    models: tuple[str, ...]
    chosen: frozenset[str]  # ids of sites; none: all
    said: str | None  # the package of the owner, where a person chose it
    choosing: Choosing = field(init=False)
    changed: dict[str, bytes] = field(default_factory=dict)
    plans: list[HookPlan] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    lookups: list[str] = field(default_factory=list)  # ids of those that find in their table what owners put there

    def __post_init__(self) -> None:
        self.choosing = Choosing(self.program, self.dialect, self.base, self.said)

    def read(self, path: str) -> bytes | None:
        """Return a file as it is to be."""
        return self.changed.get(path) or self.texts.get(path)

    def all(self) -> None:
        """Move what moves, file by file; and again what no package was found for, where there are more of them now."""
        found: dict[str, list[Site]] = {}
        for site, _ in self.program.sites:
            if site.kind is Kind.PER_MODEL_DEF and site.zone in {Zone.SHARED, Zone.FROZEN} and (not self.chosen or site.id in self.chosen):
                found.setdefault(site.path, []).append(site)
        circles = Circles(self.texts, self.read)
        while found:
            for path, sites in found.items():
                self._file(path, sites, circles)
            grew = self.choosing.learn(plan.guard.key.values[0] for plan in self.plans)
            again = {one.branches[0] for one in self.refused if grew and one.code == "R10"}
            self.refused = [one for one in self.refused if one.branches[0] not in again]
            found = {path: held for path, sites in found.items() if (held := [site for site in sites if site.id in again])}

    def _file(self, path: str, sites: list[Site], circles: Circles) -> None:
        document = Document(path=path, data=self.texts[path])
        module = Module(document=document)
        held: dict[str, Site] = {}
        owners: dict[str, Owner] = {}
        for site in sites:
            name = _name(site, document)
            try:
                within = self._within(site, name, module)
                if any(map(self._asks, within.bindings.get(name, ()))):
                    continue
                owner = self._owner(site, name, within)
            except NotMovable as reason:
                if not self.models or set(site.names) & set(self.models):
                    self._refuse([site], reason.code, str(reason))
                continue
            if not self.models or owner.package in self.models or set(site.names) & set(self.models):
                held[name], owners[name] = site, owner
        for target, names in grouped(owners).items():
            self._group(names, owners, target, held, circles)

    def _within(self, site: Site, name: str, module: Module) -> Module:
        """Return the module with what a site is at as a definition at its top; raises NotMovable where a method has to stay one."""
        if not name or name in module.bindings or site.zone is Zone.FROZEN:
            return module
        return Module(document=functions(module.document, (name,), self._outside(site.path).speaks_of)[0])

    def _outside(self, path: str) -> Outside:
        return Outside(data for other, data in {**self.texts, **self.changed}.items() if other != path and other.endswith(".py"))

    def _asks(self, definition: ast.stmt) -> bool:
        """Whether a definition, named after a model as it is, asks the registry: then it is everybody's."""
        words = {call.text.partition("(")[0] for call in self.dialect.calls}
        return any(isinstance(node, ast.Call) and ast.unparse(node.func) in words for node in ast.walk(definition))

    def _owner(self, site: Site, name: str, module: Module) -> Owner:
        if site.zone is Zone.FROZEN:
            raise NotMovable("X9", "the file is frozen")
        if HookKind.MOVE not in self.dialect.kinds:
            raise NotMovable("X10", f"{self.dialect.name} has no place for what moves")
        if not name:
            raise NotMovable("R10", "it stands under a condition, or inside another definition, and moves with that only")
        for statement in module.bindings[name]:
            check_free(statement, module.document)
        return self.choosing.owner(site, name, module)

    def _group(self, names: tuple[str, ...], owners: Mapping[str, Owner], target: str, held: Mapping[str, Site], circles: Circles) -> None:
        path = held[names[0]].path
        asked = Moving(path=path, roots=names, target=target, fresh=self._fresh(owners[names[0]]), width=self.dialect.width)
        try:
            made = moved(asked, self.read, circles, self._outside(path))
        except (NotMovable, UneditableError) as reason:
            if len(names) > 1:  # one of them may stand in the way of the others
                for name in names:
                    self._group((name,), owners, target, held, circles)
                return
            self._refuse([held[name] for name in names], reason.code if isinstance(reason, NotMovable) else "R10", str(reason))
            return
        for name in names:
            self.plans.append(self._plan(name, held[name], owners[name], made))
            self.lookups += (one.id for one in self._tables(held[name], made.tables) if one.kind is Kind.TABLE_USE)
        self._packages(target)
        self.changed |= made.files

    def _fresh(self, owner: Owner) -> Callable[[Iterable[str], str], bytes]:
        values = {"header": self.dialect.header.strip("\n"), "title": owner.package, "model": owner.package, "package": owner.package}

        def text(lines: Iterable[str], used: str) -> bytes:
            values["imports"] = "\n".join(merged(lines, used, self.dialect.width))
            made = render(self.dialect.texts[Part.SIDE].text, {**values, "facts": "", "hooks": "", "exports": ""})
            return (made.strip("\n") + "\n").encode()

        return text

    def _packages(self, target: str) -> None:
        front = f"{target.rpartition('/')[0]}/__init__.py"
        if self.read(front) is None:
            self.changed[front] = (self.dialect.header.strip("\n") + "\n").encode()

    def _plan(self, name: str, site: Site, owner: Owner, made: Moved) -> HookPlan:
        module, old = module_of(owner.path)[0], module_of(site.path)[0]
        imported = Module(document=Document(path=owner.path, data=made.files[owner.path]))
        patched = [each for each in imported.bindings if isinstance(imported.origin(each), Imported)]
        files = (SourceFile(path=path, data=data) for path, data in self.texts.items())
        spoken = mentions(files, old, module, (name, *made.helpers), patched)
        along = (Obligation(kind="helper", status="proved", evidence=f"{each} moves along: nothing else uses it") for each in made.helpers)
        shared = (
            [Difference(kind="owner", detail=f"{owner.package} keeps {name} for {', '.join(owner.shares)} as well")] if owner.shares else []
        )
        places = (Obligation(kind=one.kind, status="open", evidence=f"{one.path}:{one.line}: {one.before} → {one.after}") for one in spoken)
        return HookPlan(
            rules=("R10", *(["R11"] if made.tables else [])),
            path=site.path,
            line=site.line,
            scope=site.scope,
            branches=(site.id, *(one.id for one in self._tables(site, made.tables) if one.kind is Kind.TABLE)),
            guard=Guard(key=Key(space=Space.UNKNOWN, subject=name, values=(owner.package,)), position=Position.WHOLE, residual=None),
            point=HookPoint(name=f"{module}.{name}", kind=HookKind.MOVE, anchor=f"{site.path}::{name}"),
            registrations=(Registration(key=owner.package, space=Space.UNKNOWN, owner=module, kind=HookKind.MOVE, slot=name, value=name),),
            differences=(*shared, *(Difference(kind=kind, detail=detail) for kind, detail in made.differences)),
            obligations=(*along, *places),
        )

    def _tables(self, site: Site, tables: tuple[str, ...]) -> Iterator[Site]:
        """Yield the sites of tables, and of lookups in them, that the owner of a definition fills."""
        dotted = {f"{module_of(site.path)[0]}.{table}" for table in tables}
        for one, _ in self.program.sites:
            is_one = one.kind is Kind.TABLE and one.path == site.path and one.subject in tables
            if is_one or (one.kind is Kind.TABLE_USE and one.constant in dotted):
                yield one

    def _refuse(self, sites: Iterable[Site], code: str, reason: str) -> None:
        self.refused += (refused_site(site, code, reason, _STEPS[code], self._inside(site)) for site in sites)

    def _inside(self, site: Site) -> tuple[str, ...]:
        """Return the imports of a model's modules inside a definition: they stay where it stays."""
        scope = _dotted(site.scope, site.subject)
        held = (one for one, _ in self.program.sites if one.kind is Kind.REACH_IN and one.path == site.path)
        return tuple(one.id for one in held if f"{one.scope}.".startswith(f"{scope}."))


def _name(site: Site, document: Document) -> str:
    """Return the name of the definition at the top of a file, or of a class there, that a site is at; nothing where it is elsewhere."""
    body = document.tree.body
    if site.scope != "<module>":
        body = next((node.body for node in body if isinstance(node, ast.ClassDef) and node.name == site.scope), [])
    for node in body:
        if (
            isinstance(node, Definition)
            and min([node.lineno, *(each.lineno for each in node.decorator_list)]) <= site.line <= node.body[0].lineno
        ):
            return node.name
    return ""


def _scopes(scope: str) -> Iterator[str]:
    """Yield a scope, and those around it."""
    while scope:
        yield scope
        scope = scope.rpartition(".")[0]


def _dotted(scope: str, name: str) -> str:
    return name if scope == "<module>" else f"{scope}.{name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which definitions are to move: of these models (of all, where none is named), of these sites alone where there are any."""

    models: tuple[str, ...] = ()
    sites: tuple[Site, ...] = ()
    to: str | None = None  # the package of the owner


def previewed(source: Source, program: Program, dialect: Dialect, base: str, wanted: Wanted) -> Preview:
    """Return what moving the definitions that are *wanted* would come to.

    Raises:
        UneditableError: a shared file does not parse.

    """
    texts = {file.path: file.data for file in source.read(lambda path: path.endswith(_SPELLED)) if isinstance(file, SourceFile)}
    chosen, models = frozenset(site.id for site in wanted.sites), wanted.models
    moves = _Moves(program=program, dialect=dialect, base=base, texts=texts, models=models, chosen=chosen, said=wanted.to)
    moves.all()
    inside = {(plan.path, _dotted(plan.scope, plan.guard.key.subject)) for plan in moves.plans}
    within = (site.id for site, _ in program.sites if any((site.path, scope) in inside for scope in _scopes(site.scope)))
    follows = tuple(dict.fromkeys((*within, *moves.lookups)))
    made = Migration(
        models=models, dialect=dialect.name, plumbing=(), plans=tuple(moves.plans), refused=tuple(moves.refused), follows=follows
    )
    return Preview(
        target=source.target,
        revision=source.revision,
        migration=digested(made),
        files=rewritten({path: data for path, data in sorted(moves.changed.items()) if data != source.one(path)}, source),
        unread=tuple(f"{one.path}: {one.reason}" for one in program.unread),
    )
