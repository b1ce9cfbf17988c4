"""The shelf of forms in which a plan is told."""
