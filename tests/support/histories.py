"""Histories of many small commits, made by one git process; and what a history's steps come to beside scans from scratch."""

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from repositories import ALONE, repository

from namebranch.analyzer.executing import Workers
from namebranch.analyzer.history.walk import walk
from namebranch.analyzer.inventory import Registration, Site, Unread
from namebranch.analyzer.judging.drift import Delta
from namebranch.analyzer.reading.log import read_history
from namebranch.analyzer.reading.revision import open_revision
from namebranch.analyzer.scan import scan
from namebranch.analyzer.settings.globs import plain
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.store import Store

Files = Mapping[str, bytes | None]  # None: the file is gone
Held = tuple[tuple[Site, ...], tuple[Registration, ...], tuple[Unread, ...]]


def imported(root: Path, commits: Sequence[Files]) -> Path:
    """Make a repository whose branch main has these commits, oldest first; each names the files that it changes."""
    made = repository(root)
    lines: list[bytes] = []
    for number, files in enumerate(commits, start=1):
        subject = f"change {number} (#{number})".encode()
        lines.append(
            b"commit refs/heads/main\nmark :%d\ncommitter A <a@example.invalid> %d +0000\n" % (number, 1_700_000_000 + number * 86_400)
        )
        lines.append(b"data %d\n%s\n" % (len(subject), subject))
        if number > 1:
            lines.append(b"from :%d\n" % (number - 1))
        for path, data in files.items():
            name = path.encode()
            lines.append(b"D %s\n" % name if data is None else b"M 100644 inline %s\ndata %d\n%s\n" % (name, len(data), data))
    command = ["git", "fast-import", "--quiet", "--force"]
    subprocess.run(command, cwd=made.root, env={**os.environ, **ALONE}, input=b"".join(lines), check=True)
    return made.root


def steps(
    folder: Path,
    *,
    store: Store | None = None,
    after: str | None = None,
    jobs: int = 1,
    progress: Callable[[str], None] = lambda _: None,
) -> list[tuple[str, Delta]]:
    """Return what each commit of a history changed, by the ids of the commits."""
    history = read_history(folder, after=after)
    loaded = load(open_revision("t", folder, "HEAD"))
    with store or Store(None) as kept, Workers(jobs) as workers:
        return [(commit.id, delta) for commit, delta in walk(history, loaded, kept, workers, progress)]


def told(found: Sequence[tuple[str, Delta]]) -> list[tuple[str, Held]]:
    """Return what a history says there is at each commit."""
    sites: dict[str, tuple[Site, ...]] = {}
    registrations: tuple[Registration, ...] = ()
    unread: tuple[Unread, ...] = ()
    held = []
    for id_, delta in found:
        sites |= delta.sites
        registrations = registrations if delta.registrations is None else delta.registrations
        unread = unread if delta.unread is None else delta.unread
        every = sorted((site for some in sites.values() for site in some), key=repr)
        held.append((id_, (tuple(every), registrations, unread)))
    return held


def scanned(folder: Path, commits: Sequence[str]) -> list[tuple[str, Held]]:
    """Return what a scan from scratch finds at each commit, by the settings of the last; told as a history tells it."""
    loaded = load(open_revision("t", folder, "HEAD"))
    found = []
    for id_ in commits:
        inventory = scan(open_revision("t", folder, id_), loaded, jobs=1)
        sites = sorted((replace(site, via=(), path=plain(site.path)) for site in inventory.sites), key=repr)
        found.append((id_, (tuple(sites), inventory.registrations, inventory.unread)))
    return found
