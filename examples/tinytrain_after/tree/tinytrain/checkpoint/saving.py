"""What is written after training, and what is looked at before it is read again."""

import json
from pathlib import Path

from safetensors.torch import load_file

from ..loaders.adapter import merge_adapter
from ..loaders.weights import conversions_of
from ..support import FIRST_WEIGHT, FIRST_WEIGHT_OF_ARCHITECTURE, GENERATION_CONFIG, LIFE, SHARD_SIZE, TIED_WEIGHTS


def save(model, cfg, data, folder=None):
    """Write the model, with its adapter merged in; return the folder."""
    folder = Path(folder or cfg.output_dir)
    if cfg.adapter:
        model = merge_adapter(model)
    conversions_of(model.config.model_type).before_save(model)
    model.save_pretrained(folder, max_shard_size=SHARD_SIZE.of(model.config.model_type))
    (folder / "tinytrain.json").write_text(json.dumps(data, indent=1))
    LIFE.enter("after_save", model.config.model_type, cfg=cfg, model_config=model.config, model=model, folder=folder)
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
    if GENERATION_CONFIG.of(raw["model_type"]) and not (folder / "generation_config.json").is_file():
        missing.append("generation_config.json")
    names = saved_state(folder)
    of_architecture = map(FIRST_WEIGHT_OF_ARCHITECTURE.of, raw.get("architectures") or [])
    head = FIRST_WEIGHT.of(raw.get("model_type")) or next(filter(None, of_architecture), None)
    return missing + ([head] if head and head not in names else [])


def tied_weights(config, names):
    """Return the names that are not written because they are another one's."""
    tied = TIED_WEIGHTS.of(config.model_type)
    assert tied, f"{config.model_type} ties nothing"
    return [name for name in names if name in tied]
