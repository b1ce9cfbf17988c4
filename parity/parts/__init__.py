"""The shelf of parts of a proof: one file a way to show that behaviour did not change."""
