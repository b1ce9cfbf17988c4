"""The page about CI: what it shows can be used, and what it says of limits, inputs and formats is so."""

import re
from typing import Any

import pytest
import yaml
from runner import ACTION, ROOT

from namebranch.reports import delivering
from namebranch.reports.sarif import results, run
from namebranch.reports.verdicts import github, markdown

PAGE = (ROOT / "docs" / "ci.md").read_text()
BLOCKS: list[dict[Any, Any]] = [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)]
WORKFLOWS = [block for block in BLOCKS if "jobs" in block]
SIMPLE, LOOKS, WRITES = WORKFLOWS
ON = True  # what YAML 1.1 takes the key `on` for
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())


def steps(workflow: dict[Any, Any]) -> list[dict[str, Any]]:
    """Return the steps of all jobs."""
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def listed(heading: str) -> list[str]:
    """Return the first cells of the table whose head begins so, without backticks."""
    rows = PAGE[PAGE.index(f"| {heading} |") :].split("\n\n")[0].splitlines()[2:]
    return [cell.strip(" `") for row in rows for cell in row.split("|")[1].split(",")]


def test_every_input_is_listed() -> None:
    assert listed("input") == list(ACTION["inputs"])


def test_every_output_is_named() -> None:
    sentence = PAGE[PAGE.index("Outputs: ") :].partition("\n\n")[0]
    assert [name for name in ACTION["outputs"] if f"`{name}`" not in sentence] == []


def test_every_format_is_listed() -> None:
    assert set(delivering.known()) <= set(listed("format"))


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(f"{github.MOST} annotations", id="annotations"),
        pytest.param(f"{run.MOST_RESULTS:,} results of a run are accepted", id="results that are accepted"),
        pytest.param(f"{run.MOST_SHOWN:,} results of a run are shown", id="results that are shown"),
        pytest.param(f"{results.MOST_LOCATIONS} locations of a result", id="locations"),
        pytest.param(f"at most {markdown.MOST_ROWS} rows", id="rows of a summary"),
    ],
)
def test_the_limits_are_those_that_are_kept(number: str) -> None:
    assert number in PAGE


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=["the simple one", "the one that looks", "the one that writes"])
def test_workflows_use_only_inputs_and_outputs_that_exist(workflow: dict[Any, Any]) -> None:
    ours = [step for step in steps(workflow) if "namebranch@" in step.get("uses", "")]
    assert [name for step in ours for name in step.get("with", {}) if name not in ACTION["inputs"]] == []
    outputs = re.findall(r"steps\.namebranch\.outputs\.([\w-]+)", str(workflow))
    assert [name for name in outputs if name not in ACTION["outputs"]] == []


@pytest.mark.parametrize("workflow", [SIMPLE, LOOKS], ids=["the simple one", "the one that looks"])
def test_what_sees_a_strangers_code_may_only_read(workflow: dict[Any, Any]) -> None:
    assert workflow["permissions"] == {"contents": "read"}
    assert set(workflow[ON]) <= {"pull_request", "push"}
    assert all("permissions" not in job for job in workflow["jobs"].values())


def test_what_may_write_never_checks_out() -> None:
    assert "workflow_run" in WRITES[ON]
    assert WRITES["permissions"]["security-events"] == "write"
    assert [step["uses"] for step in steps(WRITES) if "checkout" in step.get("uses", "")] == []
    assert [step["uses"] for step in steps(WRITES) if "namebranch@" in step.get("uses", "")] == []


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=["the simple one", "the one that looks", "the one that writes"])
def test_no_expression_is_pasted_into_a_script(workflow: dict[Any, Any]) -> None:
    assert [step["run"] for step in steps(workflow) if "${{" in step.get("run", "")] == []


def test_the_second_workflow_waits_for_the_first() -> None:
    assert WRITES[ON]["workflow_run"]["workflows"] == [LOOKS["name"]]


def test_the_hooks_that_are_shown_exist() -> None:
    (shown,) = (block for block in BLOCKS if "repos" in block)
    assert [hook["id"] for hook in shown["repos"][0]["hooks"]] == [hook["id"] for hook in HOOKS]
