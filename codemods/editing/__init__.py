"""Ranges of bytes and trees of one file: lifted, replaced, imported, cleaned."""
