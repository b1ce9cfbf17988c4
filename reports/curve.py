"""A row of numbers as a line of blocks, and a goal as words."""

from collections.abc import Sequence

BLOCKS = " ▁▂▃▄▅▆▇█"
PLAIN = " .:-=+*#@"


def sparkline(values: Sequence[int], *, cells: int, unicode: bool) -> str:
    """Return *values* as at most *cells* blocks, each the last value of its share, all measured from 0."""
    if not values:
        return ""
    width = min(cells, len(values))
    shown = [values[(at + 1) * len(values) // width - 1] for at in range(width)]
    blocks, highest = BLOCKS if unicode else PLAIN, max(shown)
    if highest <= 0:
        return blocks[0] * width
    return "".join(blocks[0 if value <= 0 else max(1, round(value * (len(blocks) - 1) / highest))] for value in shown)


def towards(now: int, goal: int | None, first: int) -> str:
    """Return how far it is to the goal, or nothing where there is none."""
    if goal is None:
        return ""
    if now <= goal:
        return f"goal {goal}: reached" + (f", {goal - now} below" if now < goal else "")
    return f"goal {goal}: {now - goal} to go" + (f" ({now - first:+} since the beginning)" if now != first else "")
