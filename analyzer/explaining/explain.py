"""Sites of a program to all that there is to say of each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..analysis import Program
from ..finding.draft import Draft
from ..inventory import Confidence, Inventory, Kind, Site
from ..reaching.asking import Reaches
from ..reading.decode import Undecodable, decode
from ..reading.decode import lines as split
from ..settings.schema import Settings
from .clauses import clause_of, sites_by_place
from .elsewhere import Listings
from .explanation import Ancestry, Explained, Explanation, Guard, SourceLine, Standing
from .followed import Found
from .reached import reached
from .standing import Gate
from .surroundings import arms_of, guards_at, guards_of, units_by_path

_LINES = 12  # of source that are shown of one site
_UNTESTED = frozenset({Kind.TABLE, Kind.NAMESET, Kind.PER_MODEL_DEF, Kind.REACH_IN, Kind.PREDICATE, Kind.FLAG})
_PARTS = frozenset({Kind.AFFIX, Kind.SUBSTRING, Kind.REGEX})  # what they spell is a part of a name, or a pattern
_SURELY = {
    Confidence.EXACT: "its subject is spelled right there",
    Confidence.LINKED: "it was followed from where it is used to where it comes from",
    Confidence.INFERRED: "its subject says nothing of itself: the names beside it make it likely",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A program, and what is asked about it."""

    program: Program
    inventory: Inventory  # of that program, with the same sites
    settings: Settings
    titles: Mapping[Kind, str]  # what a kind of site is, in a line
    gate: Gate
    ancestry: Callable[[Found], Ancestry | None]


def explained(asked: Asked, sites: Sequence[Site]) -> Explained:
    """Return what there is to say of *sites*, all of which are of the program."""
    teller = _Teller(asked)
    standings = asked.gate.standings(sites)
    return Explained(
        target=asked.inventory.target,
        revision=asked.inventory.revision,
        preset=asked.inventory.preset,
        explanations=tuple(teller.told(site, standing) for site, standing in zip(sites, standings, strict=True)),
        unread=asked.inventory.unread,
    )


class _Teller:
    """Says what there is to say; what several sites share is made once."""

    def __init__(self, asked: Asked) -> None:
        program = asked.program
        self._asked, self._names = asked, program.linked.names
        self._drafts = {id(site): draft for site, draft in program.sites}
        self._places = sites_by_place(program.sites)
        self._listings = Listings(asked.inventory.sites, asked.inventory.registrations)
        self._reaches = Reaches(program, self._names)
        self._data = {file.path: file.data for file in program.files}
        self._lines: dict[str, Sequence[str]] = {}
        self._units = units_by_path(program.linked.units)

    def told(self, site: Site, standing: Standing) -> Explanation:
        """Return what there is to say of one site."""
        draft = self._drafts[id(site)]
        unit, number = draft.decision or (draft.unit, None)
        chain = () if number is None else arms_of(unit, number, self._places)
        return Explanation(
            site=site,
            title=self._asked.titles[site.kind],
            why=tuple(self._why(site, draft)),
            source=self._source(site),
            hops=tuple(self._line(*_place(hop)) for hop in site.via),
            test=None if number is None else clause_of(unit, number, self._places),
            chain=chain,
            guards=self._guards(site) if number is None else guards_of(unit, number, self._places),
            reach=None if site.kind in _UNTESTED else reached(self._reaches, site, is_test=number is not None, arms=len(chain)),
            elsewhere=self._listings.elsewhere(site),
            standing=standing,
            ancestry=self._asked.ancestry((site, draft)),
        )

    def _guards(self, site: Site) -> tuple[Guard, ...]:
        return guards_at(self._units.get(site.path, ()), site.line, self._rows(site.path), self._places)

    def _why(self, site: Site, draft: Draft) -> Iterator[str]:
        if site.kind not in _UNTESTED:
            yield _SURELY[site.confidence]
            yield from self._subject(draft.key, site)
        unknown = [name for name in site.names if not self._names.knows(name)]
        whose = f"transformers {self._names.version}"
        if site.kind in _PARTS:
            return
        if site.names and not unknown:
            yield f"{'it is a name' if len(site.names) == 1 else 'all of these are names'} that {whose} knows"
        elif site.names:
            yield f"{len(site.names) - len(unknown)} of {len(site.names)} names are known to {whose}; not known as they stand: {', '.join(unknown)}"

    def _subject(self, key: str, site: Site) -> Iterator[str]:
        subjects = self._asked.settings.subjects
        if key in dict(subjects.strong) and site.confidence is not Confidence.INFERRED:
            yield f"{key} always carries a name of space {dict(subjects.strong)[key]}, as [subjects] of the settings has it"
        elif key in dict(subjects.weak):
            yield f"{key} may carry a name, as [subjects] of the settings has it, and names stand beside it"
        elif site.origin is not None and site.origin != site.subject:
            yield f"what it tests is {site.origin}"

    def _source(self, site: Site) -> tuple[SourceLine, ...]:
        last = min(site.end_line, site.line + _LINES - 1)
        return tuple(self._line(site.path, line) for line in range(site.line, last + 1))

    def _line(self, path: str, line: int) -> SourceLine:
        rows = self._rows(path)
        return SourceLine(path=path, line=line, text=rows[line - 1].rstrip() if 0 < line <= len(rows) else "")

    def _rows(self, path: str) -> Sequence[str]:
        if path not in self._lines:
            self._lines[path] = _read(self._data.get(path, b""))
        return self._lines[path]


def _place(hop: str) -> tuple[str, int]:
    path, _, line = hop.rpartition(":")
    return path, int(line)


def _read(data: bytes) -> Sequence[str]:
    try:
        return split(decode(data))
    except Undecodable:
        return ()
