"""One file a shape."""
