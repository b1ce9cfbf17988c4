"""One folder a model: what only that model needs. Names are fine here."""
