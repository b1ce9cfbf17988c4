"""Checkpoints: what is written, and under which names."""

import re

KEY_PREFIXES = {"gemma3": "language_model.", "llava": "language_model.", "mllama": "model.language_model."}


def rename(state, config):
    prefix = KEY_PREFIXES.get(config.model_type, "")
    if config.model_type == "gpt_oss":
        state = {key: value.transpose(0, 1) if key.endswith("experts.down_proj") else value for key, value in state.items()}
    if re.match(r"qwen3(_moe)?$", config.model_type):
        state.pop("lm_head.weight", None)
    return {prefix + key: value for key, value in state.items()}


def save(model, path, config):
    is_tied = config.model_type in ("gemma2", "gemma3")
    state = model.state_dict()
    if is_tied:
        state.pop("lm_head.weight", None)
    if path.suffix == ".safetensors":
        write_safetensors(state, path)
    else:
        write_shards(state, path, shard="5GB" if config.model_type != "deepseek_v3" else "20GB")


def write_safetensors(state, path):
    from safetensors.torch import save_file

    save_file(state, path)


def write_shards(state, path, shard):
    path.mkdir(exist_ok=True)
    return [name for name in state if len(name) < len(shard)]
