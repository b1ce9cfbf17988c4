"""return-hook (R4): a branch that gives a value back asks a hook for it, and goes on where none has an answer."""

import ast

from ...registry.dialects.dialect import HookKind
from ..editing.usage import usage_of
from ..planning.answering import ANSWER, answered, check_free
from ..planning.asked import Asked
from ..planning.capturing import NotLiftable
from ..planning.hooking import hooked
from ..planning.plan import HookPlan
from ..planning.recipe import Example, Recipe
from ..planning.residual import residual_of

_RULE = "R4"


def plan(asked: Asked) -> HookPlan | None:
    """Plan a hook for a branch all of whose paths return."""
    holder = asked.branch.holder
    if not isinstance(holder, ast.If) or asked.dialect.declined is None or not asked.carries(HookKind.VALUE):
        return None
    if "return" not in usage_of(holder.body).escapes:
        return None
    if not leaves(holder.body):
        raise NotLiftable("its body returns on some paths, and goes on on others")
    check_free(asked)
    position, residual = residual_of(asked)
    heads = not asked.rest and not holder.orelse
    made = hooked(asked, HookKind.VALUE, residual, holder.body, declines=True, heads=heads, allowed=frozenset({"return"}))
    changes = answered(asked, holder, made.call, f"return {ANSWER}")
    return made.plan([_RULE, *(["R15"] if asked.rest else [])], position, changes, "the question stands where the branch stood")


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
