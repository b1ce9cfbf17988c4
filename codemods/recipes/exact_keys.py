"""exact-keys (R14): a test that reaches by spelling becomes a fact of the models that a person chose."""

import ast

from ...registry.dialects.dialect import HookKind
from ..planning.asked import Asked, proved
from ..planning.capturing import Captured, NotLiftable
from ..planning.narrowing import span
from ..planning.plan import Difference, HookPlan, Position
from ..planning.recipe import Example, Recipe

_RULE = "R14"
_LOOSE = (ast.BoolOp, ast.If, ast.While, ast.Assert, ast.IfExp, ast.Return, ast.Assign, ast.UnaryOp)


def plan(asked: Asked) -> HookPlan | None:
    """Plan a fact in place of a prefix, a part or a pattern, for keys that were accepted."""
    if not asked.accepted or not asked.carries(HookKind.FACT):
        return None
    if asked.rest:
        raise NotLiftable("a test by spelling cannot lose one name: all its keys leave together")
    point, nothing = asked.new_point(), Captured(captures=(), edits=())
    question = asked.call(HookKind.FACT, point, nothing, default="False")
    parent = asked.places.parents[asked.leaf.node]
    asks = f"not {question}" if asked.leaf.is_negative else question
    text = asks if isinstance(parent, _LOOSE) or not asked.leaf.is_negative else f"({asks})"
    return HookPlan(
        rules=(_RULE,),
        path=asked.document.path,
        line=asked.leaf.site.line,
        scope=asked.leaf.site.scope,
        branches=(asked.leaf.site.id,),
        guard=asked.guard(Position.NEGATED if asked.leaf.is_negative else Position.WHOLE),
        point=asked.anchor(point, HookKind.FACT, nothing, default="False"),
        imports=asked.imports(HookKind.FACT),
        registrations=asked.registrations(HookKind.FACT, point, "True"),
        changes=(asked.change("retest", *span(asked), text),),
        frees=tuple(node.id for node in ast.walk(asked.leaf.node) if isinstance(node, ast.Name)),
        differences=(Difference(kind="lost_key", detail=f"all others that `{asked.document.source(asked.leaf.node)}` reaches"),),
        obligations=proved(("position", "the test stands where it stood")),
        document=asked.document.digest,
        unit=asked.branch.unit,
    )


EXACT_KEYS = Recipe(
    name="exact-keys",
    rule=_RULE,
    rank=80,
    title="a test that reaches by spelling becomes a fact of the models that a person chose",
    doc="""\
`startswith`, a substring or a pattern reaches every name that is spelled so, today and tomorrow. It is rewritten only where the exact keys stand
in `.namebranch/decisions.toml`, with a reason; all that it reached beside them is a declared difference. `namebranch explain` shows the reach.
""",
    changes="""\
Always, for every name that it reached and that was not chosen.
""",
    examples=(
        Example(
            title="a prefix that nobody decided about",
            before="""\
            def capped(cfg):
                return cfg.model_type.startswith("gemma")
            """,
            why="accept the keys",
        ),
    ),
    plan=plan,
)
