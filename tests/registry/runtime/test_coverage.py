"""Every line and every branch of the runtime is run by its own tests."""

import json
import os
import subprocess
import sys
from pathlib import Path

from namebranch.registry import runtime

HERE = Path(__file__).parent
FOLDER = Path(str(runtime.__file__)).parent


def test_every_line_and_branch_of_the_runtime_is_run(tmp_path: Path) -> None:
    files = sorted(str(file) for file in HERE.glob("test_*.py") if file.name.startswith(("test_runtime_", "test_conversions")))
    environment = {**os.environ, "COVERAGE_FILE": str(tmp_path / "coverage")}
    coverage = [sys.executable, "-m", "coverage"]
    run = [*coverage, "run", "--branch", f"--include={FOLDER}/*", "-m", "pytest", "-q", "-p", "no:cacheprovider", *files]
    ran = subprocess.run(run, cwd=HERE, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    told = subprocess.run([*coverage, "json", "-q", "-o", "-"], cwd=HERE, env=environment, capture_output=True, text=True, check=True)
    found = json.loads(told.stdout)["files"]
    assert {Path(name).name for name in found} == {file.name for file in FOLDER.glob("*.py")}
    missing = {name: (held["missing_lines"], held["missing_branches"]) for name, held in found.items()}
    assert {Path(name).name: lacks for name, lacks in missing.items() if lacks != ([], [])} == {}
