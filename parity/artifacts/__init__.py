"""The shelf of formats of files: one file a way to say where two files part."""
