"""axolotl 0.19.0: what the tool itself moves does what it did before, shown without axolotl, torch or transformers; what is moved wrongly is caught."""

from collections.abc import Callable, Mapping

import pytest
from memory import MemorySource

from namebranch.analyzer.reading.source import SourceFile
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import Loaded, load
from namebranch.codemods.previewing import chosen, previewed
from namebranch.parity.evidence import Evidence, Grade
from namebranch.parity.proof import Wanted, proof
from namebranch.parity.tree import Tree, tree_of
from published import Published

MANAGER, LIGER = "axolotl/loaders/patch_manager.py", "axolotl/integrations/liger/plugin.py"
FILES = (f"/{MANAGER}", f"/{LIGER}")
Files = Mapping[str, bytes | None]


def tree(name: str, files: Files, loaded: Loaded) -> Tree:
    """Return the tree of these files."""
    return tree_of(name, program(MemorySource(files=dict(files)), loaded, jobs=1), loaded.settings)


@pytest.fixture(scope="module")
def sides(published: Published) -> tuple[Loaded, Files, Files]:
    """Return the settings, and the files before and after every model of these two files moved."""
    wheel = published("axolotl", "0.19.0")
    source = open_target(str(wheel), cwd=wheel.parent)
    loaded = load(source)
    before = {item.path: item.data for item in source.read(lambda path: path.endswith(".py")) if isinstance(item, SourceFile)}
    dialect, base = chosen("axolotl", source)
    moved = previewed(source, program(source, loaded, jobs=1), dialect, base, ())
    return loaded, before, before | {file.path: file.after for file in moved.files}


@pytest.fixture(scope="module")
def evidence(sides: tuple[Loaded, Files, Files]) -> Evidence:
    """Return the proof of the whole move."""
    loaded, before, after = sides
    wanted = Wanted(parts=("trace",), paths=FILES, seconds=12, cases=6_000, jobs=2)
    return proof(tree("before", before, loaded), tree("after", after, loaded), wanted)


def test_nothing_differs(evidence: Evidence) -> None:
    assert [claim.subject for claim in evidence.claims if claim.differing] == []
    assert all(one.caught for one in evidence.planted)


def test_that_rests_on_many_comparisons(evidence: Evidence) -> None:
    cases = {grade: sum(claim.cases for claim in evidence.claims if claim.grade is grade) for grade in Grade}
    print(cases, [(c.subject, c.verdict, c.cases, c.reason, c.uncovered) for c in evidence.claims])
    assert cases[Grade.EXHAUSTIVE] >= 500
    assert cases[Grade.SAMPLED] >= 2_000


def changed(*edits: tuple[str, str]) -> Callable[[str], str]:
    """Return what replaces parts of a text, each of which must be there."""

    def apply(text: str) -> str:
        for old, new in edits:
            assert old in text, old
            text = text.replace(old, new, 1)
        return text

    return apply
