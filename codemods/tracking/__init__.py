"""What the tracking issue tells, as values: parts and models, what is done and what is open, and what would move."""
