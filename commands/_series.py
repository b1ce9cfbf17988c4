"""The steps of a migration, each with the tree that it was made of, as what is to be said of them: for `report pr` and `migrate --pr-text`."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..analyzer.analysis import Program
    from ..analyzer.reading.source import Source
    from ..codemods.describing.describing import Start, Step
    from ..codemods.planning.plan import Refused
    from ..codemods.preview import Preview
    from ..registry.dialects.dialect import Dialect


def start(source: "Source", program: "Program", words: "Dialect", refused: "tuple[Refused, ...]" = ()) -> "Start":
    """Return what a series is made on; *refused* is what a plan of all its steps at once leaves alone."""
    from ..codemods.describing.describing import Start  # noqa: PLC0415  `--help` needs none of these
    from ..parity.tree import digest_of  # noqa: PLC0415  as above

    return Start(
        target=source.target,
        base=source.revision,
        tree=digest_of(program),
        registered=frozenset(entry.key for entry in program.found.registrations if entry.registry in words.recognised),
        sites={site.id: site for site, _ in program.sites},
        refused=refused,
    )


def taken(found: "Sequence[tuple[Preview, Program]]", last: "Program") -> "list[Step]":
    """Return the steps with the sites of the trees that they were made of; *last* is the tree behind them."""
    from ..codemods.describing.describing import Step  # noqa: PLC0415  as above
    from ..parity.tree import digest_of  # noqa: PLC0415  as above

    after = [*(program for _, program in found[1:]), last]
    return [
        Step(preview=preview, sites={site.id: site for site, _ in program.sites}, tree=digest_of(behind))
        for (preview, program), behind in zip(found, after, strict=False)
    ]
