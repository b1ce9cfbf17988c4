"""The verb `check` on real folders and repositories: what it answers, what it says, and that it touches nothing."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from repositories import Repository, repository

import namebranch

Verb = Callable[..., tuple[int, str, str]]

LOAD = 'def load(cfg):\n    if cfg.model_type == "jamba":\n        return 1\n    return 0\n'
MORE = LOAD + '\n\ndef save(cfg):\n    if cfg.model_type == "dbrx":\n        return 2\n'
WIDER = LOAD.replace('== "jamba"', 'in ("jamba", "dbrx")')
REGISTRY = 'from . import jamba\n\n_ALL = {"jamba": jamba}\n'
BUDGET = '[[budget]]\npaths = ["pkg/"]\nmax = {}\nreason = "the end state"\n'


def write(root: Path, files: Mapping[str, str]) -> None:
    """Write files below a folder; one without text is removed."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text) if text else (root / name).unlink()


@pytest.mark.parametrize(
    ("accepted", "now", "code"),
    [
        pytest.param({"pkg/a.py": "x = 1\n"}, {}, 0, id="nothing there, nothing accepted"),
        pytest.param({"pkg/a.py": LOAD}, {}, 0, id="as accepted"),
        pytest.param({"pkg/a.py": LOAD}, {"pkg/a.py": f"# words\n{LOAD}"}, 0, id="the same on other lines"),
        pytest.param({"pkg/a.py": LOAD}, {"pkg/a.py": MORE}, 1, id="new"),
        pytest.param({"pkg/a.py": LOAD}, {"pkg/a.py": WIDER}, 1, id="widened"),
        pytest.param({"pkg/a.py": MORE}, {"pkg/a.py": LOAD, "pkg/b.py": 'X = "dbrx"\n'}, 1, id="lost"),
        pytest.param({"pkg/a.py": MORE}, {"pkg/a.py": LOAD}, 3, id="dropped with its name: the baseline is due"),
        pytest.param({"pkg/a.py": WIDER}, {"pkg/a.py": LOAD}, 3, id="narrowed"),
        pytest.param({"pkg/a.py": LOAD}, {"pkg/a.py": "", "pkg/b.py": LOAD}, 3, id="moved"),
        pytest.param({"pkg/a.py": LOAD}, {"pkg/a.py": "x = 1\n", "pkg/registry.py": REGISTRY}, 3, id="taken over"),
        pytest.param({"pkg/a.py": LOAD}, {"pkg/a.py": LOAD.replace(":\n        return 1", "\n        return 1")}, 4, id="not to be read"),
        pytest.param(
            {"pkg/a.py": LOAD},
            {"pkg/b.py": MORE.replace("load", "f"), "pkg/c.py": LOAD.replace(":\n        return 1", "\n")},
            1,
            id="new, and not to be read",
        ),
        pytest.param({"pkg/a.py": LOAD}, {"pkg/a.py": MORE.replace('"dbrx":', '"dbrx":  # namebranch: keep[NB101] why')}, 0, id="kept"),
        pytest.param({"pkg/a.py": LOAD}, {"pkg/a.py": MORE.replace('"dbrx":', '"dbrx":  # namebranch: todo[NB101] why')}, 0, id="owed"),
        pytest.param(
            {"pkg/a.py": LOAD}, {"pkg/a.py": MORE.replace('"dbrx":', '"dbrx":  # namebranch: keep[NB101]')}, 1, id="kept for no reason"
        ),
        pytest.param({"pkg/a.py": LOAD}, {"pkg/b.py": "x = 1  # namebranch: keep[NB101] why\n"}, 3, id="a comment that covers nothing"),
        pytest.param(
            {"pkg/a.py": LOAD},
            {"pkg/a.py": MORE.replace('"dbrx":', '"dbrx":  # namebranch: keep[NB101] why (until=2026-01-31)')},
            3,
            id="kept until a day that is over",
        ),
        pytest.param({"pkg/a.py": LOAD}, {"namebranch.toml": BUDGET.format(0)}, 1, id="over budget"),
        pytest.param({"pkg/a.py": LOAD}, {"namebranch.toml": BUDGET.format(1)}, 0, id="just in budget"),
        pytest.param({"pkg/a.py": LOAD}, {"namebranch.toml": BUDGET.format(2)}, 0, id="below budget"),
        pytest.param({"pkg/a.py": LOAD}, {"pkg/a.py": MORE, "namebranch.toml": 'ignore = ["NB101"]\n'}, 3, id="a rule that is ignored"),
        pytest.param({"pkg/a.py": LOAD}, {".namebranch/baseline.txt": "nonsense\n"}, 2, id="a baseline that is none"),
        pytest.param({"pkg/a.py": LOAD}, {".namebranch/notes.toml": "[x]\n"}, 2, id="notes that are none"),
        pytest.param({"pkg/a.py": LOAD}, {"namebranch.toml": "budgets = 1\n"}, 2, id="settings that are none"),
    ],
)
def test_the_exit_code_when(here: Path, verb: Verb, accepted: dict[str, str], now: dict[str, str], code: int) -> None:
    write(here, accepted)
    assert verb("baseline", "add", "--all", "--reason", "as of adoption")[0] == 0
    write(here, now)
    found, out, err = verb("check", "--today", "2026-06-01")
    assert found == code, out + err
    assert verb("check", "--today", "2026-06-01", "--exit-zero")[0] == (2 if code == 2 else 0)


@pytest.mark.parametrize("arguments", ["check", "check --registry", "audit"])
def test_where_there_is_no_file_nothing_is_called_good_without_saying_so(here: Path, verb: Verb, arguments: str) -> None:
    write(here, {"notes.txt": "no code here\n"})
    code, out, _ = verb(*arguments.split())
    assert (code, "No Python file here, so nothing was looked at." in out) == (0, True)
    assert "Nothing was found to be wrong" not in out


def test_without_a_baseline_everything_is_new_and_it_is_said_how_to_begin(here: Path, verb: Verb) -> None:
    write(here, {"pkg/a.py": LOAD})
    code, out, _ = verb("check")
    assert code == 1
    assert "namebranch baseline add --all --reason 'as of adoption'" in out


def test_a_new_branch_comes_with_its_chain_a_line_to_keep_it_and_a_command_to_accept_it(here: Path, verb: Verb) -> None:
    write(here, {"pkg/a.py": LOAD.replace("    return 0", '    elif cfg.model_type == "dbrx":\n        return 2')})
    code, out, _ = verb("check")
    assert code == 1
    assert 'NB101 cfg.model_type == "dbrx"' in out
    assert "pkg/a.py:4:10  load, arm 2 of the chain of ifs " in out
    assert "# namebranch: keep[NB101] WHY" in out
    assert "namebranch baseline add " in out


def test_what_a_message_says_to_paste_helps(here: Path, verb: Verb) -> None:
    write(here, {"pkg/a.py": MORE})
    words = [line.partition("  accept   namebranch ")[2].split() for line in verb("check")[1].splitlines() if "  accept " in line]
    for accept in words:
        assert verb(*accept)[0] == 0
    assert (len(words), verb("check")[0]) == (2, 0)


def test_fix_brings_the_baseline_up_to_date_and_adds_nothing(here: Path, verb: Verb) -> None:
    write(here, {"pkg/a.py": WIDER})
    verb("baseline", "add", "--all", "--reason", "why")
    write(here, {"pkg/a.py": LOAD})
    assert verb("check", "--fix")[0] == 0
    text = (here / ".namebranch/baseline.txt").read_text()
    write(here, {"pkg/a.py": MORE})
    assert verb("check", "--fix")[0] == 1
    assert (here / ".namebranch/baseline.txt").read_text() == text


def test_short_says_one_line_a_change(here: Path, verb: Verb) -> None:
    write(here, {"pkg/a.py": MORE})
    _, out, _ = verb("check", "--format", "short")
    assert [line.rpartition(" ")[0] for line in out.splitlines()] == [
        'pkg/a.py:2:8: new NB101 cfg.model_type == "jamba"  [load]',
        'pkg/a.py:8:8: new NB101 cfg.model_type == "dbrx"  [save]',
    ]


@pytest.mark.parametrize(
    ("filters", "code"),
    [
        pytest.param(["--path", "pkg/a.py"], 1, id="the file"),
        pytest.param(["--path", "pkg/b.py"], 0, id="another file"),
        pytest.param(["--model", "jamba"], 1, id="the model"),
        pytest.param(["--model", "dbrx"], 0, id="another model"),
        pytest.param(["--rule", "NB102"], 0, id="another rule"),
    ],
)
def test_filters_choose_what_is_judged(here: Path, verb: Verb, filters: list[str], code: int) -> None:
    write(here, {"pkg/a.py": LOAD})
    assert verb("check", *filters)[0] == code


def test_a_report_goes_to_a_file(here: Path, verb: Verb) -> None:
    write(here, {"pkg/a.py": LOAD})
    assert verb("check", "--report", "short=out.txt")[0] == 1
    assert (here / "out.txt").read_text().startswith("pkg/a.py:2:8: new NB101")
    assert verb("check", "--report", "none=out.txt")[0] == 2


# -- against a revision


@pytest.fixture
def repo(here: Path) -> Repository:
    """Return a repository with one commit, in whose work tree we are."""
    made = repository(here)
    made.commit("one", pkg__a_py=LOAD)
    return made


def test_a_branch_that_came_later_is_new(repo: Repository, verb: Verb) -> None:
    repo.commit("two", pkg__a_py=MORE)
    assert verb("check", "--against", "HEAD~1")[0] == 1
    assert verb("check", "--against", "HEAD")[0] == 0
    assert verb("check", ".@HEAD~1", "--against", "HEAD~1")[0] == 0


def test_what_came_on_the_other_side_since_is_not_ours(repo: Repository, verb: Verb) -> None:
    repo.git("checkout", "-q", "-b", "ours")
    repo.commit("ours", pkg__b_py="x = 1\n")
    repo.git("checkout", "-q", "main")
    repo.commit("theirs", pkg__a_py=MORE)
    repo.git("checkout", "-q", "ours")
    code, out, _ = verb("check", "--against", "main")
    assert (code, "main (parted at " in out) == (0, True)


def test_what_the_baseline_accepts_is_not_new_against_a_revision(repo: Repository, verb: Verb) -> None:
    write(repo.root, {"pkg/a.py": MORE})
    verb("baseline", "add", "--all", "--reason", "why")
    repo.commit("two")
    code, out, _ = verb("check", "--against", "HEAD~1")
    assert (code, "and baseline" in out) == (0, True)
    repo.commit("three", pkg__a_py=MORE.replace("dbrx", "gemma3"))
    assert verb("check", "--against", "HEAD~1")[0] == 1


def test_what_was_lost_against_a_revision_may_be_let_go(repo: Repository, verb: Verb) -> None:
    repo.commit("two", pkg__a_py="x = 1\n", pkg__b_py='X = "jamba"\n')
    code, out, _ = verb("check", "--against", "HEAD~1", "--format", "short")
    assert code == 1
    assert verb("baseline", "drop", out.split()[-1], "--reason", "never worked")[0] == 0
    repo.git("add", "--all")
    code, out, _ = verb("check", "--against", "HEAD~1", "--format", "short")
    assert (code, out.split()[1:3]) == (0, ["dropped", "NB101"])


def test_what_is_staged_is_seen_and_what_is_not_is_not(repo: Repository, verb: Verb) -> None:
    write(repo.root, {"pkg/a.py": MORE})
    assert verb("check", "--against", "HEAD")[0] == 0
    repo.git("add", "pkg/a.py")
    write(repo.root, {"pkg/a.py": LOAD})
    code, _, err = verb("check", "--against", "HEAD")
    assert (code, "what lies in the work tree besides is not read" in err) == (1, True)


def test_a_file_whose_removal_is_staged_is_gone(repo: Repository, verb: Verb) -> None:
    repo.git("rm", "-q", "--cached", "pkg/a.py")
    code, out, _ = verb("check", "--against", "HEAD", "--format", "short")
    assert (code, out.split()[1]) == (0, "dropped")


def test_a_folder_of_a_repository_is_a_target_too(repo: Repository, verb: Verb) -> None:
    repo.commit("two", pkg__sub__b_py=LOAD)
    assert verb("check", "pkg/sub", "--against", "HEAD~1")[0] == 1
    assert verb("check", "pkg", "--against", "HEAD~1", "--path", "a.py")[0] == 0


def test_before_the_first_commit_there_is_nothing_to_compare_with(here: Path, verb: Verb) -> None:
    repository(here)
    write(here, {"pkg/a.py": LOAD})
    code, _, err = verb("check", "--against", "main")
    assert (code, "the repository is empty" in err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        pytest.param(["--against", "mian"], "did you mean main?", id="a revision that does not exist"),
        pytest.param(["--against", "other"], "no commit in common", id="a history of its own"),
    ],
)
def test_no_such_thing(repo: Repository, verb: Verb, arguments: list[str], says: str) -> None:
    tree = repo.git("rev-parse", "HEAD^{tree}")
    repo.git("update-ref", "refs/heads/other", repo.git("commit-tree", tree, "-m", "alone"))
    code, _, err = verb("check", *arguments)
    assert (code, says in err) == (2, True)


def test_a_shallow_clone_names_its_horizon(repo: Repository, verb: Verb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit("two", pkg__a_py=MORE)
    repo.git("checkout", "-q", "-b", "side", "HEAD~1")
    repo.commit("three", pkg__b_py="x = 1\n")
    repo.git("clone", "-q", "--depth", "1", "--no-single-branch", f"file://{repo.root}", str(tmp_path / "shallow"))
    monkeypatch.chdir(tmp_path / "shallow")
    code, _, err = verb("check", "--against", "origin/main")
    assert (code, "horizon" in err, "git fetch --unshallow" in err) == (4, True, True)


def test_no_repository_has_no_revisions(here: Path, verb: Verb) -> None:
    write(here, {"pkg/a.py": LOAD})
    code, _, err = verb("check", "--against", "main")
    assert (code, "not in a git repository" in err) == (2, True)


# -- where it could go


def test_what_fails_is_told_where_it_could_go(here: Path, verb: Verb) -> None:
    write(here, {"pkg/__init__.py": "x = 1\n", "pkg/a.py": LOAD})
    code, out, _ = verb("check")
    assert code == 1
    assert "  moves to " in out
    assert "  said in  pkg.model_support." in out
    assert "namebranch migrate --dialect vendored --at pkg/a.py:" in out
    (first, *_) = json.loads(verb("check", "--format", "json")[1])["destinations"]
    assert (first["dialect"], first["rule"], first["command"][0]) == ("vendored", "R4", "migrate")


def test_what_lies_in_no_package_is_told_the_command_alone(here: Path, verb: Verb) -> None:
    write(here, {"a.py": LOAD})
    code, out, _ = verb("check")
    assert code == 1
    assert "moves to" not in out
    assert "namebranch migrate --at a.py:" in out


# -- touching nothing


def state(root: Path) -> dict[str, tuple[int, int, bytes]]:
    """Return all files of a repository, git's own too: when each was changed, its mode, and its bytes."""
    return {
        str(path.relative_to(root)): (path.stat().st_mtime_ns, path.stat().st_mode, path.read_bytes())
        for path in root.rglob("*")
        if path.is_file() and not path.is_symlink()
    }


def test_a_dirty_tree_its_index_and_its_refs_stay_as_they_are(repo: Repository, verb: Verb) -> None:
    write(repo.root, {"pkg/a.py": MORE, "pkg/new.py": LOAD, "pkg/staged.py": LOAD})
    repo.git("add", "pkg/staged.py")
    os.utime(repo.root / "pkg/a.py", (1, 1))
    before = state(repo.root)
    assert verb("check")[0] == 1
    assert verb("check", "--against", "HEAD")[0] == 1
    assert verb("check", ".@HEAD")[0] == 1
    assert verb("baseline", "show")[0] == 0
    assert state(repo.root) == before


def python_path() -> dict[str, str]:
    """Return an environment in which a child finds this checkout."""
    path = os.pathsep.join(filter(None, [str(Path(namebranch.__file__).parent / "build/typing"), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path}


READ_ONLY = """
mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && cd "$1" || exit 90
touch x 2>/dev/null && exit 91
"$2" -m namebranch check; one=$?
"$2" -m namebranch check --against HEAD; echo "codes $one $?"
"""


def test_a_tree_on_a_read_only_mount_is_checked(repo: Repository) -> None:
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    words = ["unshare", *user, "--mount", "sh", "-c", READ_ONLY, "sh", str(repo.root), sys.executable]
    ran = subprocess.run(words, env=python_path(), capture_output=True, text=True, check=False)
    assert ran.stdout.splitlines()[-1:] == ["codes 1 0"], ran


def hooked(repo: Repository, *arguments: str) -> None:
    """Let every commit be checked, and what the check said be kept."""
    hook = repo.root / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    command = f"{sys.executable} -m namebranch check {' '.join(arguments)}"
    hook.write_text(f"#!/bin/sh\n{command} --format short >../said.txt 2>&1\n")
    hook.chmod(0o755)


def committed(repo: Repository, *arguments: str) -> bool:
    """Return whether a commit goes through."""
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.invalid"]
    command = ["git", *identity, "commit", "-q", "-m", "more", *arguments]
    return subprocess.run(command, cwd=repo.root, env=python_path(), check=False).returncode == 0


@pytest.mark.parametrize("arguments", [[], ["--against", "HEAD"]], ids=["with a baseline", "with HEAD"])
def test_inside_a_commit_that_commit_is_judged(repo: Repository, verb: Verb, arguments: list[str]) -> None:
    verb("baseline", "add", "--all", "--reason", "why")
    repo.commit("two")
    hooked(repo, *arguments)
    write(repo.root, {"pkg/b.py": "x = 1\n", "pkg/a.py": MORE})
    repo.git("add", "pkg/b.py")
    assert committed(repo), "what is only in the work tree is not judged"
    assert not committed(repo, "-a"), "with -a it is"
    assert "new NB101" in (repo.root.parent / "said.txt").read_text()
    repo.git("add", "pkg/a.py")
    write(repo.root, {"pkg/c.py": "x = 1\n"})
    repo.git("add", "pkg/c.py")
    assert committed(repo, "pkg/c.py"), "of one file, though another one is staged"
    assert not committed(repo)


# -- quick


def test_an_unchanged_check_imports_no_parser_and_nothing_that_finds(here: Path, verb: Verb) -> None:
    write(here, {"pkg/a.py": LOAD})
    verb("baseline", "add", "--all", "--reason", "why")
    assert verb("check")[0] == 0
    code = "import sys; from namebranch.__main__ import main; code = main(['check']); print(code, *sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], env=python_path(), capture_output=True, text=True, check=True)
    found = ran.stdout.splitlines()[-1].split()
    assert found[0] == "0"
    heavy = {"libcst", "jinja2", "networkx", "multiprocessing", "rapidfuzz", "ahocorasick", "tomlkit", "namebranch.analyzer.analysis"}
    assert heavy & set(found) == set()
