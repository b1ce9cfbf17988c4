"""class-family (R18): whether an object is a model of some class is answered by what that class, or one it inherits from, says of itself."""

import ast
from collections.abc import Iterator

from ...registry.dialects.dialect import HookKind
from ..editing.removing import removal
from ..editing.usage import usage_of
from ..planning.asked import Asked, proved
from ..planning.capturing import Captured
from ..planning.plan import Change, Difference, HookPlan, Position
from ..planning.recipe import Example, Recipe
from ..planning.surroundings import import_of

_RULE = "R18"


def plan(asked: Asked) -> HookPlan | None:
    """Plan a fact of the class in place of `isinstance`."""
    if not asked.leaf.is_instance or not asked.carries(HookKind.FACT):
        return None
    several = asked.several
    assert several is not None
    point = asked.new_point()
    asks = asked.question(HookKind.FACT, point)
    text = f"({several.rest} or {asks})" if several.rest else asks
    document, node = asked.document, asked.leaf.node
    return HookPlan(
        rules=(_RULE, *(["R15"] if asked.rest else [])),
        path=document.path,
        line=asked.leaf.site.line,
        scope=asked.leaf.site.scope,
        branches=(asked.leaf.site.id,),
        guard=asked.guard(Position.WHOLE),
        point=asked.anchor(point, HookKind.FACT, Captured(captures=(), edits=()), default="False"),
        imports=asked.imports(HookKind.FACT),
        frees=tuple(part.id for part in ast.walk(node) if isinstance(part, ast.Name)),
        registrations=asked.registrations(HookKind.FACT, point, "True"),
        changes=(asked.change("retest", document.start(node), document.end(node), text), *_orphans(asked)),
        differences=(
            Difference(
                kind="class_name",
                detail=f"a class is known by its name: another {' or '.join(asked.moved)} counts too, a stand-in does not",
            ),
        ),
        obligations=proved(("position", "the test stands where it stood")),
        document=document.digest,
        unit=asked.branch.unit,
    )


def _orphans(asked: Asked) -> Iterator[Change]:
    """Yield the edits that take out what the function imported for this test alone."""
    function, places = asked.branch.function, asked.places
    if function is None or asked.rest:
        return
    inside = {*ast.walk(asked.leaf.node)}
    for name in dict.fromkeys(part.id for part in inside if isinstance(part, ast.Name)):
        held = import_of(name, function, places)
        if held is None or len(held.names) > 1 or places.parents[held] not in places.up(asked.leaf.node):
            continue
        if all(read in inside for read in usage_of(function.body).reads_of(name)):
            edit = removal(held, asked.document, places)
            yield asked.change("dead", edit.start, edit.end, edit.text)


CLASS_FAMILY = Recipe(
    name="class-family",
    rule=_RULE,
    rank=60,
    title="the class of a model, or one that it inherits from, answers for its instances",
    doc="""\
`isinstance(model, CLASS)`, for the class of a whole model, asks the classes that the object's own is made of, by their names. Shared code needs no
import of the class any more. The class of a processor, a tokenizer or a part of a model is no key: such a test stays (X3).
""",
    changes="""\
Another class of the same name counts too. What only pretends to be an instance (`__instancecheck__`, a `__class__` of its own) does not count. An
import inside the function is gone, and with it the error that it raised where the class is missing.
""",
    examples=(
        Example(
            title="the class of a model, imported for that",
            before="""\
            def freeze(cfg, model):
                from transformers import LlavaForConditionalGeneration

                if isinstance(model, LlavaForConditionalGeneration):
                    for layer in model.layers:
                        layer.freeze()
            """,
            after="""\
            def freeze(cfg, model):
                if any(fact(kind.__name__, "loaders.freeze", False) for kind in type(model).__mro__):
                    for layer in model.layers:
                        layer.freeze()
            """,
        ),
        Example(
            title="an import that is needed elsewhere stays",
            before="""\
            def freeze(cfg, model):
                from transformers import JambaForCausalLM

                if cfg.fast and isinstance(model.inner, JambaForCausalLM):
                    model.stop()
                return JambaForCausalLM
            """,
            after="""\
            def freeze(cfg, model):
                from transformers import JambaForCausalLM

                if cfg.fast and any(fact(kind.__name__, "loaders.freeze", False) for kind in type(model.inner).__mro__):
                    model.stop()
                return JambaForCausalLM
            """,
        ),
        Example(
            title="the class of a part",
            before="""\
            def freeze(cfg, layer):
                from transformers.models.jamba.modeling_jamba import JambaRMSNorm

                return 1 if isinstance(layer, JambaRMSNorm) else 2
            """,
            why="the class of a part is no key",
        ),
        Example(
            title="exactly this class",
            before="""\
            def freeze(cfg, model):
                from transformers import JambaForCausalLM

                return 1 if type(model) is JambaForCausalLM else 2
            """,
            why="an object's class is no key",
        ),
    ),
    plan=plan,
)
