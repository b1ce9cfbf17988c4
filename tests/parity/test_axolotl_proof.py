"""axolotl 0.19.0: what the tool itself moves does what it did before, shown without axolotl, torch or transformers; what is moved wrongly is caught."""

import re
import sys
import time
from collections.abc import Mapping

import pytest
from memory import MemorySource

from namebranch.analyzer.reading.source import SourceFile
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import Loaded, load
from namebranch.codemods.previewing import chosen, previewed
from namebranch.parity.evidence import Evidence, Grade, Verdict
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


@pytest.fixture(scope="module")
def old(sides: tuple[Loaded, Files, Files]) -> Tree:
    """Return the tree before."""
    loaded, before, _ = sides
    return tree("before", before, loaded)


@pytest.fixture(scope="module")
def whole(sides: tuple[Loaded, Files, Files], old: Tree) -> tuple[Evidence, float]:
    """Return the proof of the whole move, and the seconds that it took."""
    loaded, _, after = sides
    one, other = old, tree("after", after, loaded)
    began = time.monotonic()
    found = proof(one, other, Wanted(parts=("trace",), paths=FILES, seconds=40, cases=5_500, jobs=2))
    return found, time.monotonic() - began


def test_all_that_the_tool_moves_does_what_it_did(whole: tuple[Evidence, float]) -> None:
    evidence, _ = whole
    assert [(claim.subject, claim.reason) for claim in evidence.claims if claim.verdict is not Verdict.SAME] == []
    assert len(evidence.claims) == 15
    assert [one.caught for one in evidence.planted] == [True] * 15


def test_the_comparisons_are_as_many_as_was_asked_and_take_less_than_90_seconds(whole: tuple[Evidence, float]) -> None:
    evidence, seconds = whole
    cases = {grade: sum(claim.cases for claim in evidence.claims if claim.grade is grade) for grade in Grade}
    assert cases[Grade.EXHAUSTIVE] >= 2_500
    assert cases[Grade.SAMPLED] >= 20_000
    assert seconds < 90
    assert not {"axolotl", "torch", "transformers"} & sys.modules.keys()


PHASE = """        for point in ("", ".2", ".3", ".4", ".5"):
            context = ModelHookContext(cfg=self.cfg, inference=self.inference)
            more = [self.cfg.sample_packing or self.cfg.context_parallel_size > 1] if point == ".2" else []
            run_model_site_hooks(self.cfg.model_config_type, f"loaders.apply_model_specific_patches{point}", context, *more)
        self._warn_if_fused_attn_unsupported(self.cfg)
        return
"""
EXPLAINED = {
    r"/model_support/(\w+)/__init__\.py:\d+ swapped key or point `'\1'`: ": "the name of a family, by which only templates of other functions ask",
}


def test_of_80_small_faults_in_what_was_moved_each_is_noticed_or_explained(sides: tuple[Loaded, Files, Files], old: Tree) -> None:
    loaded, _, after = sides
    found = proof(old, tree("after", after, loaded), Wanted(parts=("mutants",), paths=FILES, mutants=80, jobs=2))
    left = [one for claim in found.claims for one in (*claim.uncovered, *claim.reason.split("; ")) if ".py:" in one]
    assert [one for one in left if not any(re.search(pattern, one) for pattern in EXPLAINED)] == []
    assert sum(claim.cases for claim in found.claims) == 80
    assert [claim.subject for claim in found.claims if claim.grade is Grade.NOT_RUN] == []
    assert len(left) < 10


WRONG = [
    pytest.param(
        "_apply_model_specific_patches",
        MANAGER,
        "        self._warn_if_fused_attn_unsupported(self.cfg)\n",
        PHASE,
        id="all branches folded into one phase",
    ),
    pytest.param(
        "_apply_model_specific_patches", MANAGER, "if torch.cuda.is_available():", "if True:", id="a lost guard around several hooks"
    ),
    pytest.param(
        "_apply_voxtral_patches",
        MANAGER,
        "        run_model_site_hooks(",
        """        run_model_site_hooks(self.cfg.model_config_type, "loaders.apply_voxtral_patches", ModelHookContext(cfg=self.cfg))
        run_model_site_hooks(""",
        id="a hook that is called twice",
    ),
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


@pytest.mark.parametrize(("function", "path", "right", "wrong"), WRONG)
def test_what_is_moved_wrongly_is_caught(
    function: str, path: str, right: str, wrong: str, sides: tuple[Loaded, Files, Files], old: Tree
) -> None:
    loaded, _, after = sides
    text = (after[path] or b"").decode()
    at = text.index(f"def {function}") if path == MANAGER else 0
    assert right in text[at:]
    other = tree("wrong", {**after, path: (text[:at] + text[at:].replace(right, wrong, 1)).encode()}, loaded)
    pairs = tuple(pair for pair in paired(old, other).pairs if pair.old.name.endswith(f".{function}"))
    shown = PART.show(Asked(old=old, new=other, pairs=Pairs(pairs=pairs, alone=()), seed=0, seconds=10, cases=1_500))
    (claim,) = shown.claims
    assert claim.verdict is Verdict.DIFFERENT
