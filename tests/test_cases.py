"""Bug reports of other projects, retold: each folder under `cases/` is a small tree and the right answer for it."""

import json
from collections import Counter
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
import scanning

from namebranch.analyzer.inventory import Site, Zone

CASES = Path(__file__).parent / "cases"
FOLDERS = sorted(path.parent for path in CASES.glob("*/expect.json"))
SECONDS = 10  # that a case may take

Place = tuple[str, int, str, frozenset[str]]


def title(folder: Path) -> str:
    """Return the name of a case as words."""
    return folder.name.partition("_")[2].replace("_", " ")


def expected(folder: Path) -> dict[str, Any]:
    """Return the right answer of a case."""
    found: dict[str, Any] = json.loads((folder / "expect.json").read_text())
    return found["expect"]  # type: ignore[no-any-return]


def shared(folder: Path) -> tuple[Site, ...]:
    """Return the sites of a case that lie in shared code, in the time that a case may take."""
    files: dict[str, str | bytes] = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.py")}
    start = monotonic()
    found = scanning.sites(files)
    assert monotonic() - start < SECONDS
    return tuple(site for site in found if site.zone is Zone.SHARED)


def told(site: dict[str, Any]) -> Place:
    """Return the place that a right answer names."""
    return site["file"], site["line"], site["kind"], frozenset(site["names"])


def place(site: Site) -> Place:
    """Return where and what a site is."""
    return site.path, site.line, site.kind.value, frozenset(site.names)


def bare(subject: str) -> str:
    """Return a subject without what does not matter in it."""
    return subject.replace(" ", "").replace('"', "'")


WITH_SITES = [folder for folder in FOLDERS if "sites" in expected(folder)]
LIMITS = {("convert/registry.py", 14, "table-use")}  # a registry that decorators fill: what is asked of it by a bare word (docs/limits.md)
every_case = pytest.mark.parametrize("folder", [folder for folder in WITH_SITES if "drift" not in expected(folder)], ids=title)
every_drift = pytest.mark.parametrize("folder", [folder for folder in WITH_SITES if "drift" in expected(folder)], ids=title)
every_crowd = pytest.mark.parametrize("folder", [folder for folder in FOLDERS if "site_count" in expected(folder)], ids=title)


@every_case
def test_exactly_the_right_sites_are_found_in(folder: Path) -> None:
    answer = expected(folder)
    optional = {told(site) for site in answer.get("optional_sites", ())}
    right = Counter(map(told, answer["sites"]))
    found = Counter(where for where in map(place, shared(folder)) if where in right or where not in optional)
    assert found == right


@every_drift
def test_the_sites_that_drift_is_told_of_are_found_in(folder: Path) -> None:
    found = set(map(place, shared(folder)))
    right = {where for where in map(told, expected(folder)["sites"]) if where[:3] not in LIMITS}
    assert right
    assert right - found == set()


@every_case
def test_subjects_are_named_as_they_are_written_in(folder: Path) -> None:
    found = Counter((site.path, site.line, site.kind.value, bare(site.subject)) for site in shared(folder))
    right = Counter(
        (site["file"], site["line"], site["kind"], bare(site["subject"])) for site in expected(folder)["sites"] if "subject" in site
    )
    assert right - found == Counter()


@every_case
def test_what_only_looks_like_a_name_is_passed_in(folder: Path) -> None:
    silent = {(site["file"], site["line"]) for site in expected(folder).get("not_sites", ())}
    assert [place(site) for site in shared(folder) if (site.path, site.line) in silent] == []


@every_crowd
def test_every_one_of_many_is_counted_in(folder: Path) -> None:
    answer = expected(folder)["site_count"]
    lines = sorted(site.line for site in shared(folder) if (site.path, site.kind.value) == (answer["file"], answer["kind"]))
    assert (len(lines), lines[0], lines[-1]) == (answer["count"], answer["first_line"], answer["last_line"])
