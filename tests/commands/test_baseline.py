"""The verb `baseline`: what each part writes, and what it leaves alone."""

from collections.abc import Callable
from pathlib import Path

import pytest
from repositories import repository

Verb = Callable[..., tuple[int, str, str]]

LOAD = 'def load(cfg):\n    if cfg.model_type == "jamba":\n        return 1\n    return 0\n'
MORE = LOAD + '\n\ndef save(cfg):\n    if cfg.model_type == "dbrx":\n        return 2\n'
WIDER = LOAD.replace('== "jamba"', 'in ("jamba", "dbrx")')
NOTES, LINES = ".namebranch/notes.toml", ".namebranch/baseline.txt"


@pytest.fixture
def tree(here: Path) -> Path:
    """Return a folder with one branch, in which we are."""
    (here / "a.py").write_text(LOAD)
    return here


def ids(verb: Verb, *words: str) -> list[str]:
    """Return the ids of what a check calls so."""
    lines = verb("check", "-q", "--format", "short")[1].splitlines()
    return [line.split()[-1] for line in lines if not words or line.split()[1] in words]


def entries(root: Path) -> list[str]:
    """Return the lines of a baseline that are branches."""
    return [line for line in (root / LINES).read_text().splitlines() if line[:1] not in {"#", "@"}]


def test_adding_one_writes_its_line_and_the_reason(tree: Path, verb: Verb) -> None:
    (id_,) = ids(verb)
    code, _, err = verb("baseline", "add", id_, "--reason", "needed", "--owner", "me", "--issue", "#7", "--until", "2027-01-31", "-q")
    assert (code, err) == (0, f"1 accepted; wrote {LINES} and {NOTES}\n")
    assert entries(tree) == [f"{id_} NB101 a.py::load model_type == jamba"]
    assert f'[accepted.{id_}]\nreason = "needed"\nowner = "me"\nissue = "#7"\nuntil = "2027-01-31"\n' in (tree / NOTES).read_text()
    assert verb("check", "--today", "2027-01-31")[0] == 0
    assert verb("check", "--today", "2027-02-01")[0] == 3


def test_all_of_today_is_accepted_with_one_reason(tree: Path, verb: Verb) -> None:
    (tree / "a.py").write_text(MORE)
    assert verb("baseline", "add", "--all", "--reason", "as of adoption")[0] == 0
    assert (len(entries(tree)), (tree / NOTES).read_text().count("reason")) == (2, 1)
    assert verb("check")[0] == 0


def test_a_branch_that_was_widened_is_accepted_in_the_place_of_what_it_was(tree: Path, verb: Verb) -> None:
    verb("baseline", "add", "--all", "--reason", "why")
    (tree / "a.py").write_text(WIDER)
    (id_,) = ids(verb, "widened")
    assert verb("baseline", "add", id_, "--reason", "why")[0] == 0
    assert entries(tree) == [f"{id_} NB102 a.py::load model_type in dbrx,jamba"]


def test_a_target_elsewhere_comes_first(tree: Path, verb: Verb, monkeypatch: pytest.MonkeyPatch) -> None:
    (id_,) = ids(verb)
    monkeypatch.chdir(tree.parent)
    assert verb("baseline", "add", tree.name, id_, "--reason", "why")[0] == 0
    assert verb("check", tree.name)[0] == 0
    assert not (tree.parent / ".namebranch").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        pytest.param(["add", "--all"], "Missing option '--reason'", id="no reason"),
        pytest.param(["add", "--all", "--reason", " "], "--reason is empty", id="an empty reason"),
        pytest.param(["add", "--reason", "why"], "name the IDs", id="no id"),
        pytest.param(["add", "--all", "0123456789abcdef", "--reason", "why"], "name the IDs", id="an id and all"),
        pytest.param(["add", "0123456789abcdef", "--reason", "why"], "0123456789abcdef: no branch", id="an id of nothing"),
        pytest.param(["add", ".", "0123", "--reason", "why"], "'0123' is no ID", id="half an id"),
        pytest.param(["add", "--all", "--reason", "why", "--until", "soon"], "'soon' does not match", id="no day"),
        pytest.param(["drop", "--reason", "why"], "name the IDs", id="drop no id"),
        pytest.param(["drop", "0123456789abcdef"], "Missing option '--reason'", id="drop for no reason"),
    ],
)
def test_it_is_refused_and_nothing_is_written(tree: Path, verb: Verb, words: list[str], says: str) -> None:
    code, _, err = verb("baseline", *words)
    assert (code, says in err, (tree / ".namebranch").exists()) == (2, True, False), err


def test_what_was_lost_goes_only_by_drop(tree: Path, verb: Verb) -> None:
    (tree / "a.py").write_text(MORE)
    (tree / "b.py").write_text('X = "dbrx"\n')
    verb("baseline", "add", "--all", "--reason", "why")
    (tree / "a.py").write_text(LOAD)
    (id_,) = ids(verb, "lost")
    assert verb("baseline", "update")[0] == 0
    assert (len(entries(tree)), verb("check", "--fix")[0]) == (2, 1)
    assert verb("baseline", "drop", id_, "--reason", "never worked")[0] == 0
    assert (len(entries(tree)), verb("check")[0]) == (1, 0)
    assert f'[dropped.{id_}]\nreason = "never worked"\n' in (tree / NOTES).read_text()


def test_an_update_twice_is_one(tree: Path, verb: Verb) -> None:
    verb("baseline", "add", "--all", "--reason", "why")
    (tree / "a.py").rename(tree / "b.py")
    assert verb("baseline", "update")[2].endswith(f"1 lines before, 1 now; wrote {LINES}\n")
    assert verb("baseline", "update")[2].endswith("1 lines before, 1 now; nothing to write\n")
    assert entries(tree)[0].split()[2] == "b.py::load"


def test_an_update_without_a_baseline_says_how_to_begin(tree: Path, verb: Verb) -> None:
    code, _, err = verb("baseline", "update")
    assert (code, "baseline add --all" in err, (tree / ".namebranch").exists()) == (0, True, False)


def test_show_lists_what_is_accepted_with_the_reason(tree: Path, verb: Verb) -> None:
    (id_,) = ids(verb)
    verb("baseline", "add", id_, "--reason", "needed", "--issue", "#7")
    assert verb("baseline", "show")[1] == f"{id_} NB101 a.py::load model_type == jamba\n    needed (issue #7)\n"
    assert verb("baseline", "show", "--model", "dbrx")[1] == ""


def test_diff_says_what_would_change(tree: Path, verb: Verb) -> None:
    verb("baseline", "add", "--all", "--reason", "why")
    assert verb("baseline", "diff")[1] == ""
    (tree / "a.py").write_text(MORE.replace("def load", "def loads"))
    signs = [(line[0], line.split()[3]) for line in verb("baseline", "diff")[1].splitlines()]
    assert sorted(signs) == [("+", "a.py::loads"), ("+", "a.py::save"), ("-", "a.py::load")]


def test_prune_takes_out_words_about_what_is_gone(tree: Path, verb: Verb) -> None:
    (id_,) = ids(verb)
    verb("baseline", "add", id_, "--reason", "why")
    (tree / "a.py").write_text("x = 1\n")
    verb("baseline", "update")
    assert id_ in (tree / NOTES).read_text()
    assert verb("baseline", "prune")[0] == 0
    assert id_ not in (tree / NOTES).read_text()


def test_a_link_is_not_written_through(tree: Path, verb: Verb) -> None:
    (tree / ".namebranch").mkdir()
    (tree / "elsewhere.txt").write_text("mine")
    (tree / LINES).symlink_to(tree / "elsewhere.txt")
    code, _, err = verb("baseline", "add", "--all", "--reason", "why")
    assert (code, "is a link" in err, (tree / "elsewhere.txt").read_text()) == (2, True, "mine")


def test_the_mode_of_a_file_is_kept_and_nothing_else_is_left(tree: Path, verb: Verb) -> None:
    verb("baseline", "add", "--all", "--reason", "why")
    (tree / LINES).chmod(0o640)
    (tree / "a.py").write_text("x = 1\n")
    verb("baseline", "update")
    assert (tree / LINES).stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in (tree / ".namebranch").iterdir()) == ["baseline.txt", "notes.toml"]


def test_a_revision_has_no_place_for_it(tree: Path, verb: Verb) -> None:
    repository(tree).commit("one")
    code, _, err = verb("baseline", "add", ".@HEAD", "--all", "--reason", "why")
    assert (code, "is no work tree" in err) == (2, True)
