"""Many repositories as one: everything is found once, below its repository's name, and one that fails costs only itself."""

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from histories import imported
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from namebranch.analyzer.fleet.answers import Failed, Told
from namebranch.analyzer.fleet.crews import Asked, each
from namebranch.analyzer.fleet.histories import Question, walked
from namebranch.analyzer.fleet.inventories import scanned, site_below
from namebranch.analyzer.fleet.members import FleetError, Member, members
from namebranch.analyzer.history.commits import Asked as AskedOne
from namebranch.analyzer.history.commits import of_commits
from namebranch.analyzer.inventory import Inventory
from namebranch.analyzer.judging.drift import Drift
from namebranch.analyzer.judging.filters import Filters
from namebranch.analyzer.pool import Crew
from namebranch.analyzer.reading.revision import Revision
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import scan
from namebranch.analyzer.settings.load import load

GEMMA = b"def f(cfg):\n    if cfg.model_type == 'gemma3':\n        cfg.x = 1\n"
LLAMA = b"KINDS = ['llama', 'qwen2']\n\n\ndef g(cfg):\n    return cfg.model_type in KINDS\n"
COMMITS = {
    "one": ({"a.py": b"x = 1\n"}, {"a.py": GEMMA}, {"a.py": GEMMA, "b.py": LLAMA}),
    "two": ({"pkg/c.py": LLAMA}, {"pkg/c.py": b"y = 2\n"}),
}


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> tuple[Member, ...]:
    """Two repositories with some branches in each."""
    root = tmp_path_factory.mktemp("fleet")
    return tuple(Member(name=name, target=f"{imported(root / name, commits)}@main") for name, commits in COMMITS.items())


def asked(cache: Path | None = None) -> Asked:
    """Return what the tests ask."""
    return Asked(cwd=Path.cwd(), config_file=None, cache=cache, inside=Crew(jobs=1))


def scan_all(fleet: tuple[Member, ...], crew: Crew, cache: Path | None = None) -> Inventory:
    """Return the inventory of a fleet."""
    return scanned(fleet, asked(cache), crew, target="repos", progress=lambda _: None)


def walk_all(fleet: tuple[Member, ...], crew: Crew | None = None) -> Drift:
    """Return the drift of a fleet."""
    return walked(fleet, asked(), Question(filters=Filters()), crew or Crew(jobs=2), target="repos", progress=lambda _: None)


def alone(member: Member) -> Inventory:
    """Return what one repository holds."""
    source = open_target(member.target, cwd=Path.cwd())
    return scan(source, load(source), jobs=1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("../axolotl\n", [("axolotl", "../axolotl")], id="the last part is the name"),
        pytest.param("/x/axolotl@v1/2\n", [("axolotl", "/x/axolotl@v1/2")], id="a revision is no part of it"),
        pytest.param("a/b-1.0.tar.gz\nc.whl", [("b-1.0", "a/b-1.0.tar.gz"), ("c", "c.whl")], id="an archive's ending is no part of it"),
        pytest.param("# all\n\n  mine = ../a b@main  \n", [("mine", "../a b@main")], id="a name of its own, comments, spaces"),
    ],
)
def test_a_file_names_targets(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(member.name, member.target) for member in members(text)] == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("# nothing\n", "no repository is named", id="an empty fleet"),
        pytest.param("a/x\nb/x\n", r"line 2: two repositories are called 'x'; write `NAME = b/x`", id="two of one name"),
        pytest.param("x\n/\n", "line 2: '/' has no name", id="a target without a name"),
        pytest.param("..\n", r"line 1: '\.\.' has no name of its own; write `NAME = \.\.`", id="a way up is no name"),
    ],
)
def test_a_file_that_cannot_be_followed_is_an_error(text: str, words: str) -> None:
    with pytest.raises(FleetError, match=words):
        members(text)


def test_a_fleet_holds_what_its_members_hold(fleet: tuple[Member, ...]) -> None:
    found = scan_all(fleet, Crew(jobs=2))
    assert found.sites == tuple(site_below(member.name, site) for member in fleet for site in alone(member).sites)
    assert {site.path for site in found.sites} == {"one/a.py", "one/b.py"}
    assert found.complete


def test_one_that_fails_is_named_and_the_others_are_looked_at(fleet: tuple[Member, ...], tmp_path: Path) -> None:
    (tmp_path / "broken.whl").write_bytes(b"no archive")
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "namebranch.toml").write_text("[zones\n")
    more = (Member(name="broken", target=str(tmp_path / "broken.whl")), Member(name="odd", target=str(tmp_path / "odd")))
    found = scan_all((*more, *fleet), Crew(jobs=2))
    assert found.sites == scan_all(fleet, Crew(jobs=1)).sites
    assert [item.path for item in found.unread] == ["broken", "odd"]


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(1, 3), st.sampled_from(["processes", "here"]), st.booleans())
def test_however_it_is_worked_out_it_is_the_same(fleet: tuple[Member, ...], tmp_path: Path, jobs: int, executor: str, cached: bool) -> None:
    found = scan_all(fleet, Crew(jobs=jobs, executor=executor), tmp_path / "cache" if cached else None)
    assert found == scan_all(fleet, Crew(jobs=1))


def test_histories_are_told_as_one_in_the_order_of_time(fleet: tuple[Member, ...]) -> None:
    found = walk_all(fleet)
    told = dict.fromkeys((event.mark.subject, event.what, event.change.path) for event in found.events)
    assert list(told) == [
        ("two: change 1 (#1)", "added", "two/pkg/c.py"),
        ("one: change 2 (#2)", "added", "one/a.py"),
        ("two: change 2 (#2)", "removed", "two/pkg/c.py"),
        ("one: change 3 (#3)", "added", "one/b.py"),
    ]
    numbers = [point.mark.number for point in found.points]
    assert numbers == sorted(set(numbers))


def test_the_last_point_of_a_fleet_is_the_sum_of_its_members(fleet: tuple[Member, ...]) -> None:
    def last(member: Member) -> int:
        source = open_target(member.target, cwd=Path.cwd())
        assert isinstance(source, Revision)
        return (
            of_commits(source, load(source), AskedOne(filters=Filters()), jobs=1, store=None, progress=lambda _: None).points[-1].decisions
        )

    assert walk_all(fleet).points[-1].decisions == sum(map(last, fleet)) > 0


def test_a_folder_without_a_history_is_named_and_the_others_are_told(fleet: tuple[Member, ...], tmp_path: Path) -> None:
    found = walk_all((Member(name="bare", target=str(tmp_path)), *fleet))
    assert [item.path for item in found.unread] == ["bare"]
    assert not found.complete
    assert replace(found, unread=()) == walk_all(fleet)


def deadly(member: Member) -> str:
    """Kill the process that looks at one of them."""
    if member.name == "one":
        os.kill(os.getpid(), signal.SIGKILL)
    return member.name


def test_one_that_kills_its_process_is_named_and_the_others_are_looked_at(fleet: tuple[Member, ...]) -> None:
    one, two = each(fleet, deadly, Crew(jobs=2), lambda _: None)
    assert isinstance(one, Failed)
    assert "the process that looked at it died" in one.reason
    assert two == Told(member=fleet[1], answer="two")
