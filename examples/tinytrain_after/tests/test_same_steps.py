"""Tinytrain does the same at each step before its models say themselves what they need, and after; and if it did not, this would tell."""

import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[1]
BUILDER = runpy.run_path(str(HERE / "__main__.py"))
MODELS = sorted(path.stem for path in (BUILDER["BEFORE"] / "tinytrain" / "zoo").glob("*.toml"))
KINDS = ("plain", "adapter with kernels", "everything")

FAULTS = [
    ("loaders/adapter.py", "LORA_TARGETS.of(cfg.model_config_type)", "None", "mamba, adapter with kernels", "steps"),
    ("models/mamba/descriptor.py", '"no_decay": ("A_log", "D", "dt_proj.bias"),', "", "mamba, plain", "steps"),
    ("models/mixtral/descriptor.py", '"router_loss": True,', "", "mixtral, plain", "losses"),
    ("models/deepseek_v3/descriptor.py", '"last_rate": 0.1', '"last_rate": 0.2', "deepseek_v3, everything", "steps"),
    ("models/qwen3_moe/descriptor.py", '"after_save": report_experts,', "", "qwen3_moe, everything", "files"),
    ("models/gemma3/common.py", "text.sliding_window = max(", "text.sliding_window = min(", "gemma3_text, everything", "config"),
    ("models/qwen2/descriptor.py", '"fused_norm": Supported(), ', "", "qwen2, adapter with kernels", "swapped"),
]


def steps(tree, output, *models):
    done = subprocess.run([sys.executable, HERE / "tests" / "steps.py", tree, output, *models], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(output.read_text())


@pytest.fixture(scope="module")
def before(tmp_path_factory):
    return steps(BUILDER["BEFORE"], tmp_path_factory.mktemp("before") / "steps.json")


@pytest.fixture(scope="module")
def after(tmp_path_factory):
    folder = tmp_path_factory.mktemp("after")
    BUILDER["build"](folder / "tree")
    return steps(folder / "tree", folder / "steps.json")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("model", MODELS)
def test_each_step_is_the_same_to_the_last_bit(model, kind, before, after):
    was, now = before[f"{model}, {kind}"], after[f"{model}, {kind}"]
    assert was == now
    assert was["steps"] or "three rows" in was["error"]


def test_only_what_was_refused_came_to_no_end(before):
    assert [name for name, was in before.items() if "error" in was] == ["qwen2_vl, everything"]


@pytest.fixture(scope="module")
def with_faults(tmp_path_factory):
    """Run a tree with all faults in it, each in a run of its own."""
    folder = tmp_path_factory.mktemp("faults")
    BUILDER["build"](folder / "tree")
    for file, right, wrong, _, _ in FAULTS:
        path = folder / "tree" / "tinytrain" / file
        assert path.read_text().count(right) == 1
        path.write_text(path.read_text().replace(right, wrong))
    return steps(folder / "tree", folder / "steps.json", "olmoe", *sorted({run.partition(",")[0] for *_, run, _ in FAULTS}))


@pytest.mark.parametrize(("run", "part"), [fault[3:] for fault in FAULTS])
def test_a_fault_is_told(run, part, before, with_faults):
    assert with_faults[run].get(part) != before[run].get(part)


@pytest.mark.parametrize("run", ["olmoe, plain", "gemma3_text, plain", "qwen2, plain"])
def test_what_has_no_fault_is_the_same(run, before, with_faults):
    assert with_faults[run] == before[run]
