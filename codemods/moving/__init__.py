"""Whole moves: a package of models to another place, and the functions and classes of one model to the model's own package."""
