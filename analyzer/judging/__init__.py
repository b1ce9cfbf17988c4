"""The inventory to answers: what was selected, what is new, what drifts."""
