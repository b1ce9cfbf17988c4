"""A registry of model descriptors in the standard library alone, vendored byte for byte into a target that has none."""
