"""What of shared code belongs to single models, file by file and line by line, and what a split would leave of it."""
