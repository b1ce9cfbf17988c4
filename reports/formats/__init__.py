"""One file a way to print an inventory."""
