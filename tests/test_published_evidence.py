"""The evidence of a real proposal, item by item: models and infrastructure of a published framework.

Which places the proposal names is a fact about public code; 41 of its 42 are in the release that came after it.
"""

import contextlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from namebranch.__main__ import main
from published import Published

COLLATES, PLANS = "components/datasets/vlm/collate_fns.py", "components/distributed/optimized_tp_plans.py"
STRATEGIES, LOADING = "components/distributed/parallelizer.py", "components/checkpoint/checkpointing.py"
CONVERSION, ADDONS, ROTARY = (
    "components/checkpoint/conversion_mapping.py",
    "components/checkpoint/addons.py",
    "_transformers/v4_patches/rotary.py",
)
NAMED = [
    *((ROTARY, "attendant", name) for name in ("_compute_flash_inv_freq", "fix_rotary_embeddings")),
    (ROTARY, "predicate", "_is_nemotron_flash_config"),
    (ADDONS, "predicate", "_is_qwen3_moe"),
    (ADDONS, "reach-in", "nemo_automodel.components.models.qwen3_moe.state_dict_adapter"),
    (ADDONS, "classcheck", "adapter"),
    (ADDONS, "flag-use", "_is_qwen3_moe(model)"),
    *((LOADING, "flag", name) for name in ("is_nemotron_v2", "is_nemotron_v3_hf", "skip_initialize_weights")),
    *[(LOADING, "compare", "model_class")] * 2,
    (LOADING, "membership", "model_class"),
    *((LOADING, "flag-use", name) for name in ("is_nemotron_v2", "is_nemotron_v3_hf")),
    (LOADING, "compare", "model_type"),
    (CONVERSION, "nameset", "MODELS_REQUIRING_TENSOR_MERGING"),
    (CONVERSION, "table", "_VLM_KEY_MAPPINGS"),
    *((COLLATES, "per-model-def", f"{name}_collate_fn") for name in ("kimi_vl", "nemotron_parse", "nemotron_omni", "llava_onevision")),
    (COLLATES, "table", "COLLATE_FNS"),
    *(
        (PLANS, "per-model-def", f"_parallelize_{name}")
        for name in ("gemma3", "gemma4", "baichuan", "llama", "ministral3", "mistral3_vlm", "qwen", "qwen_classification", "phi", "phi3")
    ),
    (PLANS, "per-model-def", "_parallelize_qwen3_5_vlm"),
    *((PLANS, "per-model-def", name) for name in ("get_llama_nemotron_super_tp_plan", "get_decilm_nemotron_tp_plan")),
    *((STRATEGIES, "per-model-def", f"{name}ParallelizationStrategy") for name in ("NemotronH", "Qwen3_5", "Wan", "Hunyuan")),
    (STRATEGIES, "table", "PARALLELIZATION_STRATEGIES"),
]
"""What the proposal names, but for one import that was gone at the next release."""
FOOTPRINT = {"llama": 856, "qwen3_moe": 731, "deepseek_v3": 1250, "mistral3_vlm": 405, "qwen3_omni_moe": 568, "qwen3_vl_moe": 770}


@pytest.fixture(scope="module")
def found(published: Published, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the evidence as JSON."""
    out = tmp_path_factory.mktemp("evidence") / "split.json"
    with out.open("w", encoding="utf-8") as file, contextlib.redirect_stdout(file):
        assert main(["report", "evidence", str(published("nemo-automodel", "0.5.0")), "--quiet", "--format", "json"]) == 0
    held: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return held


def test_all_that_the_proposal_names_is_there_with_file_and_line(found: dict[str, Any]) -> None:
    items = [item for group in found["groups"] for file in group["files"] for item in file["items"]]
    shown = Counter((item["path"].removeprefix("nemo_automodel/"), item["kind"], item["subject"]) for item in items)
    assert len(NAMED) == 41
    assert Counter(NAMED) - shown == Counter()
    assert all(item["line"] > 0 and item["quote"] for item in items)


def test_all_groups_of_the_proposal_are_there(found: dict[str, Any]) -> None:
    assert {group["subsystem"] for group in found["groups"]} >= {"distributed", "monkeypatch", "collators", "checkpoint"}
    assert sum(bool(model["at"]) for model in found["models"]) > 30  # the fifth: what each model has of its own


def test_a_new_model_is_named_in_three_to_four_shared_files(found: dict[str, Any]) -> None:
    assert 2.5 <= found["mean"] <= 4


def test_each_model_that_it_names_is_in_the_order_and_has_a_place_to_go(found: dict[str, Any]) -> None:
    needs = {need["model"]: need for need in found["needs"]}
    for model in ("nemotron_v3", "qwen3_5_moe", "mistral3_vlm", "kimivl", "llava_onevision"):
        assert needs[model]["gains"] > 0
        assert any(where for where, _ in needs[model]["items"])


def test_the_projection_takes_much_from_the_files_that_it_complains_of(found: dict[str, Any]) -> None:
    files = {file["path"].removeprefix("nemo_automodel/"): file for group in found["groups"] for file in group["files"]}
    for path in (COLLATES, PLANS):
        assert files[path]["leaving"] > files[path]["lines"] // 2


@pytest.mark.parametrize("form", ["markdown", "json"])
def test_the_evidence_of_the_example_that_ships_is_made(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    root = Path(__file__).resolve().parents[1]
    assert main(["report", "evidence", str(root / "examples" / "tinytrain"), "--dialect", "vendored", "--quiet", "--format", form]) == 0
    said = capsys.readouterr().out
    assert "mixtral" in said
    assert "model_support" in said  # where it would lie


@pytest.mark.parametrize("name", ["axolotl", "nemo-automodel"])
def test_the_evidence_of_a_published_framework_has_every_site_of_its_scan(
    name: str, published: Published, capsys: pytest.CaptureFixture[str]
) -> None:
    target = str(published(name, {"axolotl": "0.19.0", "nemo-automodel": "0.5.0"}[name]))
    assert main(["scan", target, "--quiet", "--format", "jsonl"]) == 0
    sites = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert main(["report", "evidence", target, "--quiet", "--format", "json"]) == 0
    held = json.loads(capsys.readouterr().out)
    items = [item for group in held["groups"] for file in group["files"] for item in file["items"]]
    shown = Counter((item["path"], item["line"], item["kind"], item["subject"]) for item in items)
    assert Counter((site["path"], site["line"], site["kind"], site["subject"]) for site in sites) - shown == Counter()
