"""The linked program to sites, one detector a shape."""
