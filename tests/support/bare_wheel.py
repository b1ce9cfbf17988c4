"""Checks an environment into which only the wheel was installed: `bare_wheel.py ENVIRONMENT EXAMPLE`.

It must be small, hold no machine learning library, and do the work all the same, from a folder that is not the repository.
"""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

LARGEST = 60  # MB of everything that the wheel brings
ABSENT = ("dask", "safetensors", "torch", "transformers")
OURS = {"pip", "setuptools", "wheel", "_distutils_hack"}  # what a fresh environment holds anyway


def main(environment: Path, example: Path) -> None:
    """Check all, printing each figure; an AssertionError says what does not hold."""
    packages = next(environment.glob("lib/python*/site-packages"))
    size = sum(file.stat().st_size for file in packages.rglob("*") if counts(file.relative_to(packages))) / 1e6
    print(f"{size:.1f} MB in {len({path.name for path in packages.glob('*.dist-info')})} distributions")
    assert size < LARGEST, f"the wheel brings {size:.1f} MB, more than {LARGEST}"
    assert [name for name in ABSENT if (packages / name).exists()] == []
    leaked = {path.stem for path in packages.iterdir()} & {"analyzer", "codemods", "commands", "parity", "registry", "reports", "tests"}
    assert leaked == set(), f"the wheel puts {leaked} beside itself"

    print(run(environment, "--version").strip())
    lines = [json.loads(line) for line in run(environment, "scan", str(example), "--no-cache", "--format", "jsonl").splitlines()]
    print(f"{len(lines)} sites in {example.name}")
    assert lines, "the example has name branches, and scan found none"
    imported = run(environment, "scan", str(example), "--no-cache", "--summary", flags=("-X", "importtime"), stream="stderr")
    names = {line.rpartition("|")[2].strip().partition(".")[0] for line in imported.splitlines() if line.startswith("import time:")}
    assert names & {"click", "libcst"} == {"click", "libcst"}
    assert [name for name in ABSENT if name in names] == []

    page = run(environment, "report", "tracker", str(example), "--no-cache", "-q")
    print(f"{len(page.splitlines())} lines of a tracking issue")
    assert "decisions** in shared code" in page, "the templates of the reports do not lie in the wheel"

    wanting = [str(environment / "bin" / "namebranch"), "report", "dashboard", str(example), "--no-cache", "-q"]
    said = subprocess.run(wanting, capture_output=True, text=True, check=False)
    assert (said.returncode, "pip install 'namebranch[dashboard]'" in said.stderr) == (2, True), said.stderr
    assert len([*(packages / "namebranch" / "reports" / "templates").glob("dashboard.*.j2")]) == 3

    with TemporaryDirectory() as place:
        (Path(place) / "kit").mkdir()
        (Path(place) / "kit" / "__init__.py").touch()
        run(environment, "registry", "vendor", "kit", place, "--write")
        alone = f"import sys; sys.path.insert(0, {place!r}); from kit._namebranch import Registry; print(Registry.__module__)"
        print(subprocess.run([sys.executable, "-I", "-S", "-c", alone], capture_output=True, text=True, check=True).stdout.strip())


def counts(file: Path) -> bool:
    """Return whether *file* is there because of the wheel."""
    return file.parts[0].split("-")[0] not in OURS and "__pycache__" not in file.parts


def run(environment: Path, *arguments: str, flags: tuple[str, ...] = (), stream: str = "stdout") -> str:
    """Run namebranch of that environment and return what it wrote to *stream*."""
    command = [str(environment / "bin" / "python"), *flags, "-m", "namebranch", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{command} exited {ran.returncode}:\n{ran.stdout}{ran.stderr}"
    return ran.stderr if stream == "stderr" else ran.stdout


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute(), Path(sys.argv[2]).absolute())
