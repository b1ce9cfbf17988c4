"""A target, a dialect and models in; what would move, what would stay, and how each file would look out. Nothing is written."""

from collections import Counter
from collections.abc import Callable, Mapping

from .. import __version__
from ..analyzer.analysis import Program
from ..analyzer.inventory import Site
from ..analyzer.linking.meaning import module_of
from ..analyzer.reading.source import Source
from ..registry.dialects.dialect import Dialect, HookKind, Mark
from ..registry.dialects.load import fitting, names, take
from .applying.assembling import MovedOnError, assembled
from .migrating import migration
from .planning.decisions import FILE, Decisions, parsed
from .planning.plan import Migration, digested
from .planning.remaking import sites_of, strayed
from .preview import Preview, Rewritten
from .vendoring import runtime, vendoring

VENDORED = "vendored"
_NO_PACKAGE = frozenset({"tests", "test", "docs", "examples", "scripts"})


class NoRegistryError(Exception):
    """X10: the target has no registry that a dialect knows; the message says which there are."""


def chosen(name: str | None, source: Source) -> tuple[Dialect, str]:
    """Return the dialect of that name or family that fits the target, and the folder that holds its package, with a `/`.

    Raises:
        NoRegistryError: the target is not of any form of it, or no dialect is named.
        DialectError: there is no such dialect.

    """
    if name is None:
        raise NoRegistryError(f"X10: nothing says how this target spells descriptors: name a dialect with --dialect ({', '.join(names())})")
    for base in _bases(source):
        if name == VENDORED and (package := _package(source, base)) is not None:
            return take(VENDORED, package), base

        def holds(mark: Mark, base: str = base) -> bool:
            data = source.one(base + mark.path)
            return data is not None and mark.text.encode() in data

        found = _form(name, holds)
        if found is not None and (all(map(holds, found.marks)) or _is_seat(found, source, base)):
            return found, base
    raise NoRegistryError(f"X10: {source.target} has no registry of the dialect {name}; {_wanted(name)}")


def _is_seat(dialect: Dialect, source: Source, base: str) -> bool:
    """Whether a registry of the dialect can be founded in a tree that has none."""
    return dialect.founding is not None and source.one(base + dialect.founding.seat) is not None


def _form(name: str, holds: Callable[[Mark], bool]) -> Dialect | None:
    """Return the form of a family that fits, else the dialect of that name; raises DialectError where there is neither."""
    families = {take(one).family for one in names()}
    found = fitting(name, holds) if name in families else None
    return found if found is not None or (name in families and name not in names()) else take(name)


def _package(source: Source, base: str) -> str | None:
    """Return the package of the target in which a registry can lie: the one at the top with the most modules."""
    inside = (path.removeprefix(base) for path in source.paths() if path.startswith(base) and path.endswith(".py"))
    sizes = Counter(path.partition("/")[0] for path in inside if "/" in path)
    held = [name for name in sizes if source.one(f"{base}{name}/__init__.py") is not None and name not in _NO_PACKAGE]
    return max(held, key=lambda name: (sizes[name], name), default=None)


def _runtime(dialect: Dialect, source: Source, base: str) -> dict[str, bytes]:
    """Return the files of the vendored runtime where the dialect needs them, and the target does not have them yet."""
    mark = dialect.marks[0].path if dialect.name == VENDORED else ""
    if not mark or source.one(base + mark) is not None:
        return {}
    planned = vendoring(base + mark.rpartition("/")[0], {}, runtime(), __version__)
    return {change.path: change.after for change in planned.changes if change.after is not None}


def _wanted(name: str) -> str:
    marks = [f"{mark.path} with `{mark.text}`" for one in names() for mark in take(one).marks if name in {one, take(one).family}]
    return f"it is known by {', '.join(dict.fromkeys(marks))}" if marks else "put its plumbing there first"


def _bases(source: Source) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*("src/" for path in source.paths() if path.startswith("src/")), ""]))


def replayed(source: Source, program: Program, dialect: Dialect, base: str, made: Migration) -> Preview:
    """Return what a plan that was reviewed comes to: it is made anew, and each decision must be the same, wherever it stands by now.

    Raises:
        MovedOnError: one is not, or the plan is of another dialect, or was changed by hand.
        UneditableError: a file cannot be changed so.
        DecisionsError: the target's decisions are none.

    """
    if digested(made).digest != made.digest:
        raise MovedOnError(f"the plan {made.digest} is not what was planned: somebody changed it; plan again, and decide in {FILE}")
    if made.dialect != dialect.name:
        raise MovedOnError(f"the plan is of the dialect {made.dialect}, and the target is of {dialect.name}: plan again")
    if any(plan.point.kind is HookKind.MOVE for plan in made.plans):
        raise MovedOnError("the plan moves definitions: that is done by `namebranch move-defs`")
    fresh = migration(program, dialect, made.models, sites_of(made), _decisions(source)) if made.plans else made
    if said := strayed(made, fresh):
        raise MovedOnError("\n".join((f"the target moved on since the plan {made.digest} was made; plan again", *said)))
    return _previewed(source, program, dialect, base, fresh)


def previewed(
    source: Source, program: Program, dialect: Dialect, base: str, models: tuple[str, ...], sites: tuple[Site, ...] = ()
) -> Preview:
    """Return what a migration would come to; of *sites* alone where there are any.

    Raises:
        UneditableError: a file cannot be changed so.
        DecisionsError: the target's decisions are none.

    """
    made = migration(program, dialect, models, frozenset(site.id for site in sites), _decisions(source))
    return _previewed(source, program, dialect, base, made)


def _decisions(source: Source) -> Decisions:
    said = source.one(FILE)
    return parsed(said) if said is not None else Decisions()


def plumbed(source: Source, program: Program, dialect: Dialect, base: str, made: Migration) -> Preview:
    """Return what only that comes to which must be there before a migration; it changes no answer.

    Raises:
        UneditableError: a file cannot be changed so.

    """
    first = Migration(models=(), dialect=made.dialect, plumbing=made.plumbing, plans=(), refused=())
    return _previewed(source, program, dialect, base, digested(first))


def _previewed(source: Source, program: Program, dialect: Dialect, base: str, made: Migration) -> Preview:
    owners = registering(program, dialect)
    tested = any(path.startswith("tests/") for path in source.paths())
    added = _runtime(dialect, source, base) if made.plans or made.plumbing else {}
    files = {**added, **assembled(made, dialect, source.one, base, owners.get, tests=tested)}
    return Preview(
        target=source.target,
        revision=source.revision,
        migration=made,
        files=rewritten(files, source),
        unread=tuple(f"{one.path}: {one.reason}" for one in program.unread),
    )


def registering(program: Program, dialect: Dialect) -> Mapping[str, str]:
    """Return the file of each key's descriptor; an entry of a table is one only where the dialect lists its owners there.

    Such an entry may name the module in which the descriptor lies.
    """
    listings = tuple(listing.name for listing in dialect.listings)
    known = program.found.registrations
    named = {
        (one.path, one.line, one.key): one.owner for one in known if one.registry.rpartition(".")[2] in listings and "." in one.registry
    }
    files = {module_of(file.path)[0]: file.path for file in program.files}
    held = [one for one in known if one.registry in dialect.recognised and (one.form != "entry" or one.registry in listings)]
    held.sort(key=lambda one: -dialect.recognised.index(one.registry))  # the first that the dialect names is taken last, and stands
    return {one.key: files.get(named.get((one.path, one.line, one.key), ""), one.path) for one in held}


def rewritten(files: Mapping[str, bytes], source: Source) -> tuple[Rewritten, ...]:
    """Return files with what they were."""
    return tuple(Rewritten(path=path, before=source.one(path), after=data) for path, data in files.items())
