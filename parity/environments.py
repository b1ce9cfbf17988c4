"""An interpreter with other versions of packages: the target's own, and before them what a row of the matrix asks for."""

import subprocess
import sysconfig
from pathlib import Path

from ..analyzer.settings.schema import Arm
from .arm import NotRun

_SECONDS = 600.0
_TOLD = 300  # characters of what the installer said


def prepared(row: Arm, python: str, folder: Path) -> str | NotRun:
    """Return the interpreter for a row; wheels alone are installed, so that no code of a package runs meanwhile."""
    if not row.requires:
        return python
    version = _said([python, "-c", "import sys, sysconfig; print('%d.%d' % sys.version_info[:2], sysconfig.get_path('purelib'))"])
    made = _said([python, "-m", "venv", str(folder)])
    if isinstance(version, NotRun) or isinstance(made, NotRun):
        return version if isinstance(version, NotRun) else NotRun(reason=f"{row.name}: no environment could be made")
    number, _, beyond = version.partition(" ")
    own = sysconfig.get_path("purelib", "posix_prefix", vars={"base": str(folder), "py_version_short": number})
    Path(own, "namebranch-beyond.pth").write_text(f"{beyond}\n", encoding="utf-8")
    inner = str(folder / "bin" / "python")
    installed = _said([inner, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:", *row.requires])
    return NotRun(reason=f"{row.name}: {' '.join(row.requires)}: {installed.reason}") if isinstance(installed, NotRun) else inner


def _said(command: list[str]) -> str | NotRun:
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=True, stdin=subprocess.DEVNULL)  # noqa: S603  interpreters that the user named
    except subprocess.CalledProcessError as error:
        return NotRun(reason=str(error.stderr)[-_TOLD:].strip())
    except (OSError, subprocess.TimeoutExpired) as error:
        return NotRun(reason=f"{command[0]}: {type(error).__name__}")
    return ended.stdout.strip()
