"""Whether something is true, in all worlds at once: sets of worlds as the bits of whole numbers."""

from typing import NamedTuple


class Outcome(NamedTuple):
    """The worlds in which a test is true, and those in which asking it raises an error; in all others it is false."""

    true: int
    raises: int


NEVER = Outcome(0, 0)


def both(one: Outcome, other: Outcome) -> Outcome:
    """`one and other`, asked in this order."""
    return Outcome(one.true & other.true, one.raises | (one.true & other.raises))


def either(one: Outcome, other: Outcome) -> Outcome:
    """`one or other`, asked in this order."""
    open_still = ~(one.true | one.raises)
    return Outcome(one.true | (open_still & other.true), one.raises | (open_still & other.raises))


def negated(one: Outcome, everywhere: int) -> Outcome:
    """`not one`, in the worlds of *everywhere*."""
    return Outcome(everywhere & ~(one.true | one.raises), one.raises)
