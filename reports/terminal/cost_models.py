"""What models cost, on a terminal: one row a model, each place of one model, and the names that stand for families."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ...analyzer.costing.cost import PACKAGE, FamilyCost, ModelCost
from ...analyzer.costing.files import OwnFile
from ...analyzer.costing.places import Place
from ...analyzer.inventory import Confidence
from ..escape import visible
from ..format import View
from ..phrase import LONGEST, clipped
from .glyphs import cut, number, shortened

_GAP = 2
_LONGEST_MODEL = 24
_FIXED = _LONGEST_MODEL + 12 + 6 + 9 + 4 * _GAP  # columns of a row that are no roles
_NARROWEST = 6  # of a role


def plain_table(view: View) -> Table:
    """Return an empty table that looks like those of a scan."""
    return Table(box=box.SIMPLE_HEAD if view.unicode else box.ASCII2, show_edge=False, pad_edge=False, padding=(0, _GAP - 1, 0, 0))


def models(found: Sequence[ModelCost], view: View) -> Table:
    """Return a row a model: shared files and places that name it, and the lines of its own files by role."""
    roles = _roles(found, view.width - _FIXED)
    table = plain_table(view)
    table.add_column("model", no_wrap=True)
    for title in ("shared files", "places", *map(visible, roles), "own lines"):
        table.add_column(title, justify="right", no_wrap=True)
    for model in found:
        held = {role.role: f"{role.lines:,}" for role in model.roles}
        cells = [str(model.touched), str(model.places), *(held.get(role, "") for role in roles), f"{model.lines:,}" if model.at else ""]
        table.add_row(cut(model.model, cells=_LONGEST_MODEL, unicode=view.unicode), *cells)
    return table


def _roles(found: Sequence[ModelCost], room: int) -> tuple[str, ...]:
    """Return the roles that hold the most lines, as many as fit into *room* columns; `__init__.py` counts in no total."""
    lines: Counter[str] = Counter()
    for model in found:
        lines.update({role.role: role.lines for role in model.roles if role.role != PACKAGE})
    kept: list[str] = []
    for role, _ in sorted(lines.items(), key=lambda one: (-one[1], one[0])):
        room -= max(_NARROWEST, len(visible(role))) + _GAP
        if room >= 0:
            kept.append(role)
    return tuple(kept)


def details(model: ModelCost, view: View) -> Iterator[RenderableType]:
    """Yield everything about one model: how it is spelled, its places, its own files."""
    yield Text(visible(model.model), style="bold").append(f"  {_counted(model)}", style="dim")
    if model.spelled:
        yield Text(f"spelled {', '.join(map(clipped, model.spelled))}")
    for touched in model.shared:
        yield Text(f"{visible(touched.path)}  ", style="yellow").append(visible(touched.subsystem), style="dim")
        for place in touched.places:
            yield Text(f"  {place.line}: {what(place)}", style="dim" if place.follows else "")
    if model.families:
        yield Text(f"perhaps also where its family is named: {', '.join(map(visible, model.families))}", style="dim")
    yield from own_files(model.files, view)


def own_files(files: Sequence[OwnFile], view: View) -> Iterator[RenderableType]:
    """Yield a line a file: how long it is, and what it is for."""
    widest = max((len(visible(file.role)) for file in files), default=0)
    for file in files:
        path = shortened(file.path, cells=max(20, view.width - widest - 11), unicode=view.unicode)
        yield Text(f"{file.lines:>7,}  ").append(f"{visible(file.role):<{widest}}  ", style="cyan").append(path)


def _counted(model: ModelCost) -> str:
    own = f", {model.lines:,} lines of its own without __init__.py" if model.at else ", no files of its own"
    follow = f", and {model.follow:,} that {'asks' if model.follow == 1 else 'ask'} these" if model.follow else ""
    return f"{number(model.places, 'place')} in {number(model.touched, 'shared file')}{follow}{own}"


def what(place: Place) -> str:
    """Return for example `compare cfg.model_type "jamba"  [load]`."""
    names = ", ".join(f'"{clipped(name)}"' for name in place.spelled)
    more = f" of {place.names}" if place.names > len(place.spelled) else ""
    doubt = "  (inferred)" if place.confidence is Confidence.INFERRED else ""
    return f"{visible(place.kind)} {clipped(place.subject)[:LONGEST]} {names}{more}  [{visible(place.scope)}]{doubt}"


def families(found: Sequence[FamilyCost], view: View) -> Iterator[RenderableType]:
    """Yield the names that stand for families, listed apart: which models they mean is not certain."""
    yield Text("Families: a part of a name, or a name of no model that is known exactly; not counted above", style="bold")
    table = plain_table(view)
    table.add_column("family", no_wrap=True)
    table.add_column("places", justify="right", no_wrap=True)
    table.add_column("spelled, and who may be meant", overflow="fold")
    for family in found:
        meant = f"{', '.join(map(visible, family.models)) or 'no model above'}"
        spelled = ", ".join(map(clipped, family.spelled))
        table.add_row(visible(family.family), str(family.places), Text(spelled).append(f"  ({meant})", style="dim"))
    yield table
