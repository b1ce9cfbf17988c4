"""Fused kernels, patched into a model before it is built."""

from .plugin import LigerPlugin

__all__ = ["LigerPlugin"]
