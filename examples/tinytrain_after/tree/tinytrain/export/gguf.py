"""Names for other people's programs: the architecture and the tensors as GGUF spells them, in a safetensors file."""

import json
from pathlib import Path

from safetensors.torch import save_file

from ..checkpoint.conversion import split_projections
from ..support import LAYERS, exported, gguf_architecture


def architecture_of(config):
    return gguf_architecture.of(config.model_type)(config)


def export(model, folder, format="gguf"):
    """Write the tensors under their new names; return the file."""
    if format not in ("gguf", "mistral"):
        raise ValueError(f"no format {format!r}")
    config = model.config
    architecture = architecture_of(config)
    layers = LAYERS.of(config.model_type)
    state = split_projections(model.state_dict(), config)
    renamed = {}
    for key, value in state.items():
        key, value = exported.of(config.model_type)((key, value))
        renamed[key.replace(layers, "blk")] = value.contiguous().clone()
    file = Path(folder) / f"{architecture}.{format}.safetensors"
    file.parent.mkdir(parents=True, exist_ok=True)
    save_file(renamed, file, metadata={"architecture": architecture, "config": json.dumps(config.to_dict(), default=str)})
    return file
