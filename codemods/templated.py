"""The families of what a migration would come to."""

from ..analyzer.analysis import Program
from .planning.owners import Owners
from .preview import Preview
from .templating.families import Family, families


def families_of(preview: Preview, program: Program) -> tuple[Family, ...]:
    """Return the families among the models of *preview*."""
    return families(preview.migration.plans, Owners(names=program.linked.names).model)
