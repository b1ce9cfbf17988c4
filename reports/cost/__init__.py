"""One file a way to print costs."""
