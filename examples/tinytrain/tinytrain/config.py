"""What a run is told, from a TOML file or in code. `normalize` completes it once the model's own config is known."""

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path


@dataclass
class TrainConfig:
    base_model: str  # "tiny/<name of a zoo file>", or a folder with a saved checkpoint
    output_dir: str = "out"
    seed: int = 0

    steps: int = 2
    batch_size: int = 2
    sequence_len: int = 12
    learning_rate: float = 1e-3
    weight_decay: float = 0.01
    optimizer: str = "adamw_torch"
    lr_scheduler: str = "constant"
    sample_packing: bool = False
    gradient_checkpointing: bool = False
    rl: str | None = None

    adapter: str | None = None
    lora_r: int = 4
    lora_alpha: int = 8
    lora_targets: list | None = None

    attn_implementation: str | None = None
    experts_implementation: str | None = None
    fused_norm: bool = False
    fused_loss: bool = False
    logit_cap: float | None = None
    mup_limit: float | None = None
    time_step_floor: float | None = None
    llama_like: bool = False
    chat_template: str | None = None

    # Filled by `normalize`.
    model_config_type: str | None = None
    text_config_type: str | None = None
    extras: dict = field(default_factory=dict)


def read_config(path, **overrides):
    raw = tomllib.loads(Path(path).read_text())
    known = {one.name for one in fields(TrainConfig)}
    unknown = sorted(set(raw) - known)
    if unknown:
        raise ValueError(f"{path}: unknown options: {', '.join(unknown)}")
    return TrainConfig(**{**raw, **overrides})
