"""Configuration, presets, zones and subsystems: what to look at, as one frozen value."""
