"""What published libraries say about published frameworks."""

import json
from pathlib import Path
from typing import Any

import pytest

from namebranch.__main__ import main
from published import Published

PLUGIN = "axolotl/integrations/liger/plugin.py"


def audited(capsys: pytest.CaptureFixture[str], target: Path, *options: str) -> list[dict[str, Any]]:
    """Return the findings of an audit."""
    assert main(["audit", str(target), "--quiet", "--format", "json", *options]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["findings"]
    return found


def taken(found: list[dict[str, Any]]) -> list[str]:
    """Return the names of arms in the plugin that the library's table takes."""
    return [one["witness"] for one in found if one["path"] == PLUGIN and "liger_kernel" in one["message"]]


def test_arms_die_as_the_library_learns_their_models(published: Published, capsys: pytest.CaptureFixture[str]) -> None:
    axolotl = published("axolotl", "0.19.0")
    newer = audited(capsys, axolotl, "--select", "NB401", "--dep", str(published("liger-kernel", "0.8.5")))
    assert taken(newer) == ["deepseek_v2", "muse_glimmer"]
    older = audited(capsys, axolotl, "--select", "NB401", "--dep", str(published("liger-kernel", "0.8.1")))
    assert taken(older) == []


GONE = {
    ("axolotl", "0.19.0"): {
        "axolotl/integrations/liger/models/jamba.py:14 HybridMambaAttentionDynamicCache",
        "axolotl/model_support/kimi_linear/modeling_kimi.py:36 OutputRecorder",
        "axolotl/model_support/kimi_linear/tokenization_kimi.py:26 bytes_to_unicode",
        "axolotl/monkeypatch/accelerate/fsdp2.py:837 shard_and_distribute_module",
        "axolotl/monkeypatch/attention/flex_attn.py:8 _torch_version",
        "axolotl/monkeypatch/attention/sage_attn.py:99 prepare_fa2_from_position_ids",
        "axolotl/monkeypatch/mixtral/__init__.py:44 MixtralBlockSparseTop2MLP",
        "axolotl/monkeypatch/ring_attn/adapters/batch.py:19 is_flash_attn_greater_or_equal",
    },
    ("llamafactory", "0.9.5"): {"llamafactory/model/model_utils/attention.py:35 load_and_register_kernel"},
    ("trl", "1.16.0"): set(),
    ("liger-kernel", "0.8.5"): set(),
}


@pytest.mark.parametrize(("name", "version"), GONE, ids=lambda text: text)
def test_what_the_required_transformers_does_not_have(
    published: Published, capsys: pytest.CaptureFixture[str], name: str, version: str
) -> None:
    found = audited(capsys, published(name, version), "--select", "NB413")
    mine = [one for one in found if one["witness"].startswith("transformers.")]
    assert {f"{one['path']}:{one['line']} {one['witness'].rpartition('.')[2]}" for one in mine} == GONE[name, version]


NAMES = {
    ("axolotl", "0.19.0"): {
        "axolotl/common/architectures.py:18 DeepseekV2MoE",
        "axolotl/common/architectures.py:23 AfmoeMoE",
        "axolotl/loaders/adapter.py:61 LlamaLinearScalingRotaryEmbedding",
        "axolotl/loaders/constants.py:10 lfm2-vl",
        "axolotl/loaders/model.py:893 lfm2-vl",
        "axolotl/loaders/tokenizer.py:203 GPTNeoXTokenizerFast",
    },
    ("nemo-automodel", "0.7.0"): {
        "nemo_automodel/components/datasets/vlm/collate_fns.py:266 Qwen3VLMoeProcessor",
        "nemo_automodel/components/datasets/vlm/collate_fns.py:2309 LlavaOneVisionProcessor",
    },
    ("nvidia-modelopt", "0.47.0"): {
        "modelopt/torch/export/layer_utils.py:1006 MixtralMoeSparseMoeBlock",
        "modelopt/torch/export/layer_utils.py:1009 DBRXMoeSparseMoeBlock",
        "modelopt/torch/export/layer_utils.py:1011 GptOssMoE",
    },
    ("ms-swift", "4.6.0"): set(),
    ("llamafactory", "0.9.5"): set(),
}
"""Each was read: the name is met by no model, and nothing beside it says that it is meant so."""


@pytest.mark.parametrize(("name", "version"), NAMES, ids=lambda text: text)
def test_names_that_no_model_has(published: Published, capsys: pytest.CaptureFixture[str], name: str, version: str) -> None:
    found = audited(capsys, published(name, version), "--select", "NB403")
    assert {f"{one['path']}:{one['line']} {one['witness']}" for one in found} == NAMES[name, version]
