"""`migrate --branch`: commits on a new branch, each a step that works by itself, while HEAD, index and work tree stay what they are."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from repositories import ALONE, Repository, repository

Run = Callable[..., tuple[int, str, str]]
LOADER = """\
from kit.falcon import limit

PACKED = ("llama", "qwen2")


def build(cfg, model, kwargs):
    if cfg.model_type == "falcon_h1" and cfg.limited:
        limit(model, cfg.limit)
    if cfg.model_type in ("mamba", "falcon_h1"):
        kwargs.pop("attention", None)
    return kwargs if cfg.model_type in PACKED else {}
"""
CHECK = """\
from types import SimpleNamespace as C
from kit.loader import build

made = []
assert build(C(model_type="falcon_h1", limited=True, limit=3), made, {"attention": 1}) == {} and made == [3]
assert build(C(model_type="llama", limited=True, limit=3), made, {"attention": 1}) == {"attention": 1}
assert build(C(model_type="mamba", limited=True, limit=3), made, {}) == {} and made == [3]
"""
CODE = {"kit____init___py": "", "kit__loader_py": LOADER, "kit__falcon_py": "def limit(model, to):\n    model.append(to)\n"}


@pytest.fixture
def kit(here: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Return a repository with a small framework, in which we are; its author is known."""
    for name, value in ALONE.items():
        monkeypatch.setenv(name, value)
    made = repository(here)
    made.write(check_py=CHECK, **CODE)
    (here / "kit" / "__init__.py").write_text("")
    made.commit("a framework")
    return made


def state(kit: Repository) -> tuple[str, ...]:
    """Return what a branch must not touch."""
    files = sorted(
        (path.as_posix(), path.read_bytes().hex()) for path in kit.root.rglob("*") if path.is_file() and ".git" not in path.parts
    )
    return (kit.git("rev-parse", "HEAD"), kit.git("symbolic-ref", "HEAD"), kit.git("ls-files", "--stage"), str(files))


def titles(kit: Repository, branch: str) -> list[str]:
    return kit.git("log", "--reverse", "--format=%s", f"HEAD..{branch}").splitlines()


def test_one_commit_a_step_the_plumbing_first(kit: Repository, verb: Run) -> None:
    before = state(kit)
    code, out, err = verb("migrate", "--dialect", "vendored", "--branch", "moves", "--model", "mamba", "--model", "falcon_h1")
    assert code == 0, err
    assert titles(kit, "moves") == [
        "Make room for what models say: a registry of models",
        "Move the branches of mamba into its descriptor",
        "Move the branches of falcon_h1 into its descriptor",
    ]
    assert [line.partition(" ")[2] for line in out.splitlines()] == titles(kit, "moves")
    assert state(kit) == before


def test_every_commit_works_by_itself(kit: Repository, verb: Run, tmp_path: Path) -> None:
    verb("migrate", "--dialect", "vendored", "--branch", "moves")
    commits = kit.git("rev-list", "--reverse", "HEAD..moves").splitlines()
    assert len(commits) == 5
    for commit in commits:
        place = tmp_path / commit
        kit.git("worktree", "add", "--quiet", "--detach", str(place), commit)
        for command in (["-m", "compileall", "-q", "kit"], ["-B", "check.py"]):
            ran = subprocess.run([sys.executable, *command], cwd=place, capture_output=True, text=True, check=False)
            assert ran.returncode == 0, ran.stderr
    assert "falcon_h1" not in kit.git("show", "moves:kit/loader.py")


def test_definitions_of_a_model_move_before_its_branches_unless_they_are_left_out(kit: Repository, verb: Run, tmp_path: Path) -> None:
    table = 'COLLATE = {"falcon_h1": falcon_h1_collate}'
    (kit.root / "kit" / "collate.py").write_text(f"def falcon_h1_collate(rows):\n    return rows[:1]\n\n\n{table}\n")
    kit.git("add", "kit/collate.py")
    kit.commit("one model's own")
    code, _, err = verb("migrate", "--dialect", "vendored", "--branch", "moves", "--model", "falcon_h1", "--pr-text", "texts")
    assert code == 0, err
    pages = [path.name for path in sorted((kit.root / "texts").iterdir())]
    assert pages == ["01-plumbing.md", "02-falcon_h1_definitions.md", "03-falcon_h1.md"]
    definitions, branches = ((kit.root / "texts" / name).read_text() for name in pages[1:])
    assert "1 definition of shared code moves to files of the models' own" in definitions
    assert "lies in `kit.model_support.falcon_h1_definitions`" in definitions
    assert "Keys that are added" not in definitions
    assert "| `falcon_h1` | model_type | 3 | `kit.model_support.falcon_h1` |" in branches
    assert titles(kit, "moves")[1:] == [
        "Move the definitions of falcon_h1 into its own file",
        "Move the branches of falcon_h1 into its descriptor",
    ]
    assert "R10 falcon_h1 → move kit.model_support.falcon_h1_definitions.falcon_h1_collate" in kit.git(
        "log", "-1", "--format=%b", "moves~1"
    )
    kit.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "moved"), "moves~1")
    asked = (
        "from kit.collate import falcon_h1_collate as one; assert one([1, 2]) == [1] and one.__module__.endswith('falcon_h1_definitions')"
    )
    ran = subprocess.run([sys.executable, "-B", "-c", asked], cwd=tmp_path / "moved", capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    verb("migrate", "--dialect", "vendored", "--branch", "branches", "--model", "falcon_h1", "--no-moves")
    assert titles(kit, "branches")[1:] == ["Move the branches of falcon_h1 into its descriptor"]


def test_what_lies_in_the_work_tree_or_is_staged_is_not_in_it(kit: Repository, verb: Run) -> None:
    (kit.root / "kit" / "loader.py").write_text(LOADER + "\nMORE = 1\n")
    (kit.root / "kit" / "new.py").write_text("NEW = 1\n")
    kit.git("add", "kit/new.py")
    before = state(kit)
    verb("migrate", "--dialect", "vendored", "--branch", "moves", "--model", "mamba")
    assert "MORE" not in kit.git("show", "moves:kit/loader.py")
    assert "kit/new.py" not in kit.git("ls-tree", "-r", "--name-only", "moves").splitlines()
    assert state(kit) == before


def test_the_user_says_the_order(kit: Repository, verb: Run) -> None:
    (kit.root / "order").write_text("qwen2\nmamba  # small\n")
    verb("migrate", "--dialect", "vendored", "--branch", "moves", "--order", "order")
    assert [title.split()[-4] for title in titles(kit, "moves")[1:]] == ["qwen2", "mamba", "llama", "falcon_h1"]


def test_the_text_of_each_pull_request_lies_beside_it(kit: Repository, verb: Run) -> None:
    code, _, err = verb("migrate", "--dialect", "vendored", "--branch", "moves", "--model", "falcon_h1", "--pr-text", "texts")
    assert code == 0, err
    assert sorted(path.name for path in (kit.root / "texts").iterdir()) == ["01-plumbing.md", "02-falcon_h1.md"]
    text = (kit.root / "texts" / "02-falcon_h1.md").read_text()
    assert text.startswith("# Move the branches of falcon_h1 into its descriptor\n\n## What does this PR do?\n")
    assert "This is part 2 of 2" in text
    assert "### What moves where\n" in text
    base, tip = (kit.git("rev-parse", name)[:12] for name in ("moves~1", "moves"))
    assert f"namebranch prove .@{base} .@{tip}" in text
    code, _, err = verb("migrate", "--dialect", "vendored", "--branch", "others", "--model", "falcon_h1", "--pr-text", "texts")
    assert code == 2
    assert "is not written over" in err
    assert kit.git("branch", "--format=%(refname:short)").split() == ["main", "moves"]


def test_a_folder_of_a_repository_changes_only_there(here: Path, verb: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ALONE.items():
        monkeypatch.setenv(name, value)
    made = repository(here)
    made.write(readme_py="outside = 1\n", **{f"inside__{name}": text for name, text in CODE.items()})
    (here / "inside" / "kit" / "__init__.py").write_text("")
    (here / "inside" / "kit" / "falcon.py").chmod(0o755)
    made.commit("all of it")
    code, _, err = verb("migrate", "inside", "--dialect", "vendored", "--branch", "moves", "--model", "mamba")
    assert code == 0, err
    changed = made.git("diff", "--name-only", "main", "moves").splitlines()
    assert "inside/kit/loader.py" in changed
    assert all(path.startswith("inside/kit/") for path in changed)
    assert made.git("ls-tree", "moves", "inside/kit/falcon.py").startswith("100755")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(("--branch", "main", "--model", "mamba"), "there is a branch main already", id="a branch that is there"),
        pytest.param(("--branch", "a..b", "--model", "mamba"), "is no name for a branch", id="a name that is none"),
        pytest.param(("--branch", "", "--model", "mamba"), "is no name for a branch", id="no name"),
        pytest.param(("--branch", "moves", "--model", "gemma3"), "nothing would move", id="nothing to move"),
        pytest.param(("--branch", "moves", "--model", "mamba", "--write"), "leave --write", id="a branch and the work tree"),
        pytest.param(("--pr-text", "texts", "--model", "mamba"), "--pr-text goes with --branch", id="texts without a branch"),
    ],
)
def test_what_cannot_be_done_leaves_no_branch(kit: Repository, verb: Run, arguments: tuple[str, ...], words: str) -> None:
    before = state(kit)
    code, out, err = verb("migrate", "--dialect", "vendored", *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert kit.git("branch", "--format=%(refname:short)").split() == ["main"]
    assert state(kit) == before


def test_who_commits_must_be_known(kit: Repository, verb: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(("GIT_AUTHOR_", "GIT_COMMITTER_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(kit.root))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(kit.root))
    kit.git("config", "user.useConfigOnly", "true")
    code, _, err = verb("migrate", "--dialect", "vendored", "--branch", "moves", "--model", "mamba")
    assert code == 2
    assert "set user.name and user.email" in err
    kit.git("config", "user.name", "Ada")
    kit.git("config", "user.email", "ada@example.invalid")
    assert verb("migrate", "--dialect", "vendored", "--branch", "moves", "--model", "mamba")[0] == 0
    assert kit.git("log", "-1", "--format=%an <%ce>", "moves") == "Ada <ada@example.invalid>"


def test_no_hook_of_the_repository_runs(kit: Repository, verb: Run) -> None:
    for name in ("reference-transaction", "pre-commit", "commit-msg", "post-commit"):
        hook = kit.root / ".git" / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch {kit.root}/ran-{name}\n")
        hook.chmod(0o755)
    kit.git("config", "core.fsmonitor", f"touch {kit.root}/ran-fsmonitor")
    assert verb("migrate", "--dialect", "vendored", "--branch", "moves", "--model", "mamba")[0] == 0
    assert list(kit.root.glob("ran-*")) == []


def test_an_archive_has_no_branches(kit: Repository, verb: Run) -> None:
    kit.git("archive", "--format=zip", "--output=kit.zip", "HEAD")
    code, _, err = verb("migrate", "kit.zip", "--dialect", "vendored", "--branch", "moves", "--model", "mamba")
    assert code == 2
    assert "is no repository" in err


def test_the_plumbing_alone_is_a_step_of_its_own(kit: Repository, verb: Run) -> None:
    code, _, err = verb("migrate", "--dialect", "vendored", "--plumbing", "--write")
    assert code == 0, err
    assert (kit.root / "kit" / "model_support" / "registry.py").is_file()
    assert (kit.root / "kit" / "loader.py").read_text() == LOADER
    _, out, _ = verb("migrate", "--dialect", "vendored", "--plumbing")
    assert out == ""
