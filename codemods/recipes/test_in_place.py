"""test-in-place (R6): the test is answered by what the model says of itself, and all else stays as it is."""

import ast

from ...registry.dialects.dialect import HookKind
from ..planning.asked import Asked, is_pure, proved
from ..planning.capturing import Captured, NotLiftable
from ..planning.narrowing import narrow_test, span
from ..planning.plan import HookPlan, Position
from ..planning.recipe import Example, Recipe

_RULE = "R6"
_LOOSE = (ast.BoolOp, ast.If, ast.While, ast.Assert, ast.IfExp, ast.Return, ast.Assign, ast.keyword, ast.comprehension)


def plan(asked: Asked) -> HookPlan | None:
    """Plan a capability in place of one exact test."""
    kind = next((kind for kind in (HookKind.FACT, HookKind.CAPABILITY) if asked.carries(kind)), None)
    if kind is None:
        return None
    if not isinstance(asked.leaf.node, ast.Compare) or len(asked.leaf.node.ops) != 1:
        raise NotLiftable("it is a chain of comparisons")
    if asked.rest and not is_pure(asked.leaf.node.left):
        raise NotLiftable("its subject is computed anew at each look, and some of its names stay")
    point, nothing = asked.new_point(), Captured(captures=(), edits=())
    question = asked.call(kind, point, nothing, default="False")
    return HookPlan(
        rules=(_RULE, *(["R15"] if asked.rest else [])),
        path=asked.document.path,
        line=asked.leaf.site.line,
        scope=asked.leaf.site.scope,
        branches=(asked.leaf.site.id,),
        guard=asked.guard(Position.NEGATED if asked.leaf.is_negative else Position.WHOLE),
        point=asked.anchor(point, kind, nothing, default="False"),
        imports=asked.imports(kind),
        frees=tuple(node.id for part in asked.leaf.node.comparators for node in ast.walk(part) if isinstance(node, ast.Name)),
        registrations=asked.registrations(kind, point, "True"),
        changes=(asked.change("retest", *span(asked), _retested(asked, question)),),
        obligations=proved(
            ("truth_table", f"true for {', '.join(asked.moved)} and nobody else"), ("position", "the test stands where it stood")
        ),
        document=asked.document.digest,
        unit=asked.branch.unit,
    )


def _retested(asked: Asked, question: str) -> str:
    """Return the test in its new words, in brackets where what is around it binds closer."""
    asks = f"not {question}" if asked.leaf.is_negative else question
    if asked.rest:
        rest = narrow_test(asked.leaf, asked.rest, asked.document)
        return f"({rest} and {asks})" if asked.leaf.is_negative else f"({rest} or {asks})"
    parent = asked.places.parents[asked.leaf.node]
    return f"({asks})" if asked.leaf.is_negative and not isinstance(parent, _LOOSE) else asks


TEST_IN_PLACE = Recipe(
    name="test-in-place",
    rule=_RULE,
    rank=90,
    title="the test is answered by a capability of the model, and all else stays as it is",
    doc="""\
One exact test becomes one question to the registry, at the same place, with the same answers; a test that was negative stays so. It is right
wherever the body belongs to nobody in particular, and it is what is left where a body cannot move. Two tests never share a capability: what
stands between them is asked as often as before.
""",
    changes="""\
Not at all for keys that are text. A name that is no text and equals one (`__eq__`) is not found.
""",
    examples=(
        Example(
            title="a body that the loop needs",
            before="""\
            def walk(cfg, layers):
                for layer in layers:
                    if cfg.model_type == "mamba":
                        continue
                    layer.patch()
            """,
            after="""\
            def walk(cfg, layers):
                for layer in layers:
                    if can(cfg.model_type, "loaders.walk"):
                        continue
                    layer.patch()
            """,
        ),
        Example(
            title="several tests under one `or` keep what stands between them",
            before="""\
            def left(cfg, probe):
                return cfg.model_type == "llama" or probe() or cfg.model_type != "mamba"
            """,
            after="""\
            def left(cfg, probe):
                return can(cfg.model_type, "loaders.left") or probe() or not can(cfg.model_type, "loaders.left.2")
            """,
        ),
    ),
    plan=plan,
)
