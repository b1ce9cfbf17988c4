"""Hides packages from code under test: Python imports this file before anything else where its folder is on the path."""

import os
import sys
from typing import Any

HIDDEN = frozenset(filter(None, os.environ.get("NAMEBRANCH_HIDDEN", "").split(",")))  # top names


class Hiding:
    """A finder that finds what another one finds, but for what is hidden."""

    def __init__(self, inner: Any) -> None:
        """Stand before *inner*."""
        self._inner = inner

    def find_spec(self, name: str, *more: Any) -> Any:
        """Return what the other finds, or None."""
        return None if name.partition(".")[0] in HIDDEN else self._inner.find_spec(name, *more)

    def find_distributions(self, *given: Any) -> Any:
        """Return the distributions that the other finds, but for those that are hidden."""
        find = getattr(self._inner, "find_distributions", lambda *_: ())
        return (one for one in find(*given) if str(one.metadata["Name"]).replace("-", "_").lower() not in HIDDEN)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


if HIDDEN:
    sys.meta_path[:] = [Hiding(one) for one in sys.meta_path]
