"""Every shape of name branch that was seen in real frameworks: found where it is marked, silent elsewhere, or a documented limit."""

import re
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import scanning

from namebranch.analyzer.inventory import Kind, Zone

HERE = Path(__file__).parent
DOCS = HERE.parents[2] / "docs" / "limits.md"
MARK = re.compile(r"# (here|missed): ([a-z-]+(?:, [a-z-]+)*)")

Places = Counter[tuple[str, int, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """One shape: code with marks, and the reason if it is a limit."""

    id: str
    title: str
    code: str = ""
    files: dict[str, str] = field(default_factory=dict)
    limit: str | None = None

    @property
    def tree(self) -> dict[str, str]:
        """The files, by path."""
        return self.files or {"shared/example.py": self.code}

    def marked(self, word: str) -> Places:
        """Return path, line and kind of what is marked with *word*."""
        return Counter(
            (path, number, kind)
            for path, text in self.tree.items()
            for number, row in enumerate(text.splitlines(), 1)
            for found in MARK.finditer(row)
            if found[1] == word
            for kind in found[2].split(", ")
        )


def read(path: Path) -> list[dict[str, Any]]:
    """Return the entries of one file."""
    entries: list[dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))["shape"]
    return entries


SHAPES = tuple(Shape(**entry) for path in sorted((HERE / "shapes").glob("*.toml")) for entry in read(path))
each = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape.id} {shape.title}")


def found(shape: Shape) -> Places:
    """Return path, line and kind of each site in shared code."""
    return Counter((site.path, site.line, site.kind.value) for site in scanning.sites(shape.tree) if site.zone is Zone.SHARED)


@each
def test_what_is_marked_is_found_and_nothing_else(shape: Shape) -> None:
    assert found(shape) == shape.marked("here")


@each
def test_only_a_limit_may_miss(shape: Shape) -> None:
    assert (shape.limit is None) == (not shape.marked("missed"))


@each
def test_marks_name_kinds(shape: Shape) -> None:
    kinds = {kind for word in ("here", "missed") for _, _, kind in shape.marked(word)}
    assert kinds <= {kind.value for kind in Kind}
    assert sum(text.count("# here") + text.count("# missed") for text in shape.tree.values()) == sum(
        len(MARK.findall(text)) for text in shape.tree.values()
    )


def test_every_shape_of_the_catalogue_is_here_once() -> None:
    counted = {"A": 26, "B": 23, "C": 13, "D": 22, "E": 32, "F": 11, "G": 6, "H": 15}
    ids = [shape.id for shape in SHAPES]
    assert len(set(ids)) == len(ids)
    assert {f"{letter}{number:02}" for letter, last in counted.items() for number in range(1, last + 1)} <= set(ids)


def test_the_documented_limits_are_these() -> None:
    rows = [f"- **{shape.id}, {shape.title}.** {shape.limit}" for shape in SHAPES if shape.limit]
    assert [row for row in DOCS.read_text("utf-8").splitlines() if row.startswith("- **")] == rows
