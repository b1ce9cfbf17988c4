"""axolotl 0.19.0, loaders and the Liger plugin: of all that the tool moves there, who is told apart and what is written is the same, and each slip is named."""

from collections.abc import Mapping

import pytest
from memory import MemorySource

from namebranch.analyzer.reading.source import SourceFile
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import Loaded, load
from namebranch.codemods.previewing import chosen, previewed
from namebranch.parity.evidence import Claim, Evidence, Verdict
from namebranch.parity.proof import Wanted, proof
from namebranch.parity.tree import Tree, tree_of
from published import Published

FOLDERS = (
    "axolotl/loaders/",
    "axolotl/integrations/liger/",
    "axolotl/model_support/",
    "axolotl/common/",
    "axolotl/monkeypatch/multipack.py",
)
LLAMA4 = "axolotl/model_support/llama4/__init__.py"
PATCHES = "axolotl.loaders.patch_manager:PatchManager._apply_model_specific_patches"
Files = dict[str, bytes | None]


def tree(name: str, files: Files, loaded: Loaded) -> Tree:
    """Return the tree of these files."""
    return tree_of(name, program(MemorySource(files=files), loaded, jobs=1), loaded.settings)


@pytest.fixture(scope="module")
def sides(published: Published) -> tuple[Loaded, Tree, Files]:
    """Return the settings, the tree before, and the files after."""
    wheel = published("axolotl", "0.19.0")
    whole = open_target(str(wheel), cwd=wheel.parent)
    loaded = load(whole)
    held = (item for item in whole.read(lambda path: path.startswith(FOLDERS) and path.endswith(".py")) if isinstance(item, SourceFile))
    source = MemorySource(files={item.path: item.data for item in held})
    read = program(source, loaded, jobs=1)
    dialect, base = chosen("axolotl", source)
    moved = previewed(source, read, dialect, base, ())
    return loaded, tree_of("before", read, loaded.settings), source.files | {file.path: file.after for file in moved.files}


def compared(sides: tuple[Loaded, Tree, Files], edits: Mapping[str, tuple[str, str]]) -> Evidence:
    """Return the proof, with slips in files of the new side."""
    loaded, before, after = sides
    files = dict(after)
    for path, (old, new) in edits.items():
        text = (files[path] or b"").decode()
        assert old in text
        files[path] = text.replace(old, new, 1).encode()
    return proof(before, tree("after", files, loaded), Wanted(parts=("reach", "body")))


def of(found: Evidence, part: str, subject: str) -> Claim:
    """Return one claim."""
    return next(claim for claim in found.claims if (claim.part, claim.subject) == (part, subject))


@pytest.fixture(scope="module")
def whole(sides: tuple[Loaded, Tree, Files]) -> Evidence:
    """Return the proof of the move as the tool makes it."""
    return compared(sides, {})


def test_who_is_told_apart_is_the_same(whole: Evidence) -> None:
    reached = [claim for claim in whole.claims if claim.part == "reach"]
    assert whole.differences == ()
    assert sum(claim.verdict is Verdict.SAME for claim in reached) >= 20
    assert sum(claim.cases for claim in reached) >= 40_000


def test_what_is_written_was_moved_as_it_is(whole: Evidence) -> None:
    assert [claim.reason for claim in whole.claims if claim.part == "body" and claim.verdict is not Verdict.SAME] == []
    assert "self.cfg → context.cfg" in of(whole, "body", PATCHES).reason
    assert all(one.caught for one in whole.planted)


@pytest.mark.parametrize(
    ("edit", "part", "said"),
    [
        pytest.param(
            ('"loaders.apply_model_specific_patches":', '"loaders.apply_model_specific_patch":'),
            "reach",
            "lost llama4",
            id="a hook that no point asks for",
        ),
        pytest.param(
            ("if context.cfg.llama4_linearized_experts:", "if True:"),
            "body",
            "self.cfg.llama4_linearized_experts",
            id="a guard that was lost",
        ),
        pytest.param(
            ("patch_llama4_linearized_modeling()\n", "pass\n"), "body", "patch_llama4_linearized_modeling()", id="a call that was lost"
        ),
    ],
)
def test_a_slip_is_named(sides: tuple[Loaded, Tree, Files], edit: tuple[str, str], part: str, said: str) -> None:
    found = compared(sides, {LLAMA4: edit})
    assert said in of(found, part, PATCHES).reason
    assert of(found, part, PATCHES).verdict is (Verdict.DIFFERENT if part == "reach" else Verdict.OPEN)
