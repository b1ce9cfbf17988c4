"""Real registry packages, unpacked for a test, with a dialect's plumbing and owners put in; and what runs in them, in a child."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from namebranch.registry.dialects.dialect import Dialect, Form, Plumbing
from namebranch.registry.dialects.emit import files_of, module_of
from namebranch.registry.dialects.keys import package
from namebranch.registry.dialects.plumbing import listed, patched
from namebranch.registry.dialects.said import Said

SUPPORT = Path(__file__).parent


def unpacked(wheel: Path, folder: Path, under: Sequence[str]) -> Path:
    """Unpack the Python files of a wheel that lie under some paths; its digest has been checked."""
    with ZipFile(wheel) as archive:
        archive.extractall(folder, [name for name in archive.namelist() if name.endswith(".py") and name.startswith(tuple(under))])
    return folder


def laid(root: Path, plumbing: Sequence[Plumbing]) -> None:
    """Change the files of a registry as the plumbing says."""
    for one in plumbing:
        for path in dict.fromkeys(insertion.path for insertion in one.insertions):
            file = root / path
            file.write_text(patched(file.read_text("utf-8"), (each for each in one.insertions if each.path == path)), "utf-8")
        for new in one.files:
            (root / new.path).write_text(new.text, "utf-8")
        assert one.mark in (root / one.path).read_text("utf-8")


def planted(root: Path, dialect: Dialect, said: Said, change: Mapping[str, str] | None = None) -> list[Path]:
    """Write the files of an owner, and list it; *change* replaces texts in them. Return the new files."""
    written = []
    for file in files_of(dialect, said):
        text = file.text
        for old, new in (change or {}).items():
            text = text.replace(old, new)
        path = root / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        written.append(path)
    roles = {one.role for one in said.hooks}
    for listing in dialect.listings:
        keys = said.keys if listing.form is Form.PAIRS else said.keys[:1]
        for key in keys if not listing.role or listing.role in roles else ():
            values = {"key": key, "package": package(said.model), "module": module_of(dialect, said.model)}
            file_of_list = root / listing.path
            file_of_list.write_text(listed(file_of_list.read_text("utf-8"), listing, values), "utf-8")
    return written


def run(script: Path | str, *arguments: str | Path) -> Any:
    """Run a script, or a text of one, in a process of its own, and return the JSON that it prints."""
    code = ("-c", script) if isinstance(script, str) else (str(script),)
    command = [sys.executable, "-B", *code, *map(str, arguments)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env={"PYTHONPATH": str(SUPPORT), "PATH": ""})
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)
