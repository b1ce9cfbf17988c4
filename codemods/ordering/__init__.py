"""Which pull request comes first: models that share lines, definitions that need each other, and an order of the user's own."""
