"""Bytes to facts: screening, cutting into units, and what LibCST says of each."""
