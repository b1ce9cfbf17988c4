"""Trees written in one text, with what must be found said on the line where it must be found.

A line `== path` begins a file. A comment `# <- compare jamba,dbrx` says: here is a site of that kind with these names, in any order;
several are separated by `;`. Names may be left out.
"""

import re

import scanning

from namebranch.analyzer.inventory import Kind, Site

USES = frozenset({Kind.COMPARE, Kind.MEMBERSHIP, Kind.TABLE_USE, Kind.FLAG_USE})
_FILE = re.compile(r"^== (\S+)\n", re.MULTILINE)

Found = set[tuple[str, int, str, str]]


def files(text: str) -> dict[str, str]:
    """Return the files of a text by path; what stands before the first heading is `shared/main.py`."""
    first, *rest = _FILE.split(text.lstrip("\n"))
    return ({"shared/main.py": first} if first.strip() else {}) | dict(zip(rest[::2], rest[1::2], strict=True))


def expected(text: str) -> Found:
    """Return what the marks of a text say."""
    return {
        (path, number, *_parted(mark))
        for path, body in files(text).items()
        for number, row in enumerate(body.splitlines(), 1)
        for mark in row.partition("# <- ")[2].split(";")
        if mark.strip()
    }


def _parted(mark: str) -> tuple[str, str]:
    kind, _, names = mark.strip().partition(" ")
    return kind, ",".join(sorted(names.split(",")))


def uses(text: str, kinds: frozenset[Kind] = USES) -> Found:
    """Return the places of a text where a name or what stands for one is asked for."""
    return {_place(site) for site in scanning.sites(dict(files(text))) if site.kind in kinds}


def _place(site: Site) -> tuple[str, int, str, str]:
    return site.path, site.line, site.kind.value, ",".join(sorted(site.names))
