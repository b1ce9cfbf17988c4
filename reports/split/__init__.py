"""The shelf of formats for the evidence of a split: one file each."""
