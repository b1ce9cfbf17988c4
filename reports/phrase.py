"""A site to the words that show it: what is tested, how, and against which names."""

from ..analyzer.inventory import Kind, Registration, Site
from .escape import visible

NAMES = 4  # shown of one site; the rest are counted
LONGEST = 100  # characters of one subject or name
LEADS = {
    Kind.PREDICATE: "def",
    Kind.FLAG: "flag",
    Kind.FLAG_USE: "uses",
    Kind.TABLE: "table",
    Kind.NAMESET: "names",
    Kind.PER_MODEL_DEF: "def",
    Kind.REACH_IN: "import",
}  # kinds that compare nothing themselves


def phrase(site: Site, *, most: int = NAMES) -> str:
    """Return for example `cfg.model_type == "jamba"`, `table MOE_BLOCKS {"dbrx", "jamba", +9}`, `uses is_kimi {"kimi_vl"}`."""
    subject, names = clipped(site.subject), [f'"{clipped(name)}"' for name in site.names[:most]]
    if len(site.names) > most:
        names.append(f"+{len(site.names) - most}")
    held = ", ".join(names)
    if site.kind in LEADS:
        return f"{LEADS[site.kind]} {subject}" + (f" {{{held}}}" if held else "")
    if site.constant is not None:
        return f"{subject} {visible(site.op)} {clipped(site.constant)}" + (f" {{{held}}}" if held else "")
    if len(site.names) == 1:
        return f"{subject} {visible(site.op)} {held}"
    return f"{subject} {visible(site.op)} ({held})"


def registered(entry: Registration) -> str:
    """Return for example `MODELS["jamba"] = pkg.jamba.Jamba  (decorator)`."""
    return f'{clipped(entry.registry)}["{clipped(entry.key)}"] = {clipped(entry.owner)}  ({visible(entry.form)})'


def clipped(text: str) -> str:
    """Return *text* made visible, and cut where it is very long."""
    shown = visible(text)
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "…"
