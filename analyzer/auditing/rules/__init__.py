"""The shelf of audit rules: one file a rule."""
