"""Names for other people's programs: the architecture and the tensors as GGUF spells them, in a safetensors file."""

import json
import re
from pathlib import Path

from safetensors.torch import save_file

from ..checkpoint.conversion import split_projections

_HYBRID_FALCON = re.compile(r"falcon[_-]h\d")

# Layers of each architecture as its program calls them.
BLOCKS = {"gptneox": "gpt_neox.layers", "mamba": "backbone.layers", "llama": "model.layers"}


def architecture_of(config):
    from transformers.integrations.ggml import GGUF_CONFIG_MAPPING

    model_type = config.model_type
    if model_type in GGUF_CONFIG_MAPPING:
        return model_type.replace("_", "")
    elif model_type == "gpt_neox":
        return "gptneox"
    elif re.match(r"deepseek_v\d+$", model_type):
        return "deepseek2"
    elif _HYBRID_FALCON.fullmatch(model_type):
        return "falcon-h1"
    elif model_type in ("qwen2_vl", "llava"):
        return config.get_text_config().model_type.replace("_", "").removesuffix("text")
    raise ValueError(f"GGUF has no architecture for {model_type}")


def export(model, folder, format="gguf"):
    """Write the tensors under their new names; return the file."""
    if format not in ("gguf", "mistral"):
        raise ValueError(f"no format {format!r}")
    config = model.config
    architecture = architecture_of(config)
    layers = BLOCKS.get(architecture, "model.layers")
    state = split_projections(model.state_dict(), config)
    renamed = {}
    for key, value in state.items():
        if config.model_type == "mamba" and key.endswith("A_log"):
            key, value = key.replace("A_log", "ssm_a"), -value.exp()
        if "Gemma3" in type(model).__name__ and key.endswith("norm.weight"):
            value = value + 1.0
        renamed[key.replace(layers, "blk")] = value.contiguous().clone()
    file = Path(folder) / f"{architecture}.{format}.safetensors"
    file.parent.mkdir(parents=True, exist_ok=True)
    save_file(renamed, file, metadata={"architecture": architecture, "config": json.dumps(config.to_dict(), default=str)})
    return file
