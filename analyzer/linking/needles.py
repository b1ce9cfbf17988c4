"""What to look for in the next round: identifiers under which units that have not been read may decide by a name."""

import builtins
from collections.abc import Collection, Iterable, Iterator, Sequence

from ..extracting.expression import Attr, Call, Coll, Expr, Name, Str
from ..inventory import Zone
from .carrier import last_word
from .collections import Collection as Table
from .constants import Constants
from .held import Held
from .judge import Judge
from .leaves import Leaf
from .meaning import PlacedUnit
from .members import Shape
from .outline import Outline
from .truths import Truths

_COLLECTIONS = frozenset({Shape.SEQUENCE, Shape.MAPPING, Shape.PATTERN})
_SHORTEST = 3  # letters; `keys` and the like are judged by _NEVER
_SHORTEST_CONSTANT = 2
_NEVER = frozenset(
    {"matches", "forward", "__call__", "__init__", "name", "keys", "items", "values", "config", "model", "module", "modules"}
    | {
        "load",
        "save",
        "update",
        "replace",
        "apply",
        "install",
        "lookup",
        "table",
        "known",
        "wanted",
        "missing",
        "override",
        "overrides",
        "get",
    }
    | {"run", "main", "build", "setup", "register", "create", "parse", "process", "prepare", "log", "info", "debug", "warning", "error"}
    | {"append", "extend", "add", "insert", "join", "format", "split", "select", "resolve", "convert", "check", "validate", "make", "match"}
)
_BUILT_IN = frozenset(dir(builtins))


def is_needle(name: str) -> bool:
    """Whether an identifier is rare enough to be looked for: neither a word that every program has, nor one too short."""
    if name in _NEVER or name in _BUILT_IN:
        return False
    return len(name) > _SHORTEST or (len(name) >= _SHORTEST_CONSTANT and name.isupper())


def of_names(wanted: Collection[str], offered: Iterable[str], tables: Iterable[Table], leaves: Iterable[Leaf]) -> set[str]:
    """Return the identifiers of constants and tables: those that are known, and those that stand beside a name undefined."""
    known = {_last(one.dotted) for one in tables if _is_visible(one)}
    found = {_last(name) for name in wanted} | known
    found |= {_last(leaf.judged.constant) for leaf in leaves if leaf.judged is not None and leaf.judged.constant}
    for name in (*wanted, *offered):
        head, _, rest = name.partition(".")
        if rest and _last(name) in known:
            found.add(head)
    return found


def of_outcomes(truths: Truths, flags: Iterable[tuple[PlacedUnit, int, Held]]) -> set[str]:
    """Return the identifiers of predicates, of flags that others can see, and of functions that are given a flag."""
    found = {_last(dotted) for dotted in truths.predicates} | truths.receivers
    for unit, number, held in flags:
        definition = unit.facts.definitions[number]
        if "." in definition.name or unit.facts.scopes[definition.scope].form != "function":
            found.add(_last(held.dotted))
    return found


def of_unit(unit: PlacedUnit, outline: Outline, constants: Constants, judge: Judge) -> frozenset[str]:
    """Return what is to be looked for on account of one unit, whatever decides by it so far."""
    found = _receivers(outline, judge) | _getters(unit, judge) | _derived(unit, outline, constants, judge)
    return frozenset(found if unit.zone is Zone.MODEL else found | _classes(unit, judge))


def _classes(unit: PlacedUnit, judge: Judge) -> set[str]:
    """Return classes of models that shared code imports or defines, and classes that hold names: others may ask for them."""
    is_name = judge.spelling.is_name
    found = {item.local for item in unit.facts.imports if item.name and item.name[:1].isupper() and is_name(item.name)}
    found |= {cls.name for cls in unit.facts.classes if is_name(cls.name)}
    for definition in unit.facts.definitions:
        if definition.op == "=" and isinstance(definition.value, Str | Call) and any(map(is_name, _strings(definition.value))):
            if unit.steps and unit.steps[-1][1] == "class" and definition.name.isidentifier():
                found.add(unit.steps[-1][0])
            elif definition.name.lstrip("_").isupper() and unit.facts.scopes[definition.scope].form == "unit":
                found.add(definition.name)
    return found


def _strings(value: Expr) -> Iterator[str]:
    """Yield what a scalar constant may spell: a string, or the pattern of a regular expression up to its first sign."""
    match value:
        case Str(text) if "/" not in text:
            yield text
        case Call(Attr(Name("re" | "regex"), "compile"), (Str(text), *_), _):
            yield from text.replace("[", " ").replace("(", " ").replace("\\", " ").split()
        case _:
            return


def _receivers(outline: Outline, judge: Judge) -> set[str]:
    """Return the functions that are handed what always carries a name, or a class, or a name and names: they may compare their parameter."""
    strong = judge.subjects.strong
    return {
        name
        for name, own, args, words in outline.handing
        if any(word in strong for word in words) or (not own and _asks(args, words, judge))
    }


def _asks(args: Sequence[Expr], words: Iterable[str], judge: Judge) -> bool:
    """Whether a call is handed a class alone, or a subject and names: `qualname(type(m))`, `hit(model_name, ("gemma3", "phi4"))`."""
    match args:
        case (Call(Name("type"), (_,), _) | Attr(_, "__class__"),):
            return True
        case _:
            return any(map(judge.subjects.has, words)) and any(
                _hands_name(arg, judge) or (isinstance(arg, Name) and arg.id.isupper()) for arg in args
            )


def _getters(unit: PlacedUnit, judge: Judge) -> set[str]:
    """Return the functions that hand back what always carries a name, or names: others may compare it, or ask for one in it."""
    strong = judge.subjects.strong
    handing = {item.scope for item in unit.facts.returns if _hands_name(item.value, judge) or last_word(item.value) in strong}
    return {function.name for function in unit.facts.functions if function.body in handing and not function.name.startswith("__")}


def _derived(unit: PlacedUnit, outline: Outline, constants: Constants, judge: Judge) -> set[str]:
    """Return the constants that are made of other constants of names: `COVERED = frozenset(SLOW + FAST)`."""
    return {
        definition.name
        for definition in outline.derived
        if (members := constants.defined(definition, unit)) is not None
        and members.shape in _COLLECTIONS
        and judge.spelling.mostly_names(members.names)
    }


def _hands_name(value: Expr, judge: Judge) -> bool:
    match value:
        case Coll(_, items, _):
            return any(isinstance(item, Str) and judge.spelling.is_name(item.value) for item in items)
        case _:
            return False


def _is_visible(one: Table) -> bool:
    """Whether other units can see it."""
    scope = one.unit.facts.scopes[one.definition.scope]
    return one.shape in {Shape.MAPPING, Shape.SEQUENCE} and (scope.form in {"unit", "class"} or "." in one.definition.name)


def _last(dotted_name: str) -> str:
    return dotted_name.rpartition(".")[2]
