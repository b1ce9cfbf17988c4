"""What an audit rule is given: a linked program, its text, its settings, and what is known of its dependencies."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from ...registry.universe.names import Names
from ..analysis import Program
from ..extracting.expression import Span
from ..finding.draft import Draft
from ..inventory import Confidence, Finding, Site, Zone
from ..linking.leaves import Leaf
from ..linking.linked import Linked
from ..linking.meaning import PlacedUnit
from ..reaching.asking import Reaches
from ..reading.decode import Undecodable, decode, lines
from ..settings.schema import Settings
from ..upstream.knowledge import Upstream


class Audited:
    """One target, as all rules see it; what several ask for is worked out once."""

    def __init__(self, program: Program, settings: Settings, upstream: Upstream | None = None) -> None:
        """Take the program, and what is known of what it stands on; nothing is worked out yet."""
        self.program, self.settings, self.upstream = program, settings, upstream or Upstream()
        self._rows: dict[str, tuple[str, ...]] = {}

    @property
    def linked(self) -> Linked:
        """The linked program."""
        return self.program.linked

    @property
    def names(self) -> Names:
        """The known names, with those that the target itself teaches."""
        return self.program.linked.names

    @cached_property
    def reach(self) -> Reaches:
        """Which names make its tests true."""
        return Reaches(self.program, self.names)

    @cached_property
    def zones(self) -> Mapping[str, Zone]:
        """The zone of each file."""
        return {file.path: file.zone for file in self.program.files}

    @cached_property
    def sites(self) -> tuple[tuple[Site, Draft], ...]:
        """The sites in shared code, each with its draft."""
        return tuple((site, draft) for site, draft in self.program.sites if site.zone is Zone.SHARED)

    @cached_property
    def decided(self) -> Mapping[tuple[int, int], tuple[Leaf, ...]]:
        """The leaves of each decision by a name, by id of its unit and its number there."""
        found: defaultdict[tuple[int, int], list[Leaf]] = defaultdict(list)
        for leaf in self.linked.leaves:
            if leaf.decision is not None:
                found[id(leaf.unit), leaf.decision].append(leaf)
        return {key: tuple(leaves) for key, leaves in found.items()}

    @cached_property
    def _data(self) -> Mapping[str, bytes]:
        return {file.path: file.data for file in self.program.files}

    def rows(self, path: str) -> tuple[str, ...]:
        """Return the physical lines of a file; none where it cannot be decoded."""
        if path not in self._rows:
            try:
                self._rows[path] = tuple(lines(decode(self._data.get(path, b""))))
            except Undecodable:
                self._rows[path] = ()
        return self._rows[path]

    def row(self, path: str, line: int) -> str:
        """Return one line of a file, from 1; empty where there is none."""
        rows = self.rows(path)
        return rows[line - 1] if 0 < line <= len(rows) else ""

    def remarks(self, path: str, line: int, *, above: int = 3) -> str:
        """Return what comments say on a line and on the comment lines directly above it, white space collapsed."""
        said = [self.row(path, line).partition("#")[2]]
        for number in range(line - 1, max(0, line - 1 - above), -1):
            row = self.row(path, number).strip()
            if not row.startswith("#"):
                break
            said.append(row.lstrip("# "))
        return " ".join(" ".join(reversed(said)).split())

    def finding(
        self,
        rule: str,
        where: tuple[PlacedUnit, Span],
        message: str,
        *,
        witness: str | None = None,
        names: tuple[str, ...] = (),
        places: tuple[str, ...] = (),
        confidence: Confidence = Confidence.EXACT,
    ) -> Finding:
        """Return a finding at a span of a unit."""
        unit, span = where
        return Finding(
            rule=rule,
            path=unit.path,
            line=unit.first + span[0],
            places=places,
            witness=witness,
            names=names,
            message=message,
            confidence=confidence,
        )


def place_of(unit: PlacedUnit, span: Span) -> str:
    """Return `path:line`."""
    return f"{unit.path}:{unit.first + span[0]}"
