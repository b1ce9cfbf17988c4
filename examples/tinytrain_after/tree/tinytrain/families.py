"""Questions about a config that several parts ask. Which models are alike, they say themselves: `models/families.py`."""

ROPE_TYPES = ("default", "linear", "dynamic", "yarn", "llama3")


def has_experts(config):
    return any(getattr(config, name, 0) for name in ("num_local_experts", "num_experts", "n_routed_experts"))
