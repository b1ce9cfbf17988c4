"""early-return-tail (R2): what a function does for some models only, behind an early return for all others, becomes their hook."""

import ast

from ...registry.dialects.dialect import HookKind
from ..editing.lifting import comments_above, region_of
from ..planning.asked import Asked
from ..planning.capturing import NotLiftable
from ..planning.hooking import hooked
from ..planning.plan import HookPlan, Position
from ..planning.recipe import Example, Recipe

_RULE = "R2"


def plan(asked: Asked) -> HookPlan | None:
    """Plan a hook for what stands behind `if NAME not in …: return`."""
    holder, function = asked.branch.holder, asked.branch.function
    if not (isinstance(holder, ast.If) and function is not None and asked.leaf.is_negative and holder.test is asked.leaf.node):
        return None
    block = asked.places.block(holder)
    if holder.orelse or block.owner is not function or not _is_bare_return(holder.body):
        return None
    tail = block.statements[block.at + 1 :]
    if not tail or asked.rest or not asked.carries(HookKind.EFFECT):
        return None
    if not _belongs(asked, tail):
        raise NotLiftable("nothing says that what stands behind the early return belongs to these models alone")
    if any(isinstance(node, ast.Return) and node.value is not None for one in tail for node in ast.walk(one)):
        raise NotLiftable("what stands behind the early return gives a value back")
    made = hooked(asked, HookKind.EFFECT, [], tail, declines=False, heads=True, allowed=frozenset({"return"}))
    changes = (asked.change("tail", *_range(asked, holder, tail), f"{made.statement_call}\n"),)
    return made.plan([_RULE], Position.NEGATED, changes, "the call stands where the early return stood")


def _is_bare_return(body: list[ast.stmt]) -> bool:
    return len(body) == 1 and isinstance(body[0], ast.Return) and (body[0].value is None or ast.unparse(body[0].value) == "None")


def _belongs(asked: Asked, tail: list[ast.stmt]) -> bool:
    """Whether the function's name, or a module that the tail imports, names one of the models."""
    owners = {name for key in asked.moved for name in asked.named(key)}
    imported = [name for one in tail for node in ast.walk(one) if isinstance(node, ast.ImportFrom | ast.Import) for name in _modules(node)]
    words = [asked.branch.site.scope.rpartition(".")[2], *imported]
    return any(owner in asked.named(word) for word in words for owner in owners)


def _modules(node: ast.ImportFrom | ast.Import) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [*(node.module or "").split("."), *(alias.name for alias in node.names)]
    return [part for alias in node.names for part in alias.name.split(".")]


def _range(asked: Asked, holder: ast.If, tail: list[ast.stmt]) -> tuple[int, int]:
    document = asked.document
    start = document.starts[comments_above(holder, document, asked.places).first] + len(document.indent(holder))
    region = region_of(tail, document)
    return start, document.end(tail[-1]) if region is None else document.starts[region.last]


EARLY_RETURN_TAIL = Recipe(
    name="early-return-tail",
    rule=_RULE,
    rank=20,
    title="what a function does behind an early return for all other models becomes a hook",
    doc="""\
`if NAME not in …: return`, and all that follows, becomes one call of a hook point, where what follows belongs to these models: the function is
named after one of them, or imports what is.
""",
    changes="""\
As in R1: names of functions in tracebacks differ, and errors of the lookup surface here.
""",
    examples=(
        Example(
            title="a function that is one model's",
            before="""\
            def keep_state_of_nemotron_h(cfg, model):
                \"\"\"Keep the state in full precision.\"\"\"
                # Its mixers are small.
                if cfg.model_type not in ("nemotron_h",):
                    return
                from framework.steps import keep

                keep(model)
            """,
            after="""\
            def keep_state_of_nemotron_h(cfg, model):
                \"\"\"Keep the state in full precision.\"\"\"
                run(cfg.model_type, "loaders.keep_state_of_nemotron_h", model)
            """,
        ),
        Example(
            title="what follows is everybody's",
            before="""\
            def reset_buffers(cfg, model):
                if cfg.model_type not in ("gemma3", "nemotron_h"):
                    return
                for module in model.modules():
                    module.reset()
            """,
            why="belongs to these models alone",
        ),
    ),
    plan=plan,
)
