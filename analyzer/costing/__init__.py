"""What each model costs: the shared places that name it, and the files of its own."""
