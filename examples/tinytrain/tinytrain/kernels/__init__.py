"""Faster forms of slow modules. (Here they are only as fast as Python, and as exact.)"""
