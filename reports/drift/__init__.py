"""One file a way to print drift."""
