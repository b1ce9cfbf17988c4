"""The commits that made a site what it is: found without checking anything out, through moves, constants and refactorings."""

import subprocess
from pathlib import Path
from typing import NamedTuple

import oracle
import pytest
from explaining import ancestries
from histories import Files, imported, steps
from repositories import repository

from namebranch.analyzer.explaining.explanation import Ancestry
from namebranch.analyzer.judging.drift import Mark, drift
from namebranch.analyzer.judging.filters import Filters
from namebranch.analyzer.store import Store

JAMBA = b'def load(cfg):\n    if cfg.model_type == "jamba":\n        return 1\n'
TWO = b'def load(cfg):\n    if cfg.model_type in ("jamba", "mamba"):\n        return 1\n'
OTHER = b"\n\ndef other():\n    return 0\n"
CONSTANT = b'FAST = ("jamba", "mamba")\n'
THROUGH = b"from pkg.names import FAST\n\n\ndef load(cfg):\n    if cfg.model_type in FAST:\n        return 1\n"
PREDICATE = b'def is_fast(cfg):\n    return cfg.model_type == "jamba"\n'
USE = b"from pkg.names import is_fast\n\n\ndef load(cfg):\n    if is_fast(cfg):\n        return 1\n"

KEPT = b"from pkg.names import is_fast\n\n\ndef load(cfg):\n    fast = is_fast(cfg)\n    if fast:\n        return 1\n"


class Told(NamedTuple):
    """A change in brief: what, in which commit (from 1), what came, where it was before."""

    event: str
    commit: int
    added: tuple[str, ...] = ()
    was: str = ""


def told(found: Ancestry) -> list[Told]:
    """Return the changes of an ancestry, whose commits say their number."""
    return [Told(change.event.value, change.pull_request or 0, change.added, change.was or "") for change in found.changes]


def only(folder: Path, at: str, *, most: int = 400) -> Ancestry:
    """Return the ancestry of the only site on a line of the tip."""
    ((_, found),) = ancestries(f"{folder}@HEAD", at, most=most)
    return found


@pytest.mark.parametrize(
    ("commits", "at", "expected"),
    [
        pytest.param(
            [{"pkg/a.py": OTHER}, {"pkg/a.py": JAMBA + OTHER}, {"pkg/b.py": OTHER}, {"pkg/a.py": JAMBA + OTHER + OTHER}],
            "pkg/a.py:2",
            [Told("introduced", 2, ("jamba",))],
            id="what came around it is no change of it",
        ),
        pytest.param(
            [{"pkg/a.py": JAMBA}, {"pkg/a.py": OTHER[2:] + b"\n\n" + JAMBA}],
            "pkg/a.py:6",
            [Told("introduced", 1, ("jamba",))],
            id="lines that shift are no change",
        ),
        pytest.param(
            [{"pkg/a.py": JAMBA}, {"pkg/a.py": TWO}],
            "pkg/a.py:2",
            [Told("widened", 2, ("mamba",)), Told("introduced", 1, ("jamba",))],
            id="a test that grows, from equality to a list",
        ),
        pytest.param(
            [{"pkg/a.py": TWO}, {"pkg/a.py": JAMBA}],
            "pkg/a.py:2",
            [Told("narrowed", 2), Told("introduced", 1, ("jamba", "mamba"))],
            id="a test that shrinks",
        ),
        pytest.param(
            [{"pkg/a.py": TWO}, {"pkg/a.py": None, "pkg/sub/b.py": TWO}, {"pkg/c.py": OTHER}],
            "pkg/sub/b.py:2",
            [Told("moved", 2, (), "pkg/a.py load"), Told("introduced", 1, ("jamba", "mamba"))],
            id="a file that is renamed",
        ),
        pytest.param(
            [{"pkg/a.py": JAMBA + OTHER, "pkg/b.py": OTHER}, {"pkg/a.py": OTHER, "pkg/b.py": OTHER + b"\n\n" + JAMBA}],
            "pkg/b.py:8",
            [Told("moved", 2, (), "pkg/a.py load"), Told("introduced", 1, ("jamba",))],
            id="a function that moves between two files that stay",
        ),
        pytest.param(
            [{"pkg/a.py": JAMBA}, {"pkg/a.py": JAMBA.replace(b"load", b"load_model")}],
            "pkg/a.py:2",
            [Told("moved", 2, (), "pkg/a.py load"), Told("introduced", 1, ("jamba",))],
            id="a function that is renamed",
        ),
        pytest.param(
            [{"pkg/a.py": JAMBA}, {"pkg/a.py": JAMBA.replace(b"cfg.model_type", b"cfg.model_config_type")}],
            "pkg/a.py:2",
            [Told("moved", 2, (), "pkg/a.py load, of cfg.model_type"), Told("introduced", 1, ("jamba",))],
            id="a subject that is renamed",
        ),
        pytest.param(
            [
                {"pkg/a.py": THROUGH, "pkg/names.py": CONSTANT},
                {"pkg/names.py": CONSTANT.replace(b")", b', "dbrx")')},
                {"pkg/a.py": THROUGH + OTHER},
            ],
            "pkg/a.py:5",
            [Told("widened", 2, ("dbrx",)), Told("introduced", 1, ("jamba", "mamba"))],
            id="a constant in another file grows",
        ),
        pytest.param(
            [{"pkg/a.py": TWO}, {"pkg/a.py": THROUGH, "pkg/names.py": CONSTANT}],
            "pkg/a.py:5",
            [Told("introduced", 1, ("jamba", "mamba"))],
            id="a list that becomes a constant is the same branch",
        ),
        pytest.param(
            [{"pkg/a.py": USE, "pkg/names.py": PREDICATE}, {"pkg/names.py": PREDICATE.replace(b'== "jamba"', b'in ("jamba", "mamba")')}],
            "pkg/a.py:5",
            [Told("widened", 2, ("mamba",)), Told("introduced", 1, ("jamba",))],
            id="the test inside a predicate grows",
        ),
        pytest.param(
            [{"pkg/a.py": KEPT, "pkg/names.py": PREDICATE}, {"pkg/a.py": OTHER[2:] + b"\n\n" + KEPT}],
            "pkg/a.py:10",
            [Told("introduced", 1, ("jamba",))],
            id="a flag that keeps what an imported function says",
        ),
        pytest.param(
            [
                {"pkg/a.py": JAMBA + b"\n\n" + JAMBA.replace(b"load", b"save_all")},
                {"pkg/a.py": None, "pkg/b.py": JAMBA.replace(b"load", b"_save_all_of_it") + b"\n\n" + JAMBA.replace(b"load", b"_loaded")},
            ],
            "pkg/b.py:7",
            [Told("moved", 2, (), "pkg/a.py load"), Told("introduced", 1, ("jamba",))],
            id="of two same tests that move, the one that is called most alike",
        ),
        pytest.param(
            [{"pkg/a.py": JAMBA}, {"pkg/a.py": OTHER}, {"pkg/a.py": JAMBA}],
            "pkg/a.py:2",
            [Told("introduced", 3, ("jamba",))],
            id="what was taken out and put back begins anew",
        ),
        pytest.param(
            [{"pkg/a.py": JAMBA + b"    return 2\n"}, {"pkg/a.py": JAMBA}],
            "pkg/a.py:2",
            [Told("introduced", 1, ("jamba",))],
            id="a function whose end is cut off is not taken for itself, and the branch is found all the same",
        ),
        pytest.param(
            [{"pkg/a.py": b"@once\n" + JAMBA}, {"pkg/a.py": JAMBA}],
            "pkg/a.py:2",
            [Told("introduced", 1, ("jamba",))],
            id="a decorator that goes",
        ),
        pytest.param(
            [{"pkg/a%.py": JAMBA}],
            "pkg/a%.py:2",
            [],
            id="a path that git is not asked about is told as not known",
        ),
    ],
)
def test_the_changes_of_a_site(tmp_path: Path, commits: list[Files], at: str, expected: list[Told]) -> None:
    found = only(imported(tmp_path / "repo", commits), at)
    assert told(found) == expected
    assert (found.missing is None) == bool(expected)


def test_a_change_names_its_commit_and_what_it_came_through(tmp_path: Path) -> None:
    folder = imported(
        tmp_path / "repo",
        [{"a.py": THROUGH.replace(b"pkg.", b""), "names.py": CONSTANT}, {"names.py": b'FAST = ("jamba", "mamba", "dbrx")\n'}],
    )
    found = only(folder, "a.py:5")
    assert found.widened is not None
    assert found.introduced is not None
    assert (found.widened.by, found.widened.subject, found.widened.date[:10]) == ("names.FAST", "change 2 (#2)", "2023-11-16")
    head = subprocess.run(["git", "-C", str(folder), "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout  # noqa: S607
    assert found.widened.commit == head.strip()
    assert (found.introduced.by, found.introduced.path) == (None, "a.py")


def test_what_is_not_committed_yet_is_told_so(tmp_path: Path) -> None:
    made = repository(tmp_path / "repo")
    made.commit("Begin (#1)", pkg__a_py=JAMBA.decode())
    made.write(pkg__a_py=TWO.decode(), pkg__b_py=TWO.decode())
    (_, grown), (_, fresh) = ancestries(made.root)
    assert (grown.changes[0].event, grown.changes[0].commit, grown.changes[0].added) == ("widened", "", ("mamba",))
    assert told(grown)[1] == Told("introduced", 1, ("jamba",))
    assert [(change.event, change.commit) for change in fresh.changes] == [("introduced", "")]


def test_a_folder_inside_a_repository_has_its_history(tmp_path: Path) -> None:
    folder = imported(tmp_path / "repo", [{"sub/a.py": JAMBA}, {"sub/a.py": TWO, "top.py": OTHER}])
    subprocess.run(["git", "-C", str(folder), "checkout", "--quiet", "main"], check=True)  # noqa: S607
    ((_, found),) = ancestries(folder / "sub", "a.py:2")
    assert told(found) == [Told("widened", 2, ("mamba",)), Told("introduced", 1, ("jamba",))]


def test_a_limit_is_told_as_one(tmp_path: Path) -> None:
    folder = imported(tmp_path / "repo", [{"a.py": JAMBA}, *({"a.py": JAMBA + b"x = %d\n" % number} for number in range(9))])
    found = only(folder, "a.py:2", most=3)
    assert (found.changes, found.commits) == ((), 3)
    assert found.missing == "only the last 3 commits that touched its files were looked at: --commits N takes more"
    assert told(only(folder, "a.py:2", most=11)) == [Told("introduced", 1, ("jamba",))]


def test_a_shallow_clone_does_not_pass_for_the_beginning(tmp_path: Path) -> None:
    folder = imported(tmp_path / "repo", [{"a.py": JAMBA}, {"b.py": OTHER}, {"a.py": TWO}])
    subprocess.run(["git", "clone", "--quiet", "--depth=2", folder.as_uri(), str(tmp_path / "shallow")], check=True)  # noqa: S607
    found = only(tmp_path / "shallow", "a.py:2")
    assert told(found) == [Told("widened", 3, ("mamba",))]
    assert found.missing is not None
    assert "this clone is shallow" in found.missing


def test_what_has_no_history_says_so(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "a.py").write_bytes(JAMBA)
    ((_, found),) = ancestries(tmp_path / "tree")
    assert found == Ancestry(changes=(), commits=0, missing="it lies in no git repository")


def test_a_repository_without_a_commit_says_so(tmp_path: Path) -> None:
    made = repository(tmp_path / "repo")
    made.write(a_py=JAMBA.decode())
    ((_, found),) = ancestries(made.root)
    assert found.missing is not None
    assert "empty" in found.missing


@pytest.fixture(scope="module")
def tinytrain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return tinytrain's history."""
    folder = tmp_path_factory.mktemp("history") / "tinytrain"
    oracle.history().build(folder)
    return folder


def test_the_beginnings_are_those_of_the_whole_history(tinytrain: Path, tmp_path: Path) -> None:
    """What is followed in a few files alone begins where the drift of the whole tree says that it was added."""
    marked = [(Mark(number=at, id=id_, date="", subject=""), delta) for at, (id_, delta) in enumerate(steps(tinytrain))]
    kinds = (Filters(), Filters(kind=tuple(sorted(oracle.APART))))
    events = [event for asked in kinds for event in drift(marked, asked, target="", preset="generic").events]
    others = {event.change.id for event in events if event.what != "added"}
    added = {(event.change.id, event.change.path): event.mark.id for event in events if event.what == "added"}
    told_twice = [
        (site.path, site.line, added[site.id, site.path], found.introduced.commit if found.introduced else found.missing)
        for site, found in ancestries(f"{tinytrain}@HEAD", store=Store(tmp_path / "cache"))
        if (site.id, site.path) in added and site.id not in others
    ]
    assert [one for one in told_twice if one[2] != one[3]] == []
    assert len(told_twice) > 40
