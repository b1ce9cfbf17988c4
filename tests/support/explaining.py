"""What there is to say of the sites of small trees and small histories."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from scanning import source

from namebranch.analyzer import scan
from namebranch.analyzer.explaining.ancestry import MOST
from namebranch.analyzer.explaining.explain import Asked, explained
from namebranch.analyzer.explaining.explanation import Ancestry, Explanation
from namebranch.analyzer.explaining.inventoried import inventory_of
from namebranch.analyzer.explaining.lineage import ancestors
from namebranch.analyzer.explaining.standing import Gate
from namebranch.analyzer.inventory import Kind, Site
from namebranch.analyzer.judging.checking import Newer
from namebranch.analyzer.judging.notes import Notes
from namebranch.analyzer.judging.standing import Nothing
from namebranch.analyzer.judging.verdict import Known
from namebranch.analyzer.reading.source import Source
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.store import Store

TITLES = {kind: f"is a {kind}" for kind in Kind}


def explanations(
    files: Mapping[str, str | bytes], at: str, *, entries: tuple[Known, ...] | None = None, notes: Notes | None = None
) -> tuple[Explanation, ...]:
    """Return what there is to say of the sites on a line, `path:line`, of a tree in memory."""
    return of_source(source(files), at, entries=entries, notes=notes)


def of_source(
    tree: Source, at: str | None = None, *, most: int = 40, entries: tuple[Known, ...] | None = None, notes: Notes | None = None
) -> tuple[Explanation, ...]:
    """Return what there is to say of the sites on a line of a tree, or of *most* from all over it; of its history nothing."""
    loaded = load(tree)
    program = scan.program(tree, loaded, jobs=1)
    inventory = inventory_of(program, tree, loaded)
    newer = Newer(
        inventory=inventory, settings=loaded.settings, standing=Nothing(inventory), notes=notes or Notes(), today=date(2026, 1, 2)
    )
    gate = Gate(newer=newer, entries=entries)
    asked = Asked(program=program, inventory=inventory, settings=loaded.settings, titles=TITLES, gate=gate, ancestry=lambda _: None)
    chosen = [site for site in inventory.sites if at is None or f"{site.path}:{site.line}" == at]
    return explained(asked, chosen[:: max(1, len(chosen) // most)]).explanations


def one(files: Mapping[str, str | bytes], at: str) -> Explanation:
    """Return what there is to say of the only site on a line."""
    (found,) = explanations(files, at)
    return found


def ancestries(target: str | Path, at: str | None = None, *, most: int = MOST, store: Store | None = None) -> list[tuple[Site, Ancestry]]:
    """Return the sites of a target, or those on one line, each with its ancestry."""
    tree = open_target(str(target), revision=None, cwd=Path.cwd())
    loaded = load(tree)
    program = scan.program(tree, loaded, jobs=1)
    chosen = [pair for pair in program.sites if at is None or f"{pair[0].path}:{pair[0].line}" == at]
    with ancestors(tree, program, loaded.settings, most=most, store=store) as ancestry:
        return [(pair[0], ancestry(pair)) for pair in chosen]
