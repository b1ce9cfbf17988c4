"""One file a way to print a verdict."""
