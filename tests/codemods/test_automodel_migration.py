"""NeMo Automodel 0.5.0: its checkpoint flags, sets and tables, and its PEFT predicate, move to the models' packages, and answer as they did."""

from pathlib import Path

import pytest
from afterwards import asked, laid

from namebranch.analyzer.reading.source import Source
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.codemods.preview import Preview
from namebranch.codemods.previewing import chosen, previewed
from published import Published

CHECKPOINT = "nemo_automodel/components/checkpoint/"
ASKED = """
import sys
from standins import Standins

given = {"__version__": "5.5.0"}
Standins(["nemo_automodel"], {"transformers": given, "torch": {"__version__": "2.9.0"}}).install()
from types import SimpleNamespace as N
from nemo_automodel.components.checkpoint import addons, checkpointing, conversion_mapping
from nemo_automodel.components.models.qwen3_moe.state_dict_adapter import Qwen3MoeStateDictAdapter

kinds = ["mixtral", "minimax", "qwen3_moe", "gemma3", "llama", "nemotron-nas", "nemotron_h", "", None]
print([conversion_mapping.requires_tensor_merging(kind) for kind in kinds])
print([conversion_mapping.get_combined_key_mapping(kind, mapping) for kind in kinds if kind for mapping in (None, {"a": "b"})])
below = type("Below", (Qwen3MoeStateDictAdapter,), {})
adapters = [None, object(), Qwen3MoeStateDictAdapter.__new__(Qwen3MoeStateDictAdapter), below.__new__(below)]
print([addons._is_qwen3_moe(N(state_dict_adapter=one)) for one in adapters], addons._is_qwen3_moe(N()))
print([addons._extract_target_parameters(N(state_dict_adapter=one), old) for one in adapters for old in (False, True)])
"""


@pytest.fixture(scope="module")
def automodel(published: Published) -> Source:
    """Return the published package."""
    return open_target(str(published("nemo-automodel", "0.5.0")), revision=None, cwd=Path())


@pytest.fixture(scope="module")
def found(automodel: Source) -> Preview:
    """Return what migrating all branches comes to."""
    dialect, base = chosen("automodel", automodel)
    return previewed(automodel, program(automodel, load(automodel), jobs=2), dialect, base, ())


def test_the_checkpoint_branches_move_by_these_rules(found: Preview) -> None:
    plans = [plan for plan in found.migration.plans if plan.path.startswith(CHECKPOINT)]
    assert {(plan.path.removeprefix(CHECKPOINT), plan.rules[0], plan.point.name) for plan in plans} == {
        ("addons.py", "R18", "checkpoint.extra_target_parameters"),
        ("checkpointing.py", "R6", "checkpoint.should_skip_init_weights"),
        ("checkpointing.py", "R6", "checkpoint.should_skip_init_weights.2"),
        ("checkpointing.py", "R6", "checkpoint.should_skip_init_weights.3"),
        ("checkpointing.py", "R5", "checkpoint.key_mapping"),
        ("checkpointing.py", "R6", "checkpoint.models_requiring_buffer_reinit"),
        ("conversion_mapping.py", "R9", "checkpoint.requires_tensor_merging"),
        ("conversion_mapping.py", "R6", "checkpoint.requires_tensor_merging"),
        ("conversion_mapping.py", "R7", "conversion_mapping.vlm_key_mappings"),
    }
    assert {one.code for one in found.migration.refused if one.path.startswith(CHECKPOINT)} <= {"R14", "R16"}


def test_what_registers_models_is_left_alone(found: Preview) -> None:
    left = [one.path.rpartition("/")[2] for one in found.migration.refused if one.code == "X0"]
    assert sorted(left) == ["parallelizer.py", "registry.py", "registry.py"]


def test_exact_classes_are_asked_for_in_hooks_of_their_models(found: Preview) -> None:
    owner = next(file.after.decode() for file in found.files if file.path.endswith("models/llama4/parallelizer.py"))
    assert '@register_model_hook("Llama4ForConditionalGeneration", "' in owner
    assert "if not (model_cls == Llama4ForConditionalGeneration):\n        return DECLINED\n" in owner


def test_new_files_lie_in_packages_that_there_are_or_that_are_called_as_a_model(found: Preview, automodel: Source) -> None:
    homes = {file.path.split("/")[3] for file in found.files if file.path.startswith("nemo_automodel/components/models/")}
    new = {home for home in homes if automodel.one(f"nemo_automodel/components/models/{home}/__init__.py") is None}
    assert {"nemotron_v3", "kimivl", "qwen3_moe", "gemma4_moe", "llava_onevision"} <= homes - new
    assert {"gemma3", "mixtral", "nemotron_nas"} <= new
    assert "gpt2" not in homes  # that would hide the module `models/gpt2.py`
    assert not [home for home in new if "for_" in home or "config" in home or "processor" in home]


@pytest.fixture(scope="module")
def trees(found: Preview, automodel: Source, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the package as it ships, and as it is afterwards."""
    before, after = (tmp_path_factory.mktemp(name) for name in ("before", "after"))
    return laid(automodel, before), laid(automodel, after, found.files)


def test_it_answers_as_it_did(trees: tuple[Path, Path]) -> None:
    before, after = (asked(root, ASKED) for root in trees)
    assert before == after
    assert before.splitlines()[0] == "[True, True, True, False, False, False, False, False, False]"
