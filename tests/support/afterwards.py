"""A package as a migration leaves it: on disk, and asked in a process of its own where nothing that it imports is installed."""

import os
import subprocess
import sys
from pathlib import Path

import standins

from namebranch.analyzer.reading.source import Source, SourceFile
from namebranch.codemods.preview import Rewritten


def laid(source: Source, root: Path, changed: tuple[Rewritten, ...] = ()) -> Path:
    """Write the Python files of a source to a folder, as they are or as they are after a change; return the folder."""
    held = {file.path: file.data for file in source.read(lambda path: path.endswith(".py")) if isinstance(file, SourceFile)}
    for path, data in (held | {file.path: file.after for file in changed}).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    return root


def asked(root: Path, code: str, *arguments: str) -> str:
    """Return what *code* prints beside a package; it may `import standins` for what the package imports."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), str(Path(standins.__file__).parent)])}
    command = [sys.executable, "-B", "-c", code, *arguments]
    ran = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
