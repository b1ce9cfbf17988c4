"""What is measured: one file a work, each with the bars that it has to meet."""
