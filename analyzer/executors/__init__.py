"""Where batches of work run: one file a way, taken by the first word of `--executor`."""
