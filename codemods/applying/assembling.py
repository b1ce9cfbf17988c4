"""A migration in, the files of the target as they are to be out: shared code, owners, lists and plumbing, all checked, none written."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from ...registry.dialects.dialect import Dialect, HookKind, Part
from ...registry.dialects.emit import file_of_test, files_of
from ...registry.dialects.keys import function_of, package
from ...registry.dialects.plumbing import AnchorError, declared, listed, patched, pointed
from ...registry.dialects.policies import Binding
from ...registry.dialects.said import Fact, Hook, Said, Section
from ...registry.dialects.template import TemplateError, render
from ..editing.document import Document, Edit, UneditableError
from ..editing.imports import insertions, unused
from ..planning.plan import Change, HookPlan, Migration, Registration
from .declaring import declarations
from .merging import appended, merged

_SHOWN = 5
Read = Callable[[str], bytes | None]


class MovedOnError(Exception):
    """A file is no longer what the plan was made of; the message says which."""


@dataclass(slots=True)
class _Tree:
    """The files that change, on top of those that there are."""

    read: Read
    changed: dict[str, bytes] = field(default_factory=dict)

    def get(self, path: str) -> bytes | None:
        return self.changed.get(path) or self.read(path)

    def document(self, path: str) -> Document:
        data = self.get(path)
        if data is None:
            raise UneditableError(f"{path}: there is no such file")
        return Document(path=path, data=data)


def assembled(
    migration: Migration, dialect: Dialect, read: Read, base: str, owner_of: Callable[[str], str | None], *, tests: bool = False
) -> Mapping[str, bytes]:
    """Return the bytes of each file that changes or is new, by path.

    *base* is the folder that holds the package, with its `/`, or nothing; *owner_of* tells the file in which a key is registered already.
    With *tests*, each new owner gets one that fails where its registration is gone, and so does each hook and fact.

    Raises:
        MovedOnError: a file changed since the plan was made.
        UneditableError: a file cannot be changed so.

    """
    tree = _Tree(read=read)
    try:
        _plumb(migration, dialect, tree, base)
        _declare(migration.plans, dialect, tree, base)
        _own(migration, dialect, tree, base, owner_of, tests=tests)
    except (AnchorError, TemplateError) as error:
        raise UneditableError(str(error)) from error
    _share(migration.plans, tree)
    changed = {path: data for path, data in sorted(tree.changed.items()) if data != read(path)}
    for path, data in changed.items():
        check(path, data)
    return changed


def check(path: str, data: bytes) -> None:
    """Make sure that a file parses, compiles, and comes back byte for byte.

    Raises:
        UneditableError: it does not.

    """
    import libcst as cst  # noqa: PLC0415  heavy, and needed only where something is rewritten

    try:
        compile(data, path, "exec", dont_inherit=True)
        is_same = cst.parse_module(data).bytes == data
    except (SyntaxError, ValueError, cst.ParserSyntaxError) as error:
        raise UneditableError(f"{path}: what was to be written does not compile: {error}") from error
    if not is_same:
        raise UneditableError(f"{path}: what was to be written does not come back byte for byte")


def _declare(plans: tuple[HookPlan, ...], dialect: Dialect, tree: _Tree, base: str) -> None:
    """Declare hook points and facts where the registry wants that."""
    for plan in plans:
        declaration = dialect.point(plan.point.kind)
        if declaration is None:
            continue
        document = tree.document(base + declaration.path)
        names = {"point": plan.point.name, "function": plan.point.name.replace(".", "_"), "default": plan.point.default or "None"}
        positional = f"{', '.join(plan.point.params)}, /" if plan.point.params else ""
        text = pointed(document.text, declaration, {**names, "positional": positional})
        tree.changed[document.path] = _text(document, text)
    if dialect.declares is not None and (fields := list(declarations(plans, dialect))):
        document = tree.document(base + dialect.declares.path)
        text = document.text
        for each in fields:
            text = declared(text, dialect.declares, each)
        tree.changed[document.path] = _text(document, text)


def _text(document: Document, text: str) -> bytes:
    return document.edited([Edit(start=0, end=len(document.text), text=text.replace("\r\n", "\n"))])


# -- shared code


def _share(plans: Iterable[HookPlan], tree: _Tree) -> None:
    by_path: defaultdict[str, list[HookPlan]] = defaultdict(list)
    for plan in plans:
        by_path[plan.path].append(plan)
    for path, held in by_path.items():
        document = tree.document(path)
        moved = [plan for plan in held if plan.document != document.digest]
        if moved:
            lines = ", ".join(str(plan.line) for plan in moved[:_SHOWN])
            raise MovedOnError(f"{path}: changed since the plan was made, in which lines {lines} move; plan again")
        first = Document(path=path, data=document.edited(_edit(change) for plan in held for change in plan.changes))
        second = Document(path=path, data=first.edited(insertions((line for plan in held for line in plan.imports), first)))
        gone = [name for plan in held for name in plan.frees]
        tree.changed[path] = second.edited(unused(gone, second))


def _edit(change: Change) -> Edit:
    return Edit(start=change.start, end=change.end, text=change.text)


# -- owners


def _own(migration: Migration, dialect: Dialect, tree: _Tree, base: str, owner_of: Callable[[str], str | None], *, tests: bool) -> None:
    by_key: defaultdict[tuple[str, str], list[tuple[HookPlan, Registration]]] = defaultdict(list)
    for plan in migration.plans:
        for registration in plan.registrations:
            by_key[registration.owner, registration.key].append((plan, registration))
    for (owner, key), held in sorted(by_key.items()):
        known = owner_of(key)
        said = saying(dialect, key, held)
        for written in files_of(dialect, said):
            new = Document(path=base + written.path, data=written.text.lstrip("\n").encode())
            if dialect.binding is Binding.MAPPING:
                new = Document(path=new.path, data=new.edited(insertions(_borrowed(held), new)))
            _put(new, _part(dialect, written.path, said.model), key, known, tree)
        if tests and (test := file_of_test(dialect, said, is_new=known is None)) is not None:
            _put(Document(path=test.path, data=(test.text.strip("\n") + "\n").encode()), Part.SIDE, key, None, tree)
        if known is None:
            roles = {hook.role for hook in said.hooks} | {fact.role for fact in said.facts}
            _list(dialect, tree, base, roles, {"package": package(said.model), "key": key, "module": owner})


def _put(new: Document, part: Part, key: str, known: str | None, tree: _Tree) -> None:
    """Put a file of an owner in its place, where one may lie already."""
    place = known if known is not None and part is Part.OWNER else new.path
    there = tree.get(place)
    if there is None or not there.strip():  # an empty `__init__.py` may lie there
        tree.changed[place] = new.data
    elif part is Part.OWNER:
        tree.changed[place] = merged(Document(path=place, data=there), new, key)
    elif part is Part.SIDE:
        tree.changed[place] = appended(Document(path=place, data=there), new)


def _borrowed(held: list[tuple[HookPlan, Registration]]) -> list[str]:
    """Return the imports of hooks that lie in another owner's file."""
    others = [
        (plan, plan.registrations[0].owner) for plan, one in held if plan.hook is not None and plan.registrations[0].owner != one.owner
    ]
    return [f"from {owner} import {plan.hook.name}" for plan, owner in others if plan.hook is not None]


def _part(dialect: Dialect, path: str, model: str) -> Part:
    return next(file.part for file in dialect.owner.files if render(file.path, {"package": package(model)}) == path)


def _role(dialect: Dialect, plan: HookPlan) -> str:
    """Return the role of the file in which what a plan says goes; nothing where that is the descriptor's."""
    file = dialect.file(plan.subsystem)
    return "" if file.part is Part.OWNER else file.role


def saying(dialect: Dialect, key: str, held: list[tuple[HookPlan, Registration]]) -> Said:
    """Return everything that the descriptor of *key* says by these plans."""
    hooks = tuple(_hook(plan, one, dialect) for plan, one in held if plan.hook is not None and _is_own(plan, one, dialect))
    bindings: defaultdict[str, list[str]] = defaultdict(list)
    for _, one in held:
        if one.kind not in {HookKind.FACT, HookKind.CAPABILITY} and Part.BINDING in dialect.texts:
            bindings[one.slot].append(one.value)
    facts, section = _facts(held, HookKind.FACT, dialect), dialect.declares
    model = held[0][1].owner.rpartition(".")[2] if dialect.is_keyed else key
    fields = tuple((fact.name, fact.value) for fact in facts) if section is not None else ()
    return Said(
        model=model,
        keys=(key,),
        title=model,
        hooks=hooks,
        bindings=tuple((slot, tuple(functions)) for slot, functions in bindings.items()),
        facts=facts if section is None else (),
        sections=(Section(name=section.section, type=section.name, fields=fields),) if section is not None and fields else (),
        capabilities=_facts(held, HookKind.CAPABILITY, dialect),
    )


def _facts(held: list[tuple[HookPlan, Registration]], kind: HookKind, dialect: Dialect) -> tuple[Fact, ...]:
    """Return what is said without code, each name once: the tests of one constant share a fact."""
    named = dialect.binding is Binding.NAME
    values = {function_of(one.slot) if named else one.slot: (one.value, _role(dialect, plan)) for plan, one in held if one.kind is kind}
    comments: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for _, one in held:
        comments[function_of(one.slot) if named else one.slot].update(dict.fromkeys(one.comments))
    said = "Supported" if kind is HookKind.CAPABILITY else None
    return tuple(Fact(name=name, value=said or value, role=role, comments=(*comments[name],)) for name, (value, role) in values.items())


def _is_own(plan: HookPlan, one: Registration, dialect: Dialect) -> bool:
    return dialect.binding is Binding.NAME or plan.registrations[0] == one


def _hook(plan: HookPlan, one: Registration, dialect: Dialect) -> Hook:
    """Return the hook; where hooks are found by their names, that of another owner is called by one of the same name."""
    assert plan.hook is not None
    hook, first, role = plan.hook, plan.registrations[0], _role(dialect, plan)
    body = hook.body
    if first != one and not (dialect.is_keyed and first.owner == one.owner):
        file = next((each.path for each in dialect.owner.files if each.role == role), "")
        module = f"{first.owner}.{file.rpartition('/')[2].removesuffix('.py')}" if role else first.owner
        own = [dialect.context.parameter.partition(":")[0]] if dialect.context is not None and hook.takes_context else []
        body = f"from {module} import {hook.name} as shared\n\nreturn shared({', '.join([*own, *hook.parameters])})\n"
    return Hook(name=hook.name, body=body, parameters=hook.parameters, takes_context=hook.takes_context, role=role)


def _list(dialect: Dialect, tree: _Tree, base: str, roles: set[str], values: dict[str, str]) -> None:
    for listing in dialect.listings:
        if listing.role and listing.role not in roles:
            continue
        document = tree.document(base + listing.path)
        changed = listed(document.text, listing, values)
        tree.changed[document.path] = _text(document, changed)


# -- plumbing


def _plumb(migration: Migration, dialect: Dialect, tree: _Tree, base: str) -> None:
    for plumbing in dialect.plumbing:
        mark = tree.get(base + plumbing.path)
        if plumbing.name not in migration.plumbing or (mark is not None and plumbing.mark.encode() in mark):
            continue
        for path in dict.fromkeys(one.path for one in plumbing.insertions):
            document = tree.document(base + path)
            text = patched(document.text, (one for one in plumbing.insertions if one.path == path))
            tree.changed[document.path] = _text(document, text)
        for new in plumbing.files:
            tree.changed[base + new.path] = new.text.lstrip("\n").encode()
