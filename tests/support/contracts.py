"""Contracts of small trees that lie in memory."""

from collections.abc import Mapping
from pathlib import Path

import scanning

from namebranch.analyzer.contracting.contract import Contract, contract
from namebranch.analyzer.executing import Workers
from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.store import Store

FIRST = "kit/first.py"
SETTINGS = "namebranch.toml"


def files(code: str) -> dict[str, str]:
    """Return the files of an example: `# file: path` begins another one."""
    found: dict[str, list[str]] = {}
    at = FIRST
    for row in code.lstrip("\n").splitlines(keepends=True):
        if row.startswith("# file: "):
            at = row.removeprefix("# file: ").strip()
            found[at] = []
        else:
            found.setdefault(at, []).append(row)
    return {path: "".join(rows) for path, rows in found.items()}


def contract_of(tree: Mapping[str, str], folder: Path | None = None) -> Contract:
    """Return what of the contract of these files is broken; *folder* is for a cache."""
    source = scanning.source(dict(tree))
    loaded = load(source)
    with Workers(1) as workers, Store(folder) as store:
        return contract(program(source, loaded, jobs=1), loaded.settings, workers, store)


def marked(tree: Mapping[str, str]) -> set[tuple[str, int]]:
    """Return the lines that end in `# here`."""
    return {(path, number) for path, text in tree.items() for number, row in enumerate(text.splitlines(), 1) if row.endswith("# here")}
