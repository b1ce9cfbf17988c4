"""Units at their places, and the things that a name in one of them can stand for, as frozen values."""

from dataclasses import dataclass, field
from typing import TypeAlias

from ..extracting.cutting import Unit
from ..extracting.expression import Binary, Call, Name, children
from ..extracting.facts import Block, Class, Definition, Facts, Function
from ..inventory import Zone

LINE_END = 1 << 30


Identity: TypeAlias = tuple[int, str, int, tuple[tuple[str, str], ...], Zone]
"""Of a unit: its facts by their id, its path and line, which hops tell, the scopes around it, and its zone."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlacedUnit:
    """The facts of a unit, and where that unit lies."""

    path: str
    module: str  # dotted, without `src.`
    package: bool  # the file is an `__init__`
    first: int  # 1-based line of the unit in its file
    lines: int  # physical lines of the whole statement: of a class, its body included
    steps: tuple[tuple[str, str], ...]  # scopes around it: name, and class or function
    digest: str
    zone: Zone
    subsystem: str
    facts: Facts
    identity: Identity = field(init=False, repr=False)  # all that linking sees of the unit; good for as long as the facts live

    def __post_init__(self) -> None:
        object.__setattr__(self, "identity", (id(self.facts), self.path, self.first, self.steps, self.zone))

    @property
    def outer(self) -> tuple[str, ...]:
        """Names of the scopes around the unit."""
        return tuple(name for name, _ in self.steps)


@dataclass(frozen=True, slots=True)
class Place:
    """Where an expression stands: a unit, a scope of it, a block, and a line relative to the unit."""

    unit: PlacedUnit
    scope: int
    block: Block
    line: int

    @property
    def where(self) -> str:
        """`path:line`."""
        return f"{self.unit.path}:{self.unit.first + min(self.line, LINE_END >> 1)}"


@dataclass(frozen=True, slots=True)
class Bound:
    """A name bound to one or more definitions, latest first."""

    definitions: tuple[tuple[PlacedUnit, Definition], ...]
    dotted: str  # qualified name of what is bound


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function."""

    unit: PlacedUnit
    scope: int
    name: str


@dataclass(frozen=True, slots=True)
class FunctionAt:
    """A function of the target."""

    unit: PlacedUnit
    function: Function
    dotted: str


@dataclass(frozen=True, slots=True)
class ClassAt:
    """A class of the target."""

    unit: PlacedUnit
    cls: Class
    dotted: str


@dataclass(frozen=True, slots=True)
class ModuleAt:
    """A module of the target."""

    dotted: str


@dataclass(frozen=True, slots=True)
class External:
    """Something of a package that is not the target's: only its dotted name is known."""

    dotted: str


Meaning: TypeAlias = Bound | Parameter | FunctionAt | ClassAt | ModuleAt | External


def before(definition: Definition) -> int:
    """Return the last line of which a definition's value sees the names: in `x = set(x)` not its own."""
    match definition.value:
        case Call() | Binary() as value if Name(definition.name) in children(value):
            return definition.span[0] - 1
        case _:
            return definition.span[0]


def module_of(path: str) -> tuple[str, bool]:
    """Return the dotted module of a file, without a leading `src.`, and whether it is a package's `__init__`."""
    parts = path.removesuffix(".py").split("/")
    if parts[0] == "src" and len(parts) > 1:
        parts = parts[1:]
    package = parts[-1] == "__init__"
    return ".".join(parts[:-1] if package else parts), package


def unit_at(path: str, unit: Unit, piece: int, digest: bytes, zone: Zone, subsystem: str, facts: Facts) -> PlacedUnit:
    """Return the facts of a piece of *unit* (from 0, one of its nested imports; below, the unit itself) at its place in a file."""
    module, package = module_of(path)
    nested = unit.imports[piece] if piece >= 0 else None
    return PlacedUnit(
        path=path,
        module=module,
        package=package,
        first=unit.first if nested is None else nested.first,
        lines=unit.end - unit.first + 1,
        steps=unit.steps if nested is None else (*unit.steps, *nested.steps),
        digest=digest.hex()[:16],
        zone=zone,
        subsystem=subsystem,
        facts=facts,
    )
