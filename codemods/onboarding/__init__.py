"""What it takes to add a model to a target without a branch on its name: files, what can be said, what is asked, an example."""
