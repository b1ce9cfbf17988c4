"""The shapes of Automodel's framework code, in its dialect: what moves to which package, and that each key still gets its own answers."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import scanning

from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.codemods.applying.assembling import assembled
from namebranch.codemods.migrating import migration
from namebranch.codemods.planning.plan import Migration
from namebranch.codemods.previewing import registering
from namebranch.registry.dialects.load import take

MODELS = "nemo_automodel/components/models/"
CHECKPOINT = "nemo_automodel/components/checkpoint/checkpointing.py"
PARALLELIZER = "nemo_automodel/components/distributed/parallelizer.py"
REGISTRY = """\
from collections import OrderedDict

MODEL_ARCH_MAPPING = OrderedDict(
    [
        ("NemotronHForCausalLM", ("nemo_automodel.components.models.nemotron_v3.model", "NemotronHForCausalLM")),
        ("Qwen3MoeForCausalLM", ("nemo_automodel.components.models.qwen3_moe.model", "Qwen3MoeForCausalLM")),
    ]
)
"""
CHECKPOINTING = """\
_MODELS_WITH_BUFFERS = frozenset({"gemma3", "nemotron-nas"})
_KEY_MAPPINGS = {"gemma3": {"a.": "b."}}


def reinit(model, model_type=None):
    \"\"\"Only for what ``_MODELS_WITH_BUFFERS`` lists.\"\"\"
    if model_type not in _MODELS_WITH_BUFFERS:
        return 0
    return len(model.layers)


def mapping(model, model_type):
    keys = {"x": "y"}
    if model_type == "nemotron_h" and hasattr(model, "backbone"):
        keys = None
    return keys


def combined(model_type):
    if model_type in _KEY_MAPPINGS:
        return dict(_KEY_MAPPINGS[model_type])
    return None


def skips(model):
    model_class = model.config.architectures[0]
    is_v2 = model_class == "NemotronHForCausalLM" and not getattr(model.config, "n_routed_experts", None)
    skip = model_class in ["Gemma3ForConditionalGeneration", "Gemma3ForCausalLM"] or is_v2
    return bool(skip)


def _has_split_experts(model):
    adapter = getattr(model, "adapter", None)
    if adapter is None:
        return False
    from nemo_automodel.components.models.qwen3_moe.state_dict_adapter import Qwen3MoeStateDictAdapter

    return isinstance(adapter, Qwen3MoeStateDictAdapter)


def targets(model):
    if _has_split_experts(model):
        return ["experts"]
    return []


def checked(model, kind, arch):
    if arch == "DeciLMForCausalLM" and getattr(model, "kind", None) == "nemotron-nas":
        model.checked = True
        return None
    return kind
"""
ADAPTER = "class Qwen3MoeStateDictAdapter:\n    pass\n\n\nclass Below(Qwen3MoeStateDictAdapter):\n    pass\n"
HEADS = """\
from nemo_automodel.classes import Gemma3ForConditionalGeneration, Gemma3ForCausalLM


def heads(model):
    model_cls = type(model)
    if model_cls == Gemma3ForConditionalGeneration:
        found, prefix = model.layers, "text"
    elif model_cls in [Gemma3ForCausalLM]:
        found, prefix = model.layers[:1], "causal"
    elif model_cls.__name__ == "Qwen3_5ForConditionalGeneration":
        found, prefix = [model], "qwen"
    else:
        found, prefix = [], ""
    return len(found), prefix
"""
CLASSES = "class Gemma3ForConditionalGeneration:\n    layers = [1, 2, 3]\n\n\nclass Gemma3ForCausalLM:\n    layers = [1, 2, 3]\n"
ASKED = """
from types import SimpleNamespace as N
from nemo_automodel import classes
from nemo_automodel.components.checkpoint import checkpointing as c
from nemo_automodel.components.distributed.parallelizer import heads

kinds = [None, "", "gemma3", "nemotron-nas", "nemotron_h", "Gemma3ForCausalLM", "llama"]
models = [N(layers=[1]), N(layers=[1, 2], backbone=1)]
print([c.reinit(model, kind) for kind in kinds for model in models])
print([c.mapping(model, kind) for kind in kinds for model in models])
print([c.combined(kind) for kind in kinds])
names = ["NemotronHForCausalLM", "Gemma3ForCausalLM", "Gemma3ForConditionalGeneration", "LlamaForCausalLM", "gemma3"]
print([c.skips(N(config=N(architectures=[name], n_routed_experts=more))) for name in names for more in (None, 8)])
from nemo_automodel.components.models.qwen3_moe import state_dict_adapter as a
print([c.targets(N(adapter=one)) for one in (None, a.Qwen3MoeStateDictAdapter(), a.Below(), 1)], c.targets(N()))
asked = [(N(kind=kind), arch) for kind in ("nemotron-nas", "llama") for arch in ("DeciLMForCausalLM", "LlamaForCausalLM", None)]
print([(c.checked(model, 1, arch), vars(model)) for model, arch in asked], c.checked(N(), 2, "DeciLMForCausalLM"))
held = [classes.Gemma3ForConditionalGeneration, classes.Gemma3ForCausalLM]
held += [type(name, (), {"layers": [1]}) for name in ("Gemma3ForCausalLM", "Qwen3_5ForConditionalGeneration", "Other")]
print([heads(kind()) for kind in held])
"""


def tree() -> dict[str, str | bytes]:
    """Return the framework."""
    folders = ("", "components/", "components/checkpoint/", "components/distributed/", "components/models/", "_transformers/", "shared/")
    packages = {f"nemo_automodel/{folder}__init__.py": "" for folder in folders}
    owned = {f"{MODELS}{name}/__init__.py": "" for name in ("nemotron_v3", "qwen3_moe", "qwen3_5_moe")}
    code = {CHECKPOINT: CHECKPOINTING, PARALLELIZER: HEADS, "nemo_automodel/classes.py": CLASSES}
    owned[f"{MODELS}qwen3_moe/state_dict_adapter.py"] = ADAPTER
    return {**packages, **owned, "nemo_automodel/_transformers/registry.py": REGISTRY, **code}


def migrated(files: Mapping[str, str | bytes], *models: str) -> tuple[Migration, dict[str, bytes]]:
    """Return the migration of some models, or of all, and all files as they are after it."""
    source, dialect = scanning.source(files), take("automodel")
    linked = program(source, load(source), jobs=1)
    planned = migration(linked, dialect, models)
    changed = assembled(planned, dialect, source.one, "", registering(linked, dialect).get)
    return planned, {**{path: data or b"" for path, data in source.files.items()}, **changed}


def answers(files: Mapping[str, str | bytes], root: Path) -> str:
    """Return what the framework says for each key."""
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data.encode() if isinstance(data, str) else data)
    return subprocess.run([sys.executable, "-B", "-c", ASKED], cwd=root, capture_output=True, text=True, check=True).stdout


def test_each_key_gets_its_own_answers_after_a_migration_of_all(tmp_path: Path) -> None:
    planned, after = migrated(tree())
    assert answers(after, tmp_path / "after") == answers(tree(), tmp_path / "before")
    assert {one.code for one in planned.refused} <= {"R16", "X0"}
    assert b"_MODELS_WITH_BUFFERS = " not in after[CHECKPOINT]
    assert [path.removeprefix(MODELS) for path in sorted(after) if path.startswith(MODELS) and path.endswith(("er.py", "_adapter.py"))] == [
        "decilm/state_dict_adapter.py",
        "gemma3/parallelizer.py",
        "gemma3/state_dict_adapter.py",
        "nemotron_nas/state_dict_adapter.py",
        "nemotron_v3/state_dict_adapter.py",
        "qwen3_5/parallelizer.py",
        "qwen3_moe/state_dict_adapter.py",
    ]


def test_model_by_model_ends_where_all_at_once_ends(tmp_path: Path) -> None:
    files: dict[str, bytes] = {path: data.encode() if isinstance(data, str) else data for path, data in tree().items()}
    for model in ("gemma3", "gemma3_text", "nemotron_h", "nemotron-nas", "qwen3_5", "qwen3_moe", "decilm"):
        _, files = migrated(files, model)
        assert answers(files, tmp_path / model) == answers(tree(), tmp_path / "before")
    planned, again = migrated(files)
    assert planned.plans == ()
    assert again == files


@pytest.mark.parametrize("model", ["gemma3", "nemotron_h"])
def test_a_package_says_what_it_says_for_its_own_keys_alone(model: str, tmp_path: Path) -> None:
    _, after = migrated(tree(), model)
    listed = after["nemo_automodel/shared/model_hooks.py"].decode()
    assert '"NemotronHForCausalLM": "nemo_automodel.components.models.nemotron_v3",' in listed or model != "nemotron_h"
    assert answers(after, tmp_path / "after") == answers(tree(), tmp_path / "before")


def test_what_registers_models_stays_what_it_is() -> None:
    planned, after = migrated(tree())
    assert [(one.path, one.names) for one in planned.refused if one.code == "X0"] == [
        ("nemo_automodel/_transformers/registry.py", ("NemotronHForCausalLM", "Qwen3MoeForCausalLM"))
    ]
    assert after["nemo_automodel/_transformers/registry.py"] == REGISTRY.encode()


def test_a_second_test_of_a_name_is_asked_in_the_hook() -> None:
    planned, after = migrated(tree())
    (plan,) = [one for one in planned.plans if one.scope == "checked"]
    assert (plan.rules[0], len(plan.branches)) == ("R4", 2)
    assert b'== "nemotron-nas"' in after[f"{MODELS}decilm/state_dict_adapter.py"]
    assert b"nemotron-nas" not in after[CHECKPOINT]
