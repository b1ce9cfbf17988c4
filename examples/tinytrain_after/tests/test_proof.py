"""`namebranch prove` on tinytrain with real models: moved by hand and moved by the tool it does the same to the last bit, and a fault is told."""

import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[1]
BUILDER = runpy.run_path(str(HERE / "__main__.py"))
MIGRATOR = runpy.run_path(str(HERE.parent / "tinytrain_migrated" / "__main__.py"))
BEFORE = BUILDER["BEFORE"]
MODELS = sorted(path.stem for path in (BEFORE / "tinytrain" / "zoo").glob("*.toml"))
SETTINGS = """
[prove]
load = ["tinytrain.loaders.model:load_model", "tinytrain:TrainConfig"]
suite = ["python", "-m", "pytest", "-q", "tests/test_loading.py"]
[prove.models]
types = {types}
options = {{ base_model = "tiny/{{type}}", output_dir = "{{scratch}}/run"{more} }}
"""
KERNELS = ', adapter = "lora", fused_norm = true, fused_loss = true'
VARIANT = f"""
[[prove.models.variants]]
name = "adapter with kernels"
options = {{ {KERNELS[2:]} }}
"""


def settings(types=MODELS, more=""):
    return SETTINGS.format(types=json.dumps(types), more=more)


def proved(new, part, text):
    config = new.parent / "settings.toml"
    config.write_text(text)
    command = [sys.executable, "-m", "namebranch", "prove", BEFORE, new, "--config", config, "--part", part]
    done = subprocess.run([*command, "--format", "json", "--trust-target", "--no-cache"], capture_output=True, text=True, cwd=new.parent)
    assert done.returncode in {0, 1}, done.stderr
    return done.returncode, json.loads(done.stdout)


@pytest.fixture(scope="module")
def migrated(tmp_path_factory):
    folder = tmp_path_factory.mktemp("migrated") / "tree"
    MIGRATOR["copied"](folder)
    for model in MIGRATOR["MODELS"]:
        MIGRATOR["moved"](folder, model)
    return folder


@pytest.fixture
def after(tmp_path):
    BUILDER["build"](tmp_path / "tree")
    return tmp_path / "tree"


def everything_is_the_same(code, found, models):
    assert [(one["subject"], one["reason"]) for one in found["claims"] if one["verdict"] != "same" or "refuse" in one["reason"]] == []
    assert [one["claim"] for one in found["planted"] if not one["caught"]] == []
    assert (len(found["claims"]), len(found["planted"]), code) == (models, models, 0)


def test_moved_by_hand_each_model_is_loaded_as_before(after):
    code, found = proved(after, "models", settings() + VARIANT)
    everything_is_the_same(code, found, 2 * len(MODELS))
    assert sum(one["cases"] for one in found["claims"]) > 4_000
    assert found["versions"]["torch"]


def test_moved_by_the_tool_each_model_is_loaded_as_before(migrated):
    everything_is_the_same(*proved(migrated, "models", settings(more=KERNELS)), len(MODELS))


def test_moved_by_the_tool_its_tests_end_as_before(migrated):
    code, found = proved(migrated, "suite", settings([]))
    everything_is_the_same(code, found, 1)
    assert found["claims"][0]["cases"] >= 40


FAULTS = [
    ("loaders/adapter.py", "LORA_TARGETS.of(cfg.model_config_type)", "None", "mamba"),
    ("models/gemma3/common.py", "text.sliding_window = max(", "text.sliding_window = min(", "gemma3_text"),
    ("models/qwen2/descriptor.py", '"fused_norm": Supported(), ', "", "qwen2"),
]


def test_a_fault_is_told_and_what_has_none_is_the_same(after):
    for file, right, wrong, _ in FAULTS:
        path = after / "tinytrain" / file
        assert path.read_text().count(right) == 1
        path.write_text(path.read_text().replace(right, wrong))
    types = ["olmoe", *sorted(fault[-1] for fault in FAULTS)]
    code, found = proved(after, "models", settings(types, KERNELS + ", sample_packing = true, sequence_len = 20"))
    assert {one["subject"]: one["verdict"] for one in found["claims"]} == {
        "olmoe": "same",
        "gemma3_text": "different",
        "mamba": "different",
        "qwen2": "different",
    }
    facts = {one["answers"]["model"]: one["answers"].get("fact", "") for one in reversed(found["differences"])}
    assert facts["qwen2"].startswith(("call", "patch", "gradient", "logits", "loss", "said", "config"))
    assert code == 1
