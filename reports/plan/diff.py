"""diff: what would change, as `patch` and `git apply` read it."""

import difflib
from collections.abc import Iterator

from ...codemods.preview import Preview, Rewritten
from ..format import View
from ..planned import PlanFormat


def render(preview: Preview, view: View) -> Iterator[str]:
    """Yield the unified diff of each file."""
    for file in preview.files:
        yield from _file(file)


def _file(file: Rewritten) -> Iterator[str]:
    old = (file.before or b"").decode("utf-8", "surrogateescape").splitlines(keepends=True)
    new = file.after.decode("utf-8", "surrogateescape").splitlines(keepends=True)
    before = "/dev/null" if file.before is None else f"a/{file.path}"
    for line in difflib.unified_diff(old, new, before, f"b/{file.path}"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


DIFF = PlanFormat(name="diff", media="text/x-diff", render=render)
