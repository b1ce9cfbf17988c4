"""axolotl 0.19.0: what the tool itself moves does what it did before, shown without axolotl, torch or transformers; what is moved wrongly is caught."""

from collections.abc import Mapping

import pytest
from memory import MemorySource

from namebranch.analyzer.reading.source import SourceFile
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import Loaded, load
from namebranch.codemods.previewing import chosen, previewed
from namebranch.parity.evidence import Grade, Verdict
from namebranch.parity.pairing import Pairs, paired
from namebranch.parity.part import Asked
from namebranch.parity.parts.trace import PART
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
    return loaded, before, {**before, **{file.path: file.after for file in moved.files}}


def test_what_the_tool_moves_does_what_it_did(sides: tuple[Loaded, Files, Files]) -> None:
    loaded, before, after = sides
    wanted = Wanted(parts=("trace",), paths=FILES, seconds=6, cases=6_000, jobs=2)
    evidence = proof(tree("before", before, loaded), tree("after", after, loaded), wanted)
    cases = {grade: sum(claim.cases for claim in evidence.claims if claim.grade is grade) for grade in Grade}
    assert [claim.subject for claim in evidence.claims if claim.differing] == []
    assert [one.fault for one in evidence.planted if not one.caught] == []
    assert {claim.verdict for claim in evidence.claims} <= {Verdict.SAME, Verdict.OPEN}
    assert sum(claim.verdict is Verdict.SAME for claim in evidence.claims) >= 12
    assert cases[Grade.EXHAUSTIVE] >= 1_000
    assert cases[Grade.EXHAUSTIVE] + cases[Grade.SAMPLED] >= 3_000


WRONG = [
    pytest.param(
        "_apply_voxtral_patches",
        MANAGER,
        "        run_model_site_hooks(",
        "        return\n        run_model_site_hooks(",
        id="a hook that is not asked",
    ),
    pytest.param(
        "_apply_apertus_patches", MANAGER, '"loaders.apply_apertus_patches"', '"loaders.apply_voxtral_patches"', id="the wrong point"
    ),
    pytest.param("_apply_voxtral_patches", "axolotl/model_support/voxtral/__init__.py", '("voxtral",)', '("apertus",)', id="another key"),
    pytest.param(
        "_apply_model_specific_patches",
        "axolotl/model_support/llama4/__init__.py",
        "context.cfg.llama4_linearized_experts",
        "True",
        id="the rest of a condition is lost",
    ),
    pytest.param(
        "_apply_voxtral_patches",
        "axolotl/model_support/sites.py",
        "acted = False\n",
        "acted = True\n    return acted\n",
        id="hooks are not called",
    ),
]


@pytest.mark.parametrize(("function", "path", "old", "new"), WRONG)
def test_what_is_moved_wrongly_is_caught(function: str, path: str, old: str, new: str, sides: tuple[Loaded, Files, Files]) -> None:
    loaded, before, after = sides
    text = (after[path] or b"").decode()
    at = text.index(f"def {function}") if path == MANAGER else 0
    assert old in text[at:]
    wrong = {**after, path: (text[:at] + text[at:].replace(old, new, 1)).encode()}
    one, other = tree("before", before, loaded), tree("wrong", wrong, loaded)
    pairs = tuple(pair for pair in paired(one, other).pairs if pair.old.name.endswith(f".{function}"))
    shown = PART.show(Asked(old=one, new=other, pairs=Pairs(pairs=pairs, alone=()), seed=0, seconds=10, cases=4_000))
    (claim,) = shown.claims
    assert claim.verdict is Verdict.DIFFERENT
