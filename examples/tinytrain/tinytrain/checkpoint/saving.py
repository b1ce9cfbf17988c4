"""What is written after training, and what is looked at before it is read again."""

import json
from pathlib import Path

from safetensors.torch import load_file

from ..loaders.adapter import merge_adapter


def _is_qwen3_moe(model):
    from transformers import Qwen3MoeForCausalLM

    return isinstance(model, Qwen3MoeForCausalLM)


def save(model, cfg, data, folder=None):
    """Write the model, with its adapter merged in; return the folder."""
    folder = Path(folder or cfg.output_dir)
    if cfg.adapter:
        model = merge_adapter(model)
    model.save_pretrained(folder, max_shard_size="5GB" if model.config.model_type != "deepseek_v3" else "20GB")
    (folder / "tinytrain.json").write_text(json.dumps(data, indent=1))
    if _is_qwen3_moe(model) and cfg.extras.get("expert_report"):
        gates = {name: list(value.shape) for name, value in model.state_dict().items() if name.endswith("gate.weight")}
        (folder / "experts.json").write_text(json.dumps(gates))
    return folder


def saved_state(folder):
    state = {}
    for file in sorted(Path(folder).glob("*.safetensors")):
        state |= load_file(file)
    return state


def looks_complete(folder):
    """Return what is missing in a saved folder, in words; nothing is good."""
    folder = Path(folder)
    missing = [name for name in ("config.json", "tinytrain.json") if not (folder / name).is_file()]
    if missing:
        return missing
    raw = json.loads((folder / "config.json").read_text())
    if raw["model_type"] in ("t5", "whisper") and not (folder / "generation_config.json").is_file():
        missing.append("generation_config.json")
    names = saved_state(folder)
    if raw.get("model_type") == "mamba":
        head = "backbone.embeddings.weight"
    elif "GPTNeoXForCausalLM" in (raw.get("architectures") or []):
        head = "gpt_neox.embed_in.weight"
    else:
        head = None
    return missing + ([head] if head and head not in names else [])


def tied_weights(config, names):
    """Return the names that are not written because they are another one's."""
    assert config.model_type != "mixtral", "mixtral ties nothing"
    return [name for name in names if name == "lm_head.weight" or (config.model_type == "whisper" and name == "proj_out.weight")]
