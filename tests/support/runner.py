"""Runs a composite action as a CI runner would: its steps in bash, inputs and outputs filled in, files of the runner faked."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from repositories import ALONE

ROOT = Path(__file__).resolve().parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
HOLE = re.compile(r"\$\{\{ *(inputs|steps)\.([\w.-]+) *\}\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What a step, or all of them, left behind."""

    code: int
    log: str  # stdout and stderr
    outputs: Mapping[str, str]
    summary: str


def environment(place: Path, event: Mapping[str, object], **more: str) -> dict[str, str]:
    """Return what a runner sets, its files below *place*."""
    place.mkdir(parents=True, exist_ok=True)
    (place / "event.json").write_text(json.dumps(event))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
    return {
        **kept,
        **ALONE,
        "CI": "true",
        "GITHUB_ACTIONS": "true",
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_EVENT_PATH": str(place / "event.json"),
        "GITHUB_STEP_SUMMARY": str(place / "summary.md"),
        "GITHUB_BASE_REF": "",
        "RUNNER_TEMP": str(place),
        "XDG_CACHE_HOME": str(place / "cache"),
        **more,
    }


def run(cwd: Path, given: Mapping[str, str], inputs: Mapping[str, str], *, installed: str | None = None) -> Ran:
    """Run the action's steps in *cwd*; where namebranch is *installed* already, the step that installs it is left out."""
    values = {f"inputs.{name}": str(held["default"]) for name, held in ACTION["inputs"].items()}
    values |= {f"inputs.{name}": value for name, value in inputs.items()} | {"inputs.python": inputs.get("python", sys.executable)}
    values |= {} if installed is None else {"steps.install.outputs.namebranch": installed}
    log, code, outputs = "", 0, dict[str, str]()
    for step in ACTION["runs"]["steps"]:
        if code == 0 and not (step["id"] == "install" and installed is not None):
            code, told, outputs = one(step, cwd, given, values)
            log += told
            values |= {f"steps.{step['id']}.outputs.{name}": value for name, value in outputs.items()}
    summary = Path(given["GITHUB_STEP_SUMMARY"])
    named = {name: filled(held["value"], values) for name, held in ACTION["outputs"].items()}
    return Ran(code=code, log=log, outputs=named, summary=summary.read_text() if summary.exists() else "")


def one(step: Mapping[str, Any], cwd: Path, given: Mapping[str, str], values: Mapping[str, str]) -> tuple[int, str, dict[str, str]]:
    """Run one step and return its exit code, its log and its outputs."""
    file = Path(given["RUNNER_TEMP"]) / f"{step['id']}.outputs"
    file.write_text("")
    variables = {name: filled(text, values) for name, text in step["env"].items()}
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
    ran = subprocess.run(
        command,
        cwd=cwd,
        env={**given, **variables, "GITHUB_OUTPUT": str(file)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    lines = (line.partition("=") for line in file.read_text().splitlines())
    return ran.returncode, ran.stdout, {name: value for name, _, value in lines}


def filled(text: str, values: Mapping[str, str]) -> str:
    """Return *text* with its expressions evaluated; what nobody set is empty."""
    return HOLE.sub(lambda hole: values.get(f"{hole[1]}.{hole[2]}", ""), text)
