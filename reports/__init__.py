"""Findings to words and pictures."""
