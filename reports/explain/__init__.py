"""One file a way to print explanations."""
