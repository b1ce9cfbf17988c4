"""Families: what planned descriptors say alike, which one template could say for all of them."""
