"""A linked program to the promises of its registries that are broken."""

from dataclasses import dataclass

from ...registry import shelf
from ...registry.dialects.dialect import Dialect
from ...registry.dialects.load import DialectError, fitting, names, take
from ..analysis import Program
from ..executing import Workers
from ..inventory import Finding, Suppression, Unread, Zone
from ..judging.comments import suppressions
from ..judging.suppressions import KEEP, valid
from ..settings.schema import Settings
from ..store import Store
from . import rules as shelf_of_rules
from .hooks import wanted
from .outlines import outlined
from .registries import Registry, registries
from .rule import ContractRule
from .subject import Subject
from .tree import Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What was looked at, and what is broken."""

    findings: tuple[Finding, ...]  # sorted
    kept: tuple[tuple[Finding, Suppression], ...]  # broken on purpose, as a comment says
    registries: tuple[Registry, ...]
    dialect: str | None
    unread: tuple[Unread, ...]


def known_rules() -> tuple[ContractRule, ...]:
    """Return all rules of the shelf."""
    return tuple(shelf.gather(shelf_of_rules, ContractRule).values())


def contract(program: Program, settings: Settings, workers: Workers, store: Store) -> Contract:
    """Return which promises of its registries *program* breaks; the same program gives the same findings in the same order."""
    dialect = dialect_of(program, settings)
    files = [file for file in program.files if file.zone is not Zone.IGNORED]
    modules, unread = outlined(files, wanted(dialect), workers, store)
    zones = {file.path: file.zone for file in files}
    tree = Tree(modules, zones, {file.path: file.owner for file in files}, program.linked.index.path_of)
    subject = Subject(tree=tree, registries=registries(tree, program.found.registrations, settings), dialect=dialect)
    comments = {file.path: suppressions(file.path, file.data) for file in files}
    bare: list[Finding] = []
    kept: list[tuple[Finding, Suppression]] = []
    for one in sorted({one for rule in known_rules() for one in rule.judge(subject)}, key=_by_place):
        comment = next((each for each in comments[one.path] if _keeps(each, one)), None)
        bare += [one] * (comment is None)
        kept += [] if comment is None else [(one, comment)]
    return Contract(
        findings=tuple(bare),
        kept=tuple(kept),
        registries=subject.registries,
        dialect=None if dialect is None else dialect.name,
        unread=tuple(sorted({*program.unread, *unread}, key=lambda one: (one.path, one.reason))),
    )


def _by_place(one: Finding) -> tuple[str, int, str, str]:
    return one.path, one.line, one.rule, one.message


def _keeps(comment: Suppression, finding: Finding) -> bool:
    return comment.word == KEEP and valid(comment) and finding.rule in comment.rules and comment.first <= finding.line <= comment.last


def dialect_of(program: Program, settings: Settings) -> Dialect | None:
    """Return the dialect that the settings name, as the tree speaks it; None where they name none, or the tree has no registry of that form.

    Raises:
        DialectError: the settings name one that does not ship.

    """
    named = settings.registry.dialect
    if named is None:
        return None
    if named in names() and take(named).family != named:
        return take(named)
    data = {_plain(file.path): file.data for file in program.files}
    try:
        return fitting(named, lambda mark: mark.text.encode() in data.get(mark.path, b""))
    except DialectError as error:
        raise DialectError(f"registry.dialect: {error}") from error


def _plain(path: str) -> str:
    return path.removeprefix("src/")
