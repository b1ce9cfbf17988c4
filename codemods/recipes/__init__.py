"""The shelf of recipes: one file a rewrite rule."""
