"""The known names of models, and what counts as one: shipped data, read once, judged by whole tokens."""
