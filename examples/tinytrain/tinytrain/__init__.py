"""tinytrain: trains small models of many families from a config alone, on one CPU core."""

from .config import TrainConfig

__version__ = "0.4.0"
__all__ = ["TrainConfig"]
