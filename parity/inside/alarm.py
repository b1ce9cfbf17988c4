"""A limit on the time of one run."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class TooLongError(BaseException):
    """One run took longer than it may; code under test that catches every Exception does not catch this."""


def _ring(*_: object) -> None:
    raise TooLongError


def set_up() -> None:
    """Let the alarm end a run."""
    signal.signal(signal.SIGALRM, _ring)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise TooLongError inside after *seconds*."""
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
