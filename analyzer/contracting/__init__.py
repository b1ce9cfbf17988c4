"""The contract that a registry of descriptors must keep, checked without running it."""
