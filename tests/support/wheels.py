"""Published wheels of real frameworks: pinned by digest, downloaded once into the user's cache, never committed, never run.

`python tests/support/wheels.py axolotl 0.19.0` prints the path of one.
"""

import fcntl
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from platformdirs import user_cache_path

SECONDS = 600  # after which a download counts as unreachable


@dataclass(frozen=True, slots=True, kw_only=True)
class Wheel:
    """One pinned wheel."""

    name: str
    version: str
    sha256: str

    @property
    def requirement(self) -> str:
        """The wheel as a line of a requirements file."""
        return f"{self.name}=={self.version} --hash=sha256:{self.sha256}\n"


class UnreachableError(Exception):
    """No package registry answered, so there is no wheel; in pip's last words."""


def pinned() -> tuple[Wheel, ...]:
    """Return all wheels of the table beside this file."""
    return tuple(Wheel(**row) for row in tomllib.loads(Path(__file__).with_suffix(".toml").read_text())["wheel"])


def fetch(name: str, version: str) -> Path:
    """Return the path of a pinned wheel, downloading it unless it is there.

    Raises:
        LookupError: the table has no such wheel.
        UnreachableError: it is not there, and it could not be downloaded.
        ValueError: what was downloaded has another digest.

    """
    wheel = next((wheel for wheel in pinned() if (wheel.name, wheel.version) == (name, version)), None)
    if wheel is None:
        raise LookupError(f"{name} {version} is not pinned in {Path(__file__).with_suffix('.toml').name}; add it with its sha256")
    folder = Path(os.environ.get("NAMEBRANCH_WHEELS") or user_cache_path("namebranch") / "wheels")
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder / f"{name}-{version}.lock"):
        return stored(folder, wheel) or download(folder, wheel)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let one process at a time through; the others wait."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def stored(folder: Path, wheel: Wheel) -> Path | None:
    """Return the wheel in *folder*, or None if it is not there, or not whole."""
    files = folder.glob(f"{wheel.name.replace('-', '_')}-{wheel.version}-*.whl")
    return next((file for file in files if sha256(file.read_bytes()).hexdigest() == wheel.sha256), None)


def download(folder: Path, wheel: Wheel) -> Path:
    """Download the wheel into *folder*, checked against its digest by pip."""
    with TemporaryDirectory(dir=folder) as scratch:
        requirements = Path(scratch, "requirements.txt")
        requirements.write_text(wheel.requirement)
        pip = [sys.executable, "-m", "pip", "download", "--no-input", "--disable-pip-version-check", "--retries", "1", "--quiet"]
        how = ["--no-deps", "--only-binary=:all:", "--require-hashes", "--dest", scratch, "--requirement", str(requirements)]
        try:
            ran = subprocess.run([*pip, *how], capture_output=True, text=True, check=False, timeout=SECONDS, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            raise UnreachableError(f"{wheel.name} {wheel.version}: no answer in {SECONDS} s") from None
        if "DO NOT MATCH THE HASHES" in ran.stderr:
            raise ValueError(ran.stderr.strip())
        if ran.returncode:
            raise UnreachableError(f"{wheel.name} {wheel.version}: {(ran.stderr.strip().splitlines() or ['pip said nothing'])[-1]}")
        (file,) = Path(scratch).glob("*.whl")
        return file.replace(folder / file.name)


if __name__ == "__main__":
    try:
        print(fetch(*sys.argv[1:3]))
    except UnreachableError as error:
        sys.exit(f"not to be had now: {error}")
