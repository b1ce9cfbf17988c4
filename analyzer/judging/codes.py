"""The exit code of a check, by one table: an error (2, told elsewhere) before no (1), before incomplete (4), before housekeeping (3)."""

CLEAN, NO, ERROR, HOUSEKEEPING, INCOMPLETE = 0, 1, 2, 3, 4
SEVEREST = (ERROR, NO, INCOMPLETE, HOUSEKEEPING, CLEAN)


def code(*, failing: bool, over_budget: bool, unread: bool, hygiene: bool, stale: bool) -> int:
    """Return the exit code.

    Args:
        failing: a branch is new, widened or lost.
        over_budget: some files hold more than they were granted.
        unread: a file could not be read, or history ends too soon.
        hygiene: a suppression, or a word of the baseline, is without reason, unused, unknown or expired.
        stale: the tree is better than the baseline says.

    """
    if failing or over_budget:
        return NO
    if unread:
        return INCOMPLETE
    return HOUSEKEEPING if hygiene or stale else CLEAN


def severest(*codes: int) -> int:
    """Return the code that stands for all of these."""
    return next(one for one in SEVEREST if one in codes or one == CLEAN)
