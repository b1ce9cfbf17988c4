"""The word that `--exit-zero` leaves for the front door."""

EXIT_ZERO = "namebranch.exit_zero"  # key in the meta of click's context, true if only errors may be told by the exit code
