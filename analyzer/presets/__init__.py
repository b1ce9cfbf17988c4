"""One TOML file a known target, and `generic.toml`, over which each of them is laid."""
