"""The shapes of Model Optimizer's PTQ example, in a tree without a registry: what its pull request moved by hand comes out, and runs as before."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import ptq
import pytest
import scanning
from registries import run

from namebranch.analyzer.inventory import Kind
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.codemods.planning.decisions import FILE
from namebranch.codemods.planning.plan import HookPlan
from namebranch.codemods.preview import Preview
from namebranch.codemods.previewing import chosen, previewed
from published import Published

DEEPSEEK = ("deepseek", "deepseek_v3", "deepseek_v32", "deepseek_v4", "kimi_k2")
WRAPPERS = ("NemotronH_Nano_VL_V2", "nemotron_h_omni")
CHOSEN: tuple[tuple[str, Kind, str, tuple[str, ...], str], ...] = (
    ("validate_fsdp2_supported", Kind.SUBSTRING, "vila", ("llava_llama",), "config.model_type"),
    ("is_nemotron_vl", Kind.SUBSTRING, "nemotron", WRAPPERS, 'getattr(config, "model_type", None)'),
    ("is_diffusion_gemma", Kind.SUBSTRING, "diffusiongemma", ("diffusion_gemma",), "hf_config.model_type"),
    ("get_model", Kind.FLAG_USE, "nemotron", WRAPPERS, "hf_config.model_type"),
    ("get_model", Kind.FLAG_USE, "diffusiongemma", ("diffusion_gemma",), "hf_config.model_type"),
    ("get_model", Kind.SUBSTRING, "Deepseek", DEEPSEEK, "hf_config.model_type"),
    ("pre_quantize", Kind.COMPARE, "deepseek", (*DEEPSEEK, "kimi_k25"), "full_model.config.model_type"),
    ("pre_quantize", Kind.COMPARE, "nemotron_h", ("nemotron_h",), "full_model.config.model_type"),
    ("post_quantize", Kind.COMPARE, "llama4", ("llama4", "llama4_text"), "full_model.config.model_type"),
)
"""What people decided in that pull request: which keys, and what is asked for them."""

FIELDS = {
    "no_device_map": ["bart", "t5"],
    "no_auto_device_map": sorted(WRAPPERS),
    "vlm_wrapper": sorted(WRAPPERS),
    "sequential_device_map": ["diffusion_gemma"],
    "prefers_bundled_code": sorted(DEEPSEEK),
    "preview_unsupported": sorted((*DEEPSEEK, "kimi_k25", "nemotron_h")),
    "post_ptq_generation_unsupported": ["llama4", "llama4_text"],
    "fsdp2_unsupported": ["llava_llama"],
    "preview_input_key": ["whisper"],
    "export_requires_quantization": ["dbrx"],
}
HOOKS = {"load_calibration_processor", "make_calibration_dataloader", "calibration_sample_input"}


def decisions() -> str:
    rows = []
    for scope, kind, word, keys, subject in CHOSEN:
        site = next(one for one in scanning.sites(ptq.files()) if one.scope == scope and one.kind is kind and word in one.names)
        rows.append(f'[[keys]]\nsite = "{site.id}"\nkeys = {json.dumps(keys)}\nsubject = {json.dumps(subject)}\nreason = "as decided"\n')
    return "\n".join(rows)


def preview_of(files: Mapping[str, str], *models: str) -> Preview:
    source = scanning.source(files)
    loaded = load(source)
    dialect, base = chosen("modelopt", source)
    return previewed(source, program(source, loaded, jobs=1), dialect, base, models)


@pytest.fixture(scope="module")
def preview() -> Preview:
    return preview_of({**ptq.files(), FILE: decisions()})


@pytest.fixture(scope="module")
def written(preview: Preview) -> dict[str, str]:
    return {**ptq.files(), **{file.path: file.after.decode() for file in preview.files}}


def by_slot(preview: Preview) -> dict[str, list[HookPlan]]:
    found: dict[str, list[HookPlan]] = {}
    for plan in preview.migration.plans:
        found.setdefault(plan.point.name.rpartition(".")[2], []).append(plan)
    return found


# what comes out


def test_the_registry_comes_first_and_then_its_hooks(preview: Preview) -> None:
    assert preview.migration.plumbing == ("the registry itself", "a section for what branches said", "hooks by model type")


@pytest.mark.parametrize("field", FIELDS)
def test_a_row_of_the_pull_request_is_a_field_on_the_same_model_types(field: str, preview: Preview) -> None:
    assert sorted(one.key for plan in by_slot(preview)[field] for one in plan.registrations) == FIELDS[field]


def test_whisper_has_three_hooks(preview: Preview, written: dict[str, str]) -> None:
    assert {slot for slot, plans in by_slot(preview).items() if any(plan.hook is not None for plan in plans)} == HOOKS
    assert all(f"def {hook}(" in written["modelopt/torch/models/whisper/hooks.py"] for hook in HOOKS)


def test_the_two_precedences_of_the_device_map_stay_two_fields_at_their_lines(written: dict[str, str]) -> None:
    text = written[ptq.LOADING]
    weak, strong = (text.index(f"get_ptq_spec(hf_config.model_type).{field}:") for field in ("no_auto_device_map", "no_device_map"))
    assert weak < text.index('device_map = "sequential"') < strong


def test_the_comment_at_a_branch_is_the_reason_that_its_models_give(written: dict[str, str]) -> None:
    assert 'no_device_map="its weights are not where the map thinks"' in written["modelopt/torch/models/bart/specs.py"]
    assert 'preview_unsupported="it may not fit"' in written["modelopt/torch/models/kimi_k25/specs.py"]
    assert "tied embeddings apart, and then" in written["modelopt/torch/models/t5/specs.py"]
    assert "share weights" not in written[ptq.LOADING]
    assert "mixers" not in written[ptq.RUN]


def test_neighbours_that_do_the_same_ask_once(written: dict[str, str]) -> None:
    assert written[ptq.LOADING].count(".no_device_map") == 1
    assert written[ptq.RUN].count(".preview_unsupported") == 1


def test_the_declared_differences_are_the_reach_report(preview: Preview) -> None:
    plan = next(plan for plan in by_slot(preview)["preview_unsupported"] if "deepseek" in plan.guard.key.values)
    told = {one.kind: one.detail for one in plan.differences}
    assert told["lost_key"] == "taken before, and not any more: deepseek_ocr2, deepseek_v2, deepseek_vl, deepseek_vl_hybrid"
    assert told["gained_key"] == "not taken before: kimi_k25"
    assert told["unknown_key"] == "chosen, and known to no table: deepseek, kimi_k2"


def test_no_hook_is_made_of_what_a_script_holds(preview: Preview) -> None:
    assert [plan.hook for plan in by_slot(preview)["needs_calibration_processor"]] == [None]


def test_a_second_run_finds_nothing(written: dict[str, str]) -> None:
    again = preview_of(written)
    assert [(plan.rules, plan.path, plan.line) for plan in again.migration.plans] == []
    assert again.files == ()


def test_a_later_branch_of_a_model_joins_its_spec_and_its_hooks(written: dict[str, str]) -> None:
    later = """
def unload(args, model_type, log):
    if model_type == "whisper":
        log.append(args.path)
    return 7 if model_type == "t5" else 8
"""
    again = preview_of({**written, "examples/hf_ptq/later.py": later})
    files = {file.path: file.after.decode() for file in again.files}
    assert "def unload(log, args):" in files["modelopt/torch/models/whisper/hooks.py"]
    assert "def make_calibration_dataloader(" in files["modelopt/torch/models/whisper/hooks.py"]
    assert "unload" in files["modelopt/torch/models/t5/specs.py"]
    assert "no_device_map" in files["modelopt/torch/models/t5/specs.py"]
    assert again.migration.plumbing == ()


def test_one_model_brings_the_registry_and_leaves_the_others(preview: Preview) -> None:
    only = preview_of({**ptq.files(), FILE: decisions()}, "t5")
    text = next(file.after.decode() for file in only.files if file.path == ptq.LOADING)
    assert 'if hf_config.model_type == "bart":' in text
    assert 'return (model_type in ["bart", "whisper"] or get_ptq_spec(model_type).is_enc_dec)' in text
    assert {"modelopt/torch/models/specs.py", "modelopt/torch/models/t5/specs.py"} <= {file.path for file in only.files}


# what it does

CODE = """
import sys, json
sys.path[:0] = [{root!r}, {root!r} + "/examples/hf_ptq"]
import example_utils as loading, hf_ptq as run
from modelopt.torch.family import get_model_type
from types import SimpleNamespace

def kinds():
    for kind, name in {models}.items():
        config = SimpleNamespace(model_type=kind, architectures=[name], vision_config="Omni" in name or "VL" in name)
        model = type(name, (), {{"config": config, "bins": 3, "generate": lambda self, key: key}})()
        yield kind, config, model, get_model_type(model)

def outcomes(config, model, family):
    log = loading.Log()
    args = SimpleNamespace(images=False, skip_generate=False, pyt_ckpt_path="somewhere")
    yield [loading.get_model(config, log, *rest) for rest in (("cuda", False, True), ("cpu", True, False), ("cuda", True, False))]
    yield loading.get_processor("p", family, log), loading.is_enc_dec(family), loading.validate_fsdp2_supported(args, config)
    yield run.make_calib_dataloader(args, 1, family), run.load_model("p", model, family, log)
    before = run.pre_quantize(args, model, log)
    yield before, run.post_quantize(model, before)
    for quantized in (True, False):
        try:
            yield run.quantize_main(args, model, family, quantized)
        except AssertionError as error:
            yield str(error)
    yield list(log)

print(json.dumps({{kind: list(outcomes(config, model, family)) for kind, config, model, family in kinds()}}))
"""
MODELS = {
    "t5": "T5ForConditionalGeneration",
    "bart": "BartForConditionalGeneration",
    "whisper": "WhisperForConditionalGeneration",
    "deepseek_v3": "DeepseekV3ForCausalLM",
    "deepseek_v32": "DeepseekV32ForCausalLM",
    "kimi_k2": "DeepseekV3ForCausalLM",
    "nemotron_h": "NemotronHForCausalLM",
    "nemotron_h_omni": "NemotronHOmniForConditionalGeneration",
    "diffusion_gemma": "DiffusionGemmaForConditionalGeneration",
    "llama4": "Llama4ForConditionalGeneration",
    "llama": "LlamaForCausalLM",
    "dbrx": "DbrxForCausalLM",
    "qwen3": "Qwen3ForCausalLM",
}
LOST = {"deepseek_v2": "DeepseekV2ForCausalLM", "deepseek_vl": "DeepseekVLForConditionalGeneration"}


def outcomes(root: Path, files: Mapping[str, str], models: Mapping[str, str]) -> dict[str, object]:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    found: dict[str, object] = run(dedent(CODE).format(root=str(root), models=dict(models)))
    return found


def test_kept_models_do_what_they_did(written: dict[str, str], tmp_path: Path) -> None:
    old, new = (outcomes(tmp_path / name, files, MODELS) for name, files in (("old", ptq.files()), ("new", written)))
    differing = {kind for kind in MODELS if old[kind] != new[kind]}
    assert differing == {"nemotron_h_omni"}  # of the family whose preview was skipped, and a wrapper: it talks now, as was decided


def test_lost_models_take_the_way_of_all_others(written: dict[str, str], tmp_path: Path) -> None:
    old, new = (outcomes(tmp_path / name, files, LOST) for name, files in (("old", ptq.files()), ("new", written)))
    assert all(old[kind] != new[kind] for kind in LOST)


# the release that has a registry


def test_a_spec_that_is_there_says_more_and_the_registry_is_not_founded_again(published: Published) -> None:
    wheel = published("nvidia-modelopt", "0.48.0rc1")
    source = open_target(str(wheel), cwd=wheel.parent)
    loaded = load(source)
    dialect, base = chosen("modelopt", source)
    made = previewed(source, program(source, loaded, jobs=1), dialect, base, ("deepseek",))
    files = {file.path: (file.before, file.after.decode()) for file in made.files}
    before, after = files["modelopt/torch/models/deepseek/specs.py"]
    assert before is not None
    assert after.startswith(before.decode().split("from ..specs", maxsplit=1)[0])
    assert "ptq_spec=PTQSpec(" in after
    assert after.count("register(") == before.decode().count("register(")
    assert "the registry itself" not in made.migration.plumbing


def test_what_people_decided_is_read_from_a_file_that_people_can_write() -> None:
    assert len(tomllib.loads(decisions())["keys"]) == len(CHOSEN)
