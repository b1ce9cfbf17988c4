"""Old and new tree to evidence."""
