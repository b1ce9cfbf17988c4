"""A lookup and a hook call of the descriptor runtime, beside a plain dictionary's."""

from runtime import BAR, ROUNDS, SIZES, STRETCH, cases
from section import Bar, Section, Setup, Work


def measure(_: Setup) -> Section:
    """Measure every way to ask, for few models and for many."""
    found = cases()
    names = list(dict.fromkeys(each.name for each in found))
    ratios = {(each.name, each.models): each.ratio for each in found}
    rows = [f"| {name} | {' | '.join(f'{ratios[name, models]:.2f}' for models in SIZES)} |" for name in names]
    return Section(
        title="The descriptor runtime",
        words=(
            f"A lookup and a call of a hook that does next to nothing, beside a plain dictionary's; the least of {ROUNDS} rounds in turns.",
            "Where the hook declines, the default is called too, and so is the dictionary's twice.",
        ),
        table=(
            f"| × a plain lookup and call | {' | '.join(f'{models:,} models' for models in SIZES)} |",
            "|---|" + "--:|" * len(SIZES),
            *rows,
        ),
        bars=(
            Bar(
                work="descriptor lookup and hook call, the worst",
                figure=max(ratios.values()),
                bar=BAR,
                stretch=STRETCH,
                unit="× a dictionary",
            ),
        ),
    )


hooks = Work(name="hooks", measure=measure)
