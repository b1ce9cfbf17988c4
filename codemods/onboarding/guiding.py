"""A linked program, its settings and its dialect in; what a contributor has to know to add a model out."""

import ast
from collections.abc import Iterator

from ...analyzer.analysis import Program
from ...analyzer.inventory import Zone
from ...analyzer.judging.counts import counted
from ...analyzer.settings.globs import matcher, plain
from ...analyzer.settings.schema import Settings
from ...registry.dialects import emit
from ...registry.dialects.dialect import Dialect, Form, OwnerFile, Part, Question
from ...registry.dialects.keys import function_of, package
from ...registry.dialects.template import render
from ..tracking.tracking import descriptors
from .asked import slots
from .example import made, smallest
from .fields import classes, fields
from .guide import Field, Guide, Home, Known, Listing, Owned, Slot

_ORDER = ("duplicate", "unknown", "loading", "order", "keys")


def guide(program: Program, settings: Settings, dialect: Dialect | None, model: str, target: str) -> Guide:
    """Return what the page tells; *target* is what it is called where nothing else says so."""
    owned = tuple(Owned(key=one.key, path=one.path, line=one.line) for one in descriptors(program, settings, dialect))
    asked = () if dialect is None else slots(program.files, dialect)
    texts = {file.path: file.data for file in program.files}
    missing = () if dialect is None else tuple(one for one in dialect.plumbing if one.mark.encode() not in _at(texts, one.path))
    subsystems = {file.path: file.subsystem for file in program.files}
    registries = _registries(program, settings)
    new = () if dialect is None else made(dialect, asked, model, subsystems)
    found = new or smallest(owned, {file.path: file for file in program.files}, registries)
    names = {slot.name for slot in asked}
    return Guide(
        name=_name(settings, dialect, target),
        model=model,
        dialect=None if dialect is None else dialect.name,
        summary="" if dialect is None else dialect.summary,
        spaces=tuple(
            space.value for space in (dialect.spaces if dialect else dict.fromkeys(idiom.space for idiom in settings.registry.idioms))
        ),
        registries=registries,
        homes=() if dialect is None else tuple(_homes(dialect, model)),
        listings=() if dialect is None else tuple(_listings(dialect, model)),
        test="" if dialect is None or Part.TEST not in dialect.texts else render(dialect.owner.test, {"package": package(model)}),
        light=dialect is not None and dialect.owner.light,
        rules=() if dialect is None else tuple((name, dialect.policy_notes[name]) for name in _ORDER if name in dialect.policy_notes),
        neutral="" if dialect is None else " ".join(dialect.neutral.split()),
        slots=asked,
        fields=_fields(program, settings, dialect, owned),
        known=() if dialect is None else tuple(_known(dialect, names)),
        missing=tuple(one.name for one in missing),
        owned=owned,
        branches=len({site.decision for site, _ in program.sites if site.zone is Zone.SHARED and counted(site)}),
        examples=found or (() if dialect is None else made(dialect, map(_as_slot, dialect.questions), model, subsystems)),
        is_of_target=bool(found) and not new,
    )


def _at(texts: dict[str, bytes], path: str) -> bytes:
    return texts.get(path) or texts.get(f"src/{path}") or b""


def _name(settings: Settings, dialect: Dialect | None, target: str) -> str:
    if dialect is not None:
        return dialect.owner.module.partition(".")[0]
    modules = [plain(module).strip("/") for module in settings.registry.modules if "/" in module.strip("/")]
    return modules[0].partition("/")[0] if modules else target


def _registries(program: Program, settings: Settings) -> tuple[str, ...]:
    test = matcher(settings.registry.modules)
    return tuple(sorted(file.path for file in program.files if test(plain(file.path)) is not None))


def _homes(dialect: Dialect, model: str) -> Iterator[Home]:
    rest = dialect.file("")
    for file in dialect.owner.files:
        yield Home(role=file.role, path=render(file.path, {"package": package(model)}), takes=_takes(file, rest, len(dialect.owner.files)))


def _takes(file: OwnerFile, rest: OwnerFile, files: int) -> str:
    if file.part is Part.INIT:
        return "what makes it a package"
    if file.subsystems:
        return f"what {', '.join(file.subsystems)} would ask"
    return f"its {file.role}" if file != rest else "the rest" if files > 1 else "everything"


def _listings(dialect: Dialect, model: str) -> Iterator[Listing]:
    values = {"package": package(model), "key": model, "module": emit.module_of(dialect, model), "class_name": ""}
    for one in dialect.listings:
        name = f"from {one.name} import" if one.form is Form.IMPORT else one.name
        yield Listing(path=one.path, name=name, entry=render(one.entry, values), role=one.role)


def _known(dialect: Dialect, asked: set[str]) -> Iterator[Known]:
    for one in dialect.questions:
        if one.name not in asked and function_of(one.name) not in asked:
            yield Known(name=one.name, kind=one.kind.value, default=one.default, role=one.role)


def _as_slot(one: Question) -> Slot:
    return Slot(name=one.name, kind=one.kind.value, arguments=one.parameters, default=one.default, role=one.role, places=())


def _fields(program: Program, settings: Settings, dialect: Dialect | None, owned: tuple[Owned, ...]) -> tuple[Field, ...]:
    folders = {path.rpartition("/")[0] for path in _registries(program, settings)}
    near = [file.data for file in program.files if file.path.rpartition("/")[0] in folders]
    registered = {one.path for one in owned}
    bases = [_bases(file.data) for file in program.files if file.path in registered]
    return fields(classes(near), dict.fromkeys([*_said(dialect), *(name for names in bases for name in names)]))


def _said(dialect: Dialect | None) -> Iterator[str]:
    """Yield the names that the text of a descriptor imports."""
    if dialect is None or Part.DESCRIPTOR not in dialect.texts:
        return
    if dialect.declares is not None:
        yield dialect.declares.name
    for line in dialect.texts[Part.DESCRIPTOR].imports:
        yield from (name.strip() for name in line.partition(" import ")[2].split(","))


def _bases(data: bytes) -> Iterator[str]:
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from (ast.unparse(base).rpartition(".")[2] for base in node.bases)
