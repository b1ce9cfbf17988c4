"""The shelf of forms in which evidence is told."""
