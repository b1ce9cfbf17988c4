"""What runs inside a child process, beside a target's own code: the standard library alone, and nothing else of namebranch."""
