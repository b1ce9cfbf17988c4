"""Which tests no recipe may touch: the code, the reason, and what to do next."""

from dataclasses import replace

from ...analyzer.inventory import Confidence, Kind, Site
from ...registry.dialects.dialect import Dialect
from ...registry.space import Space
from ...registry.universe.spelling import without_suffix
from .branch import Branch, Leaf
from .owners import Owners
from .plan import Refused
from .tables import Table

_WORDS = frozenset({Kind.AFFIX, Kind.SUBSTRING, Kind.REGEX})
_COMMAND_LINE = frozenset({"args", "opts", "namespace"})
_NOT_A_MODEL = frozenset({Space.TOKENIZER, Space.PROCESSOR})
STEPS = {
    "X0": "nothing: it is the registry",
    "X1": "leave it, or choose keys in decisions.toml that tell them apart",
    "X2": "leave it, and keep the arms behind it in their order",
    "X3": "leave it, or give the class itself an attribute that says it",
    "X4": "choose a key that the model's config holds, and say so in decisions.toml",
    "X5": "take the branch out of what depends on its module first",
    "X6": "give the names an owner, or keep the branch",
    "X7": "move the arms before it first, then let a matcher stand at its place",
    "X11": "a person decided so: see decisions.toml",
    "X12": "give these keys a descriptor of their own, or keep the branch",
    "X9": "take the file out of zones.frozen, or change what writes it",
    "X10": "choose a dialect: `--dialect vendored` brings a registry",
    "R6": "rewrite it by hand, or wait for the model's next branch",
    "R7": "let each owner register its entry (R11), or keep the table",
    "R16": "move what uses it first (`move-defs`, or the branch that needs it)",
    "R14": "look at what the test reaches (`namebranch explain`), and accept the keys in decisions.toml",
    "R18": "give the class an attribute that says it, which subclasses inherit",
}


def refusal(leaf: Leaf, dialect: Dialect, owners: Owners, *, is_later: bool) -> tuple[str, str] | None:
    """Return code and reason where a test stays as it is, whatever its shape.

    A test *is_later* where its function decides by something else before it.
    """
    site, judged, is_model = leaf.site, leaf.judged, owners.is_model
    if site.space is Space.PATH or (site.confidence is Confidence.INFERRED and site.kind in _WORDS):
        return "X4", f"{site.subject} is what the user wrote, not what the model is"
    if (site.origin or site.subject).partition(".")[0] in _COMMAND_LINE:
        return "X4", f"{site.subject} comes from the command line, not from the model"
    if site.kind in _WORDS and not any(map(owners.is_part, site.names)):
        return "X1", f"{', '.join(site.names)}: no model's name is spelled so, and no key tells such checkpoints from their base models"
    if site.kind in _WORDS:
        return "R14", f"`{site.op}` reaches every name that is spelled so, those that nobody meant too"
    if site.space is Space.CHAT_TEMPLATE:
        return "X6", f"{site.subject} holds the name of a template, which is no model's alone"
    if site.kind is Kind.CLASSCHECK and is_later and any("Processor" in name for name in site.names):
        return "X7", "a matcher of the registry would be asked before the arms that stand before this one"
    if site.kind is Kind.CLASSCHECK and not (
        (leaf.is_instance or leaf.is_identity) and all(map(owners.is_owned, site.names)) and "Processor" not in "".join(site.names)
    ):
        return "X3", "an object's class is no key, and its subclasses count"
    if site.kind is Kind.TABLE_USE and not site.names:
        return "X2", f"a table of another package decides by {site.subject}"
    is_key = owners.is_owned if leaf.is_instance else is_model
    if site.space is Space.CLASS_NAME and not all(is_key(name) or name.islower() for name in site.names):
        return "X3", f"{site.subject} is the class of a part, and no model's"
    if site.space is Space.MODEL_TYPE and any(map(_is_class, site.names)):
        return "X4", f"{site.subject} holds a class that the user asks for, not the type of a model"
    if site.space not in dialect.spaces:
        return _by_space(site.space, site.subject, dialect)
    if judged is not None and (judged.reversed or judged.many) and not leaf.is_listed:
        return "R6", f"{site.subject} holds several names"
    return None


def _is_class(name: str) -> bool:
    return name[:1].isupper() and without_suffix(name) not in {"", name}


def _by_space(space: Space, subject: str, dialect: Dialect) -> tuple[str, str]:
    if space in _NOT_A_MODEL:
        return "X3", f"{subject} is a {space.value}: no key of a model, many models share it"
    return "X6", f"{subject} holds a {space.value}, by which {dialect.name} owns no descriptor"


def refused_site(site: Site, code: str, reason: str, step: str | None = None, inside: tuple[str, ...] = ()) -> Refused:
    """Return a refusal of a site, and of the ids of those *inside* it; what to do next is what the code says, if no *step* does."""
    return Refused(
        code=code,
        reason=reason,
        step=STEPS[code] if step is None else step,
        path=site.path,
        line=site.line,
        scope=site.scope,
        branches=(site.id, *inside),
        names=site.names,
    )


def refused_table(table: Table, code: str, reason: str) -> Refused:
    """Return a refusal of a table with all its lookups."""
    sites = (*table.sites, *(use.site for use in table.uses))
    keys = tuple(entry.key for entry in table.entries)
    return replace(refused_site(sites[0], code, reason), branches=tuple(site.id for site in sites), names=keys)


def refused(branch: Branch, code: str, reason: str, leaf: Leaf | None = None) -> Refused:
    """Return a refusal of a branch, or of one of its tests."""
    sites = tuple(one.site for one in ((leaf,) if leaf is not None else branch.leaves))
    names = tuple(dict.fromkeys(name for site in sites for name in site.names))
    return replace(refused_site(sites[0], code, reason), branches=tuple(site.id for site in sites), names=names)
