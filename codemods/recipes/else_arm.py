"""else-arm (R3): what is done for a model where a test for all others fails asks a hook first, and the others go on as before."""

import ast

from ...registry.dialects.dialect import HookKind
from ..editing.lifting import region_of
from ..planning.asked import Asked, is_pure
from ..planning.capturing import NotLiftable
from ..planning.hooking import hooked, with_it
from ..planning.plan import Change, HookPlan, Position
from ..planning.recipe import Example, Recipe
from ..planning.residual import residual_text

_RULE = "R3"


def plan(asked: Asked) -> HookPlan | None:
    """Plan a hook for the `else` of `if NAME != …`, or for `elif REST` behind `if REST and NAME != …`."""
    holder = asked.branch.holder
    if not isinstance(holder, ast.If) or asked.dialect.declined is None or not asked.carries(HookKind.EFFECT):
        return None
    if not asked.leaf.is_negative or asked.rest or not holder.orelse:
        return None
    residual, body_of = _parts(asked, holder)
    made = hooked(asked, HookKind.EFFECT, residual, body_of, declines=True, heads=False)
    changes = _changes(asked, holder, body_of, residual, made.call)
    return made.plan([_RULE, *with_it(asked, body_of)], Position.NEGATED, changes, "the model is asked where all others were told apart")


def _parts(asked: Asked, holder: ast.If) -> tuple[list[ast.expr], list[ast.stmt]]:
    """Return what is asked beside the name, and what is done for the model alone.

    Raises:
        NotLiftable: others come there, too.

    """
    test, leaf = asked.branch.test, asked.leaf.node
    inner = holder.orelse[0]
    is_elif = isinstance(inner, ast.If) and asked.document.text.startswith("elif", asked.document.start(inner))
    if test is leaf and not is_elif:
        return [], holder.orelse
    if isinstance(inner, ast.If) and is_elif and not inner.orelse and isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        rest = [one for one in test.values if one is not leaf]
        whole = rest[0] if len(rest) == 1 else ast.BoolOp(op=ast.And(), values=rest)
        if leaf in test.values and all(map(is_pure, rest)) and ast.dump(whole) == ast.dump(inner.test):
            return rest, inner.body
    raise NotLiftable("what is done where the test fails is done for others, too")


def _changes(asked: Asked, holder: ast.If, body: list[ast.stmt], residual: list[ast.expr], call: str) -> tuple[Change, ...]:
    document, test = asked.document, asked.branch.test
    kept, gone = region_of(holder.body, document), region_of(body, document)
    if kept is None or gone is None:
        raise NotLiftable("its arms share lines")
    indent, rest = document.indent(holder), residual_text(asked, residual, ())
    text = f"not {call}" if rest is None else f"{call}:\n{indent}    pass\n{indent}elif {rest}"
    return (
        asked.change("retest", document.start(test), document.end(test), text),
        asked.change("arm", document.starts[kept.last], document.starts[gone.last], ""),
    )


ELSE_ARM = Recipe(
    name="else-arm",
    rule=_RULE,
    asks_rest=True,
    rank=32,
    title="what is done for a model where a test for all others fails becomes a hook",
    doc="""\
`if NAME != …: A` with an `else: B` asks the hook, and does A where none acted: B is the model's. So is `elif REST: B` behind
`if REST and NAME != …: A`, where REST is the same, and asking it does nothing.
""",
    changes="""\
As in R3.
""",
    examples=(
        Example(
            title="the else of all others",
            before="""\
            def build(cfg, model):
                if cfg.model_type != "t5":
                    # Everybody has one.
                    model.fuse()
                else:  # its norms have no bias
                    from framework.norms import swap

                    swap(model)
                return model
            """,
            after="""\
            def build(cfg, model):
                if not run(cfg.model_type, "loaders.build", model):
                    # Everybody has one.
                    model.fuse()
                return model
            """,
        ),
        Example(
            title="an option beside the name, asked again",
            before="""\
            def build(cfg, model):
                if cfg.fused and cfg.model_type != "t5":
                    model.fuse()
                elif cfg.fused:
                    model.swap()
                return model
            """,
            after="""\
            def build(cfg, model):
                if run(cfg.model_type, "loaders.build", cfg, model):
                    pass
                elif cfg.fused:
                    model.fuse()
                return model
            """,
        ),
        Example(
            title="an else that others reach",
            before="""\
            def build(cfg, model):
                if cfg.fused and cfg.model_type != "t5":
                    model.fuse()
                else:
                    model.swap()
                return model
            """,
            why="is done for others, too",
        ),
        Example(
            title="an option that is asked otherwise",
            before="""\
            def build(cfg, model):
                if cfg.fused() and cfg.model_type != "t5":
                    model.fuse()
                elif cfg.fused():
                    model.swap()
                return model
            """,
            why="is done for others, too",
        ),
    ),
    plan=plan,
)
