"""Inventory to rewritten tree and descriptors."""
