"""Plans into changed trees: all of a file at once, all files or none."""
