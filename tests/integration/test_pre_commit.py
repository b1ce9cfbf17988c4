"""The hooks under the real pre-commit, in repositories of their own: what stops a commit, what does not, and that nothing is touched."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from checkout import checkout
from repositories import ALONE, Repository, repository
from runner import ROOT

HOOKS: dict[str, dict[str, Any]] = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
CLEAN = "def load(cfg):\n    return cfg.model_type\n"
BRANCH = 'def load(cfg):\n    if cfg.model_type == "jamba":\n        return 1\n    return 0\n'
OTHER = 'def save(cfg):\n    if cfg.model_type == "mixtral":\n        return 1\n    return 0\n'


def environment(place: Path) -> dict[str, str]:
    """Return an environment in which git finds the hooks' tools, and pre-commit keeps its state below *place*."""
    tools = place / "bin"
    tools.mkdir(parents=True, exist_ok=True)
    script = tools / "namebranch"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m namebranch "$@"\n')
    script.chmod(0o755)
    path = os.pathsep.join([str(tools), str(Path(sys.executable).parent), os.environ["PATH"]])
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**kept, **ALONE, "PATH": path, "PRE_COMMIT_HOME": str(place / "pre-commit"), "XDG_CACHE_HOME": str(place / "cache")}


def here(*ids: str) -> str:
    """Return a configuration with these hooks as the manifest has them, but run by the namebranch under test."""
    hooks = [{**HOOKS[name], "language": "system"} for name in ids]
    return yaml.safe_dump({"repos": [{"repo": "local", "hooks": hooks}]})


def attempt(where: Repository, given: Mapping[str, str], *command: str) -> tuple[int, str]:
    """Run *command* there and return its exit code, and all it printed."""
    ran = subprocess.run(command, cwd=where.root, env=dict(given), capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


@pytest.fixture
def framework(tmp_path: Path) -> Repository:
    """Return a repository with the hooks installed, and two files without a branch."""
    made = repository(tmp_path / "framework")
    (made.root / ".pre-commit-config.yaml").write_text(here("namebranch", "namebranch-all"))
    made.commit("first", pkg__load_py=CLEAN, pkg__other_py=CLEAN)
    code, told = attempt(made, environment(tmp_path), "pre-commit", "install", "--hook-type", "pre-commit", "--hook-type", "pre-push")
    assert code == 0, told
    return made


@pytest.fixture
def given(tmp_path: Path) -> dict[str, str]:
    """Return the environment of the hooks."""
    return environment(tmp_path)


def test_the_manifest_is_one() -> None:
    tool = shutil.which("pre-commit", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    assert tool
    subprocess.run([tool, "validate-manifest", str(ROOT / ".pre-commit-hooks.yaml")], check=True)


def test_a_commit_that_adds_a_branch_is_refused_and_says_which(framework: Repository, given: dict[str, str]) -> None:
    framework.write(pkg__load_py=BRANCH)
    framework.git("add", "--all")
    code, told = attempt(framework, given, "git", "commit", "--message", "more")
    assert code == 1
    assert "pkg/load.py" in told
    assert "jamba" in told
    assert framework.git("rev-list", "--count", "HEAD") == "1"


def test_a_commit_without_a_new_branch_goes_through(framework: Repository, given: dict[str, str]) -> None:
    framework.write(pkg__load_py=CLEAN + "\n\ndef more():\n    return 2\n")
    framework.git("add", "--all")
    code, told = attempt(framework, given, "git", "commit", "--message", "more")
    assert code == 0, told


def test_what_stood_before_and_moves_is_not_new(framework: Repository, given: dict[str, str]) -> None:
    framework.git("commit", "--quiet", "--no-verify", "--allow-empty", "--message", "empty")
    framework.write(pkg__load_py=BRANCH)
    framework.git("add", "--all")
    framework.git("commit", "--quiet", "--no-verify", "--message", "old branch")
    framework.git("mv", "pkg/load.py", "pkg/loading.py")
    code, told = attempt(framework, given, "git", "commit", "--message", "move")
    assert code == 0, told


def test_only_what_is_staged_counts(framework: Repository, given: dict[str, str]) -> None:
    framework.write(pkg__load_py=CLEAN + "\n\ndef more():\n    return 2\n")
    framework.git("add", "--all")
    framework.write(pkg__other_py=OTHER)
    code, told = attempt(framework, given, "git", "commit", "--message", "staged only")
    assert code == 0, told
    assert (framework.root / "pkg" / "other.py").read_text() == OTHER


def test_a_commit_of_one_path_looks_at_that_path(framework: Repository, given: dict[str, str]) -> None:
    framework.write(pkg__load_py=BRANCH, pkg__other_py=CLEAN + "\nX = 1\n")
    code, told = attempt(framework, given, "git", "commit", "--message", "one path", "--", "pkg/other.py")
    assert code == 0, told
    code, told = attempt(framework, given, "git", "commit", "--message", "the other", "--", "pkg/load.py")
    assert code == 1, told


def test_a_commit_of_no_python_asks_nothing(framework: Repository, given: dict[str, str]) -> None:
    (framework.root / "README.md").write_text("words\n")
    framework.git("add", "--all")
    code, told = attempt(framework, given, "git", "commit", "--message", "words")
    assert code == 0, told
    assert "no files to check" in told


def test_a_push_is_held_to_the_whole_repository(framework: Repository, given: dict[str, str]) -> None:
    remote = framework.root.with_name("remote.git")
    framework.git("init", "--quiet", "--bare", str(remote))
    framework.git("remote", "add", "origin", str(remote))
    code, told = attempt(framework, given, "git", "push", "--quiet", "origin", "main")
    assert code == 0, told
    framework.write(pkg__load_py=BRANCH)
    framework.git("add", "--all")
    framework.git("commit", "--quiet", "--no-verify", "--message", "past the first hook")
    code, told = attempt(framework, given, "git", "push", "--quiet", "origin", "main")
    assert code == 1, told
    assert "jamba" in told


def test_a_folder_of_the_repository_can_be_checked_alone(framework: Repository, given: dict[str, str]) -> None:
    hook = {**HOOKS["namebranch"], "language": "system", "args": ["pkg"]}
    (framework.root / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": [{"repo": "local", "hooks": [hook]}]}))
    framework.git("add", "--all")
    framework.git("commit", "--quiet", "--no-verify", "--message", "one folder")
    framework.write(outside__load_py=BRANCH)
    framework.git("add", "--all")
    code, told = attempt(framework, given, "git", "commit", "--message", "outside")
    assert code == 0, told


def test_as_published_pre_commit_installs_it_and_runs_it(tmp_path: Path, given: dict[str, str]) -> None:
    published, revision = checkout(tmp_path / "published")
    made = repository(tmp_path / "framework")
    hooks = [{"id": "namebranch"}]
    (made.root / ".pre-commit-config.yaml").write_text(
        yaml.safe_dump({"repos": [{"repo": str(published.root), "rev": revision, "hooks": hooks}]})
    )
    made.commit("first", pkg__load_py=CLEAN)
    made.write(pkg__load_py=BRANCH)
    made.git("add", "--all")
    plain = {name: value for name, value in given.items() if name != "PYTHONPATH"}
    code, told = attempt(made, plain, "pre-commit", "run", "namebranch")
    assert code == 1, told
    assert "pkg/load.py" in told
