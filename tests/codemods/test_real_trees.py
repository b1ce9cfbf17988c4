"""Three published targets: every file comes back as it was, and a migration changes what it says it changes, and nothing else."""

import ast
import difflib
from pathlib import Path
from zipfile import ZipFile

import pytest

from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.codemods.applying.assembling import check
from namebranch.codemods.branching.overlaid import Overlaid
from namebranch.codemods.editing.document import Document
from namebranch.codemods.planning.plan import HookPlan
from namebranch.codemods.preview import Preview
from namebranch.codemods.previewing import chosen, previewed
from published import Published

TARGETS = (("axolotl", "0.19.0"), ("nemo-automodel", "0.5.0"), ("nvidia-modelopt", "0.47.0"))
MODELS = ("qwen3_5_moe", "nemotron_h", "falcon_h1", "gemma4")


def files(wheel: Path) -> dict[str, bytes]:
    """Return the Python files of a wheel."""
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name.endswith(".py")}


@pytest.mark.parametrize("target", TARGETS, ids=" ".join)
def test_every_file_comes_back_and_is_cut_exactly(published: Published, target: tuple[str, str]) -> None:
    held = files(published(*target))
    assert len(held) > 200
    for path, data in held.items():
        document = Document(path=path, data=data)
        assert document.edited(()) == data, path
        for node in document.tree.body:
            inside = ast.parse(document.source(node)).body
            assert len(inside) == 1, path
            assert ast.dump(inside[0]) == ast.dump(node), path


@pytest.fixture(scope="module")
def preview(published: Published) -> Preview:
    source = open_target(str(published("axolotl", "0.19.0")), cwd=Path.cwd())
    dialect, base = chosen("axolotl", source)
    return previewed(source, program(source, load(source), jobs=1), dialect, base, MODELS)


def test_what_is_written_is_code_that_comes_back(preview: Preview) -> None:
    assert len(preview.migration.plans) > 20
    for file in preview.files:
        check(file.path, file.after)


def test_lines_leave_a_file_only_where_the_plan_says(preview: Preview) -> None:
    said = {file.path: ranges(file.before or b"", file.path, preview.migration.plans) for file in preview.files}
    for file in preview.files:
        if file.before is None or not any(plan.path == file.path for plan in preview.migration.plans):
            continue
        old, new = file.before.decode().splitlines(), file.after.decode().splitlines()
        for op, first, last, _, _ in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            for line in range(first, last) if op in {"delete", "replace"} else ():
                imported = old[line].lstrip().startswith(("from ", "import ", ")")) or not old[line].strip() or old[line].endswith(",")
                assert line in said[file.path] or imported, f"{file.path}:{line + 1}: {old[line]}"


def ranges(data: bytes, path: str, plans: tuple[HookPlan, ...]) -> set[int]:
    """Return the lines, from 0, that the changes of *plans* touch in a file; the text of a change before it is what stands there."""
    text = Document(path=path, data=data).text
    found: set[int] = set()
    for change in (change for plan in plans for change in plan.changes if change.path == path):
        assert text[change.start : change.end] == change.before
        found.update(range(text.count("\n", 0, change.start), text.count("\n", 0, change.end) + 1))
    return found


def test_neither_the_planner_nor_the_detector_finds_them_again(published: Published, preview: Preview) -> None:
    below = open_target(str(published("axolotl", "0.19.0")), cwd=Path.cwd())
    source = Overlaid(below=below, files={file.path: file.after for file in preview.files})
    found = program(source, load(source), jobs=1)
    dialect, base = chosen("axolotl", source)
    again = previewed(source, found, dialect, base, MODELS)
    assert again.migration.plans == ()
    assert again.files == ()
    moved = {site for plan in preview.migration.plans for site in plan.branches if len(plan.guard.key.values) == len(plan.registrations)}
    left = {site.id for site, _ in found.sites if not set(site.names) - set(MODELS)}
    assert not moved & left
