"""Find the places where shared code branches on a model's name, and move them to descriptors."""

__version__ = "0.1.0"
