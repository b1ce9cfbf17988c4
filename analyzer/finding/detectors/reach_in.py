"""NB302: shared code imports a module that belongs to one model."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ...extracting.expression import Attr, Binary, Call, Expr, Name, Pieces, Span, Str, Test, chain, dotted, scoped_leaves
from ...extracting.facts import Definition, Facts, Import, Invocation
from ...inventory import Kind
from ...linking.index import Index
from ...linking.linked import Linked
from ...linking.meaning import Place, PlacedUnit
from ..detector import Detector, Example
from ..draft import Draft, standing

_LOADED = Attr(Name("sys"), "modules")
_MODELS_OPEN = re.compile(r"(?:^|[.])models[.][*]")  # `transformers.models.*`: a model's module, whichever the name says
_DEEP = 3  # dots of a chain, from which on it may lead through a package to a part of a module
_FINDERS = frozenset({"find_spec"})
_OWN = ("self.", "cls.")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spots:
    """Where a unit may reach in, by its facts alone; each with its span and scope."""

    calls: tuple[tuple[Span, int, Expr], ...]  # of what imports, with the module's name
    asked: tuple[tuple[Span, int, str], ...]  # of `sys.modules`, with the module's name
    patched: tuple[tuple[Definition, str], ...]  # with the chain in front of what is set
    handed: tuple[tuple[Invocation, Expr, str], ...]  # each chain with its text


def _find(linked: Linked) -> Iterator[Draft]:
    for unit in linked.units:
        spots = linked.index.outline(unit).once(_spots)
        yield from _statements(linked, unit)
        yield from _calls(linked, unit, spots)
        yield from _loaded(linked, unit, spots)
        yield from _patches(linked, unit, spots)
        yield from _handed(linked, unit, spots)


def _spots(facts: Facts) -> _Spots:
    made = [(item, item.call) for item in facts.invocations if isinstance(item.call, Call)]
    loading = ((item, call) for item, call in made if call.args and _loads((dotted(call.func) or "").rpartition(".")[2]))
    given = ((item, arg) for item, call in made for arg in (*call.args, *(value for _, value in call.keywords)))
    chains = ((item, arg, dotted(arg) or "") for item, arg in given)
    set_ = ((one, one.name.rpartition(".")[0]) for one in facts.definitions if one.op == "=")
    return _Spots(
        calls=tuple((item.span, item.scope, call.args[0]) for item, call in loading),
        asked=tuple(_asked(facts)),
        patched=tuple((one, head) for one, head in set_ if head.count(".") > 1 and not head.startswith(_OWN)),
        handed=tuple((item, arg, text) for item, arg, text in chains if text.count(".") >= _DEEP and not text.startswith(_OWN)),
    )


def _asked(facts: Facts) -> Iterator[tuple[Span, int, str]]:
    for lookup in facts.lookups:
        if lookup.table == _LOADED and isinstance(lookup.key, Str):
            yield lookup.span, lookup.scope, lookup.key.value
    for decision in facts.decisions:
        for leaf, scope in scoped_leaves(decision.formula, decision.scope):
            if isinstance(leaf, Test) and leaf.op in {"in", "not in"} and leaf.right == _LOADED and isinstance(leaf.left, Str):
                yield leaf.span, scope, leaf.left.value


def _statements(linked: Linked, unit: PlacedUnit) -> Iterator[Draft]:
    seen: dict[Span, tuple[str, int, list[str]]] = {}
    for item in unit.facts.imports:
        module = linked.index.absolute(unit, item)
        if item.typing_only or _is_reexport(linked.index, unit, item, module):
            continue
        names = linked.owned_by(module, module_only=item.name is None)
        if names:
            seen.setdefault(item.span, (item.module, item.scope, []))[2].extend(names)
    for span, (module, scope, found) in seen.items():
        yield _draft(linked, unit, span, scope, "import", module, tuple(dict.fromkeys(found)))


def _is_reexport(index: Index, unit: PlacedUnit, item: Import, module: str) -> bool:
    """Whether a package's `__init__` imports a part of that package, relatively or by its full name."""
    if not unit.package or unit.steps or item.scope:
        return False
    path = index.path_of(module) or index.path_of(module.rpartition(".")[0])
    return item.module.startswith(".") or (path is not None and path.startswith(unit.path.removesuffix("__init__.py")))


def _calls(linked: Linked, unit: PlacedUnit, spots: _Spots) -> Iterator[Draft]:
    for span, scope, told in spots.calls:
        match told:
            case Str(module) if "." in module and (names := linked.owned_by(module, module_only=True)):
                yield _draft(linked, unit, span, scope, "import_module", module, names)
            case Pieces() | Binary() as path if _MODELS_OPEN.search(spelled := "".join(_texts(path))):
                yield _draft(linked, unit, span, scope, "import_module", spelled, ("*",))
            case _:
                pass


def _loads(function: str) -> bool:
    """Whether a function imports a module that it is told by name, by its own name (`import_module`, `import_optional_module`)."""
    return "import" in function.lower() or function in _FINDERS


def _texts(path: Expr) -> Iterator[str]:
    """Yield the parts of a module's path as they are spelled, `*` for each that is computed."""
    match path:
        case Str(text):
            yield text
        case Pieces(parts):
            for part in parts:
                yield from _texts(part)
        case Binary("+", left, right):
            yield from _texts(left)
            yield from _texts(right)
        case _:
            yield "*"


def _loaded(linked: Linked, unit: PlacedUnit, spots: _Spots) -> Iterator[Draft]:
    """A module of a model asked for, or taken from, what was imported so far."""
    for span, scope, module in spots.asked:
        names = linked.owned_by(module, module_only=True) if "." in module else ()
        if names:
            yield _draft(linked, unit, span, scope, "sys.modules", module, names)


def _patches(linked: Linked, unit: PlacedUnit, spots: _Spots) -> Iterator[Draft]:
    """An assignment through a chain of attributes that no import names: `transformers.models.llava.modeling_llava.X = Mine`."""
    for definition, head in spots.patched:
        module = linked.chain(chain(head), Place(unit, definition.scope, definition.block, definition.span[0]))
        names = linked.owned_by(module, module_only=True) if module else ()
        if names:
            yield _draft(linked, unit, definition.span, definition.scope, "patch", definition.name, names)


def _handed(linked: Linked, unit: PlacedUnit, spots: _Spots) -> Iterator[Draft]:
    """A part of a model's module, handed to a call by a chain of attributes: `swap(transformers.models.t5.modeling_t5.T5LayerNorm, "forward", f)`."""
    told: set[int] = set()  # a call is told once
    for item, arg, spelled in spots.handed:
        module = linked.chain(arg, Place(unit, item.scope, item.block, item.span[0])) if id(item) not in told else None
        if module and (names := linked.owned_by(module, module_only=False)):
            yield _draft(linked, unit, item.span, item.scope, "patch", spelled, names)
            told.add(id(item))


def _draft(linked: Linked, unit: PlacedUnit, span: Span, scope: int, op: str, module: str, names: tuple[str, ...]) -> Draft:
    return standing(unit, span, linked.index.steps(unit, scope), op, module, names, span[2] - span[0] + 1)


reach_in = Detector(
    name="reach-in",
    rule="NB302",
    kind=Kind.REACH_IN,
    title="imports a module that belongs to one model",
    doc="""
Finds imports in shared code of a module that one model owns: of the target itself (zone model) or of another package
(`from transformers.models.jamba import modeling_jamba`), at the top or inside a function; `importlib.import_module("…")` and the like with a
literal, or with a path that is put together from the name; the same modules asked for in `sys.modules`; and patches through a chain of attributes (`transformers.models.llava.modeling_llava.X = Mine`).

Counted apart from decisions. Leaves alone: imports for types only, re-exports of a package's own parts in its `__init__`, and classes taken
from a top-level package (`from transformers import LlamaConfig`).
""",
    finds=(
        Example(
            title="at the top, inside a function, by a literal, by a chain",
            code="""
import importlib
import transformers
from transformers.models.jamba import modeling_jamba  # here

def patch(mine):
    from transformers.models.qwen3_moe.modeling_qwen3_moe import Qwen3MoeSparseMoeBlock  # here
    importlib.import_module("mlx_vlm.models.qwen3_vl_moe.language")  # here
    transformers.models.llava.modeling_llava.LlavaMultiModalProjector = mine  # here
    mine.swap(transformers.models.t5.modeling_t5.T5LayerNorm, "forward", mine)  # here
    return modeling_jamba, Qwen3MoeSparseMoeBlock
""",
        ),
    ),
    passes=(
        Example(
            title="types, top-level packages, auto classes, tools",
            code="""
from typing import TYPE_CHECKING
from transformers import LlamaConfig, AutoModelForCausalLM
from transformers.models.auto.modeling_auto import MODEL_MAPPING
import llama_cpp

if TYPE_CHECKING:
    from transformers.models.llama.modeling_llama import LlamaAttention

def load(name):
    return LlamaConfig, AutoModelForCausalLM, MODEL_MAPPING, llama_cpp
""",
        ),
    ),
    find=_find,
)
