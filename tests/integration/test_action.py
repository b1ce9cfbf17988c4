"""The action for CI: what it compares with, what it hands on, and how it ends. namebranch itself is a stand-in here."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from repositories import Repository, repository
from runner import ACTION, ROOT, Ran, environment, run

STAND_IN = """\
#!/usr/bin/env bash
printf '%s\\n' "$@" >"$RUNNER_TEMP/arguments"
code=$(cat "$RUNNER_TEMP/code" 2>/dev/null || echo 0)
echo '::error file=a.py,line=3::new name branch'
echo '::error::forged by the name of a file' >&2
[ "$code" = 2 ] && exit 2
for argument in "$@"; do
    case $argument in
        outputs=*) printf 'exit-code=%s\\ndrift=7\\nnew=1\\nwidened=0\\nlost=0\\ntaken-over=2\\n' "$code" >"${argument#*=}" ;;
        markdown=*) echo '## namebranch' >"${argument#*=}" ;;
        code-scanning=*) echo '{}' >"${argument#*=}" ;;
    esac
done
exit "$code"
"""


@pytest.fixture
def stand_in(tmp_path: Path) -> str:
    """Return a program that takes the place of namebranch: it notes its arguments and writes the reports it is asked for."""
    file = tmp_path / "namebranch"
    file.write_text(STAND_IN)
    file.chmod(0o755)
    return str(file)


@pytest.fixture
def framework(tmp_path: Path) -> Repository:
    """Return a repository whose branch `topic` left `main` one commit ago."""
    made = repository(tmp_path / "framework")
    made.commit("first", pkg__a_py="x = 1\n")
    made.commit("base", pkg__a_py="x = 2\n")
    made.git("switch", "--quiet", "--create", "topic")
    made.commit("topic", pkg__b_py="y = 1\n")
    return made


def pull_request(base: str) -> dict[str, object]:
    """Return the event of a pull request."""
    return {"pull_request": {"base": {"sha": base}}}


def checked(where: Path, place: Path, stand_in: str, event: Mapping[str, object] = {}, code: int = 0, **inputs: str) -> Ran:
    """Run the action with the stand-in."""
    place.mkdir(exist_ok=True)
    (place / "code").write_text(str(code))
    base_ref = inputs.pop("base_ref", "")
    return run(where, environment(place, event, GITHUB_BASE_REF=base_ref), inputs, installed=stand_in)


def arguments(place: Path) -> list[str]:
    """Return with what the stand-in was called, its reports left aside."""
    words = (place / "arguments").read_text().splitlines()
    return words[: words.index("--format")]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return the runner's temporary folder."""
    return tmp_path / "runner"


# what it compares with


def test_a_pull_request_is_compared_with_its_base(framework: Repository, place: Path, stand_in: str) -> None:
    base = framework.git("rev-parse", "main")
    checked(framework.root, place, stand_in, pull_request(base))
    assert arguments(place) == ["check", ".", "--against", base]


def test_a_merge_group_is_compared_with_its_base(framework: Repository, place: Path, stand_in: str) -> None:
    base = framework.git("rev-parse", "main")
    checked(framework.root, place, stand_in, {"merge_group": {"base_sha": base}})
    assert arguments(place) == ["check", ".", "--against", base]


def test_a_push_is_compared_with_the_baseline_alone(framework: Repository, place: Path, stand_in: str) -> None:
    checked(framework.root, place, stand_in, {"before": framework.git("rev-parse", "main")})
    assert arguments(place) == ["check", "."]


def test_none_compares_with_the_baseline_alone_also_in_a_pull_request(framework: Repository, place: Path, stand_in: str) -> None:
    checked(framework.root, place, stand_in, pull_request(framework.git("rev-parse", "main")), against="none")
    assert arguments(place) == ["check", "."]


def test_what_the_workflow_names_wins(framework: Repository, place: Path, stand_in: str) -> None:
    checked(framework.root, place, stand_in, pull_request("0" * 40), against="main", target="pkg", config="c.toml")
    assert arguments(place) == ["check", "pkg", "--against", "main", "--config", "c.toml"]


def test_without_the_base_commit_its_branch_on_the_remote_will_do(framework: Repository, place: Path, stand_in: str) -> None:
    framework.git("update-ref", "refs/remotes/origin/main", "main")
    checked(framework.root, place, stand_in, pull_request("1" * 40), base_ref="main")
    assert arguments(place) == ["check", ".", "--against", "refs/remotes/origin/main"]


def shallow(framework: Repository, depth: int) -> Repository:
    """Return a clone of the merge that CI makes of a pull request, as deep as that."""
    framework.git("switch", "--quiet", "main")
    framework.commit("meanwhile", pkg__c_py="z = 1\n")
    framework.git("switch", "--quiet", "--create", "merged")
    framework.git("merge", "--quiet", "--no-ff", "--message", "merge", "topic")
    where = framework.root.with_name("shallow")
    framework.git("clone", "--quiet", "--depth", str(depth), "--branch", "merged", f"file://{framework.root}", str(where))
    return Repository(root=where)


def test_a_clone_of_depth_two_still_holds_the_first_parent_of_the_merge(framework: Repository, place: Path, stand_in: str) -> None:
    clone = shallow(framework, 2)
    checked(clone.root, place, stand_in, pull_request("1" * 40))
    assert arguments(place) == ["check", ".", "--against", framework.git("rev-parse", "main")]


def test_a_clone_without_the_base_is_incomplete_and_its_horizon_is_named(framework: Repository, place: Path, stand_in: str) -> None:
    base = framework.git("rev-parse", "main")
    clone = shallow(framework, 1)
    ran = checked(clone.root, place, stand_in, pull_request(base))
    assert ran.code == 4
    assert ran.outputs["exit-code"] == "4"
    end = clone.git("rev-parse", "--short", "HEAD")
    told = f"the base {base} is not in this clone, whose history ends at {end} of 2026-01-02: set fetch-depth: 0 for actions/checkout"
    assert f"::error title=namebranch::{told}" in ran.log
    assert told in ran.summary
    assert not (place / "arguments").exists()


def test_a_clone_without_a_common_ancestor_is_incomplete_too(framework: Repository, place: Path, stand_in: str) -> None:
    clone = shallow(framework, 1)
    clone.git("fetch", "--quiet", "--depth", "1", "origin", "topic:topic")
    ran = checked(clone.root, place, stand_in, against="topic")
    assert (ran.code, ran.outputs["exit-code"]) == (4, "4")
    assert "no common ancestor with topic, as its history ends at" in ran.log


def test_the_base_of_an_event_must_be_a_commit_id(framework: Repository, place: Path, stand_in: str) -> None:
    checked(framework.root, place, stand_in, pull_request("--output=x"))
    assert arguments(place) == ["check", "."]


def test_nothing_is_written_to_the_repository(framework: Repository, place: Path, stand_in: str) -> None:
    base = framework.git("rev-parse", "main")
    before = snapshot(framework.root)
    checked(framework.root, place, stand_in, pull_request(base))
    assert snapshot(framework.root) == before


def snapshot(root: Path) -> dict[str, bytes]:
    """Return all files below *root*."""
    return {str(file): file.read_bytes() for file in root.rglob("*") if file.is_file()}


# what it hands on


def test_numbers_summary_and_sarif_are_handed_on(framework: Repository, place: Path, stand_in: str) -> None:
    ran = checked(framework.root, place, stand_in)
    assert ran.outputs == {
        "exit-code": "0",
        "drift": "7",
        "new": "1",
        "widened": "0",
        "lost": "0",
        "taken-over": "2",
        "sarif": str(place / "namebranch.sarif"),
    }
    assert ran.summary == "## namebranch\n"
    assert (place / "namebranch.sarif").read_text() == "{}\n"


def test_the_sarif_file_lies_where_the_workflow_wants_it(framework: Repository, place: Path, stand_in: str) -> None:
    ran = checked(framework.root, place, stand_in, sarif=str(place / "here.sarif"))
    assert ran.outputs["sarif"] == str(place / "here.sarif")
    assert (place / "here.sarif").is_file()


@pytest.mark.parametrize(
    ("code", "allow", "expected"),
    [
        pytest.param(0, "3", 0, id="clean"),
        pytest.param(1, "3", 1, id="no fails the step"),
        pytest.param(3, "3", 0, id="housekeeping does not, by default"),
        pytest.param(3, "", 3, id="housekeeping does where nothing is allowed"),
        pytest.param(4, "3", 4, id="incomplete does"),
        pytest.param(4, "3 4", 0, id="incomplete is allowed where the workflow says so"),
        pytest.param(1, "1 3", 0, id="even no may be allowed, to look first"),
        pytest.param(2, "3", 2, id="an error fails"),
    ],
)
def test_how_the_step_ends(code: int, allow: str, expected: int, framework: Repository, place: Path, stand_in: str) -> None:
    ran = checked(framework.root, place, stand_in, code=code, allow=allow)
    assert (ran.code, ran.outputs["exit-code"]) == (expected, str(code))


def test_an_error_leaves_no_sarif_and_says_where_to_look(framework: Repository, place: Path, stand_in: str) -> None:
    ran = checked(framework.root, place, stand_in, code=2)
    assert (ran.outputs["sarif"], ran.outputs["drift"]) == ("", "")
    assert "exit code 2" in ran.summary


# what the runner reads


def test_annotations_come_through_and_words_cannot_forge_one(framework: Repository, place: Path, stand_in: str) -> None:
    lines = checked(framework.root, place, stand_in).log.splitlines()
    assert [line for line in lines if line.lstrip().startswith("::")] == ["::error file=a.py,line=3::new name branch"]
    assert "namebranch: ::error::forged by the name of a file" in lines


def test_other_formats_are_printed_while_the_runner_does_not_listen(framework: Repository, place: Path, stand_in: str) -> None:
    lines = checked(framework.root, place, stand_in, format="short").log.splitlines()
    heard = re.fullmatch(r"::stop-commands::(namebranch-[0-9a-f]{32})", lines[0])
    assert heard
    assert lines[-1] == f"::{heard[1]}::"


@pytest.mark.parametrize("step", ACTION["runs"]["steps"], ids=lambda step: str(step["id"]))
def test_no_input_is_pasted_into_a_script(step: Mapping[str, str]) -> None:
    assert "${{" not in step["run"]


def test_every_input_and_output_is_described() -> None:
    assert [name for part in ("inputs", "outputs") for name, held in ACTION[part].items() if not held["description"]] == []


@pytest.mark.parametrize("script", ["check.sh", "install.sh"])
def test_the_scripts_are_bash_that_parses(script: str) -> None:
    bash = shutil.which("bash")
    assert bash
    subprocess.run([bash, "-n", str(ROOT / "action" / script)], check=True)


@pytest.mark.parametrize(
    ("version", "python", "told"),
    [
        pytest.param("1; rm -rf /", None, "the input version is no version", id="a version that is none"),
        pytest.param("", "false", "needs Python 3.11 or later", id="a Python that does not answer"),
    ],
)
def test_an_installation_that_cannot_be_says_why(version: str, python: str | None, told: str, framework: Repository, place: Path) -> None:
    inputs = {"version": version} | ({} if python is None else {"python": python})
    ran = run(framework.root, environment(place, {}), inputs)
    assert ran.code == 2
    assert told in ran.log


def test_a_path_with_spaces_is_one_argument(tmp_path: Path, place: Path, stand_in: str) -> None:
    made = repository(tmp_path / "a b")
    made.commit("first", pkg__a_py="x = 1\n")
    (made.root / "my pkg").mkdir()
    checked(made.root, place, stand_in, target="my pkg")
    assert arguments(place) == ["check", "my pkg"]


def test_an_archive_needs_no_repository(tmp_path: Path, place: Path, stand_in: str) -> None:
    (tmp_path / "x.whl").write_bytes(b"")
    checked(tmp_path, place, stand_in, target="x.whl", against="")
    assert arguments(place) == ["check", "x.whl"]


def test_an_event_file_that_is_missing_is_no_pull_request(framework: Repository, place: Path, stand_in: str) -> None:
    place.mkdir()
    (place / "code").write_text("0")
    given = environment(place, {}) | {"GITHUB_EVENT_PATH": os.fspath(place / "nowhere.json")}
    run(framework.root, given, {}, installed=stand_in)
    assert arguments(place) == ["check", "."]
    assert json.loads((place / "event.json").read_text()) == {}
