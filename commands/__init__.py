"""One file a verb: arguments in, exit code out."""
