"""What stands in examples/tinytrain/expected.toml, as values, and the builder of its history."""

import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from scanning import names

from namebranch.analyzer.inventory import Confidence, Inventory, Kind, Site, Zone
from namebranch.analyzer.judging.counts import APART
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import scan
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.store import Store

__all__ = ["APART", "FOLDER", "Expected", "Seen", "commits", "history", "inventory", "sites"]
FOLDER = Path(__file__).resolve().parents[2] / "examples" / "tinytrain"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Seen:
    """A site, as far as expected.toml describes it."""

    path: str
    line: int
    kind: str
    names: tuple[str, ...]
    scope: str
    inferred: bool
    zone: str

    @classmethod
    def of(cls, site: Site) -> "Seen":
        """Return what expected.toml would say of *site*."""
        return cls(
            path=site.path,
            line=site.line,
            kind=site.kind,
            names=site.names,
            scope=site.scope,
            inferred=site.confidence is Confidence.INFERRED,
            zone=site.zone,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """A site that must be found, and what becomes of it."""

    seen: Seen
    decision: tuple[str, str]  # path, and a word of its own or the line's text
    rule: str | None
    refuse: str | None

    @property
    def counts(self) -> bool:
        """Whether it is one of the decisions that the headline counts."""
        return self.seen.kind not in APART and not self.seen.inferred and self.seen.zone == Zone.SHARED


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads((FOLDER / "expected.toml").read_text())


def sites() -> list[Expected]:
    """Return every site of the tree as it lies there."""
    return [_expected(line, site) for line in _table()["line"] for site in line["sites"]]


def _expected(line: Mapping[str, Any], site: Mapping[str, Any]) -> Expected:
    unknown = set(site) - {"kind", "names", "confidence", "zone", "decision", "rule", "refuse"}
    assert unknown == set(), f"{line['path']}: {line['text']}: {unknown}"
    seen = Seen(
        path=line["path"],
        line=_number(line),
        kind=Kind(site["kind"]),
        names=tuple(site["names"]),
        scope=line["scope"],
        inferred=site.get("confidence") == Confidence.INFERRED,
        zone=Zone(site.get("zone", Zone.SHARED)),
    )
    decision = (line["path"], site.get("decision", f"{line['scope']}: {line['text']}"))
    return Expected(seen=seen, decision=decision, rule=site.get("rule"), refuse=site.get("refuse"))


def _number(line: Mapping[str, Any]) -> int:
    """Return the number of the line, by its text and, where that stands twice, by the scope around it."""
    texts = (FOLDER / line["path"]).read_text().splitlines()
    numbers = [number for number, text in enumerate(texts, 1) if text.strip() == line["text"]]
    last = line["scope"].rpartition(".")[2]
    inside = [number for number in numbers if _nearest(texts, number, last)] if len(numbers) > 1 else numbers
    assert len(inside) == 1, f"{line['path']}: {line['text']!r} stands {len(inside)} times in {line['scope']}"
    return inside[0]


def _nearest(texts: list[str], number: int, scope: str) -> bool:
    """Whether the `def` or `class` nearest above the line is *scope*."""
    above = (text.split("(")[0].split() for text in reversed(texts[:number]) if text.lstrip().startswith(("def ", "class ")))
    return next((words[1].rstrip(":") for words in above), "<module>") == scope


def commits() -> list[dict[str, Any]]:
    """Return what each commit of the history does, oldest first."""
    return list(_table()["commit"])


def history() -> ModuleType:
    """Return the module that builds the history."""
    folder = FOLDER / "history"
    spec = spec_from_file_location("tinytrain_history", folder / "__main__.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.path.insert(0, str(folder))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(folder))
    return module


def inventory(target: str, store: Store | None = None) -> Inventory:
    """Return the inventory of a target, in this process."""
    source = open_target(target, cwd=FOLDER)
    found = scan(source, load(source), jobs=1, store=store, names=names())
    assert found.unread == ()
    return found
