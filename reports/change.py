"""A change to words: what became of a branch, which test it is, and what to do about it."""

from ..analyzer.inventory import Kind, Site
from ..analyzer.judging.verdict import Change, Fate, Known
from .escape import visible
from .phrase import NAMES, clipped, phrase

BECAME = {
    Fate.NEW: "new name branch",
    Fate.WIDENED: "name branch widened",
    Fate.LOST: "name branch lost",
    Fate.NARROWED: "name branch narrowed",
    Fate.MOVED: "name branch moved",
    Fate.TAKEN_OVER: "name branch migrated",
    Fate.FIXED: "name branch gone",
    Fate.DROPPED: "name branch dropped",
    Fate.STALE: "name branch no longer asked about",
}


def became(change: Change) -> str:
    """Return in a few words what became of the branch."""
    return BECAME[change.fate]


def tested(change: Change) -> str:
    """Return the test: as it is now, else as it was."""
    if change.now is not None:
        return phrase(change.now)
    if change.was is None:
        return ""
    return phrase(change.was.site) if change.was.site is not None else remembered(change.was)


def remembered(known: Known) -> str:
    """Return the test of a branch that only a baseline remembers."""
    held = quoted(known.names) if known.constant is None else clipped(known.constant)
    return f"{clipped(known.key)} {visible(known.op)} {held}".rstrip()


def details(change: Change) -> str:
    """Return what the test alone does not say: the names that came and went, from where it moved, who took it over; may be empty."""
    parts = [f"asks for {quoted(change.added)} too"] if change.added and change.fate is not Fate.NEW else []
    parts += [f"no longer for {quoted(change.removed)}"] if change.removed and change.now is not None else []
    if change.fate is Fate.MOVED and change.was is not None:
        parts.append(f"was in {clipped(change.was.path)}, {clipped(change.was.scope)}")
    if change.fate is Fate.LOST and change.was is not None:
        parts.append(f"{quoted(change.was.names) or 'its names'} still in use, and nothing took over")
    if change.by:
        parts.append(
            f"by {', '.join(map(clipped, change.by[:NAMES]))}" + (f" and {len(change.by) - NAMES} more" if change.by[NAMES:] else "")
        )
    return "; ".join(parts)


def remedy(change: Change) -> str:
    """Return what to do about a change that fails, or nothing."""
    match change.fate:
        case Fate.NEW | Fate.WIDENED:
            return f"say it in the model's own descriptor; if it must stay, say why: {suppression(change.now)}"
        case Fate.LOST:
            return f"register what it did for these names, or say why it may go: namebranch baseline drop {visible(change.id)} --reason WHY"
        case _:
            return ""


def suppression(site: Site | None) -> str:
    """Return the comment that keeps *site*, but for its reason."""
    return f"# namebranch: keep[{visible(site.rule) if site is not None else 'NB…'}] WHY"


def place_in_chain(site: Site) -> str:
    """Return which arm it is, or nothing outside chains."""
    return f"arm {site.arm + 1} of a chain" if site.arm is not None else "per-model definition" * (site.kind is Kind.PER_MODEL_DEF)


def quoted(names: tuple[str, ...]) -> str:
    """Return the first names, and how many more there are."""
    shown = ", ".join(f'"{clipped(name)}"' for name in names[:NAMES])
    return shown + (f" and {len(names) - NAMES} more" if names[NAMES:] else "")
