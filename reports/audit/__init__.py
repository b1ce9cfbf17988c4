"""The shelf of forms in which findings are told."""
