"""return-hook (R4): a branch that gives a value back asks a hook for it, and goes on where none has an answer."""

import ast

from ...registry.dialects.dialect import HookKind
from ..editing.usage import usage_of
from ..planning.answering import ANSWER, answered, check_free
from ..planning.asked import Asked, hook_of, proved
from ..planning.capturing import NotLiftable, captured
from ..planning.plan import HookPlan
from ..planning.recipe import Example, Recipe
from ..planning.residual import residual_of, residual_text

_RULE = "R4"


def plan(asked: Asked) -> HookPlan | None:
    """Plan a hook for a branch all of whose paths return."""
    holder, declined = asked.branch.holder, asked.dialect.declined
    if not isinstance(holder, ast.If) or declined is None or not asked.carries(HookKind.VALUE):
        return None
    if "return" not in usage_of(holder.body).escapes:
        return None
    if not leaves(holder.body):
        raise NotLiftable("its body returns on some paths, and goes on on others")
    check_free(asked)
    position, residual = residual_of(asked)
    found = captured(residual, holder.body, frozenset({"return"}), holder, asked.places, asked.dialect)
    point = asked.new_point()
    rest = residual_text(asked, residual, found.edits)
    hook, body = hook_of(asked, point, found, rest, holder.body, declines=True, heads=not asked.rest and not holder.orelse)
    call = asked.call(HookKind.VALUE, point, found, default=declined.text)
    return HookPlan(
        rules=(_RULE, *(["R15"] if asked.rest else [])),
        path=asked.document.path,
        line=holder.lineno,
        scope=asked.branch.site.scope,
        branches=tuple(leaf.site.id for leaf in asked.branch.leaves),
        guard=asked.guard(position, rest),
        point=asked.anchor(point, HookKind.VALUE, found, declined.text),
        captures=found.captures,
        body=body,
        hook=hook,
        imports=asked.imports(HookKind.VALUE, found, declined=True),
        frees=found.frees,
        registrations=asked.registrations(HookKind.VALUE, point, hook.name),
        changes=answered(asked, holder, call, f"return {ANSWER}"),
        obligations=proved(("position", "the question stands where the branch stood"), ("body", body.digest)),
        document=asked.document.digest,
        unit=asked.branch.unit,
    )


def leaves(body: list[ast.stmt]) -> bool:
    """Whether all paths through *body* return or raise."""
    match body[-1]:
        case ast.Return() | ast.Raise():
            return True
        case ast.If(body=first, orelse=second) if second:
            return leaves(first) and leaves(second)
        case ast.With(body=inner):
            return leaves(inner)
        case ast.Try(body=inner, handlers=handlers, orelse=orelse):
            return leaves(orelse or inner) and all(leaves(handler.body) for handler in handlers)
        case _:
            return False


RETURN_HOOK = Recipe(
    name="return-hook",
    rule=_RULE,
    asks_rest=True,
    rank=12,
    title="a branch that gives a value back asks a hook for it",
    doc="""\
Where all paths of a branch return, the branch becomes a question with no default: `if (answer := …) is not DECLINED: return answer`. The body
becomes the hook, so a list or a dict that it makes is made anew at each call.
""",
    changes="""\
As in R1.
""",
    examples=(
        Example(
            title="a constant list",
            before="""\
            def layers(cfg):
                if cfg.model_type == "gpt_neox":
                    return ["embed_in", "embed_out"]
                return ["embed_tokens"]
            """,
            after="""\
            def layers(cfg):
                if (answer := ask(cfg.model_type, "loaders.layers", default=DECLINED)) is not DECLINED:
                    return answer
                return ["embed_tokens"]
            """,
        ),
        Example(
            title="a body that may fall through",
            before="""\
            def layers(cfg):
                if cfg.model_type == "gpt_neox":
                    if cfg.tied:
                        return ["embed_in"]
                return ["embed_tokens"]
            """,
            why="returns on some paths",
        ),
    ),
    plan=plan,
)
