"""Who calls the registry: the nearest place outside of it, which messages name and warnings point at."""

import sys
import warnings

_HERE = __name__.rpartition(".")[0]


def caller() -> tuple[str, int]:
    """Return the module and the line that called into this package."""
    frame = sys._getframe(_depth())  # noqa: SLF001  as `warnings` and `namedtuple` find their callers
    return frame.f_globals.get("__name__", "?"), frame.f_lineno


def told(message: str, kind: type[Warning]) -> None:
    """Warn whoever called into this package."""
    warnings.warn(message, kind, stacklevel=_depth() + 1)


def _depth() -> int:
    """Return how far above the function that asks the nearest frame outside of this package lies."""
    depth, frame = -1, sys._getframe(0)  # noqa: SLF001  as above
    while frame.f_back is not None and frame.f_globals.get("__name__", "").rpartition(".")[0] == _HERE:
        depth, frame = depth + 1, frame.f_back
    return depth
