"""chain-arm (R3): an arm of an if-elif chain asks a hook in its old place, and the other arms keep theirs."""

import ast

from ...registry.dialects.dialect import HookKind
from ..editing.lifting import region_of
from ..planning.asked import Asked
from ..planning.hooking import hooked, with_it
from ..planning.narrowing import narrowed
from ..planning.plan import Change, HookPlan
from ..planning.recipe import Example, Recipe
from ..planning.residual import residual_of

_RULE = "R3"


def plan(asked: Asked) -> HookPlan | None:
    """Plan a hook for an arm that has others beside it."""
    holder = asked.branch.holder
    if not isinstance(holder, ast.If) or asked.dialect.declined is None or not asked.carries(HookKind.EFFECT):
        return None
    if not holder.orelse and not _is_elif(asked, holder):
        return None
    position, residual = residual_of(asked)
    made = hooked(asked, HookKind.EFFECT, residual, holder.body, declines=True, heads=False)
    return made.plan([_RULE, *with_it(asked, holder.body)], position, _changes(asked, holder, made.call), "the arm asks where it asked")


def _is_elif(asked: Asked, holder: ast.If) -> bool:
    return asked.document.text.startswith("elif", asked.document.start(holder))


def _changes(asked: Asked, holder: ast.If, call: str) -> tuple[Change, ...]:
    document = asked.document
    start, indent = document.start(holder), document.indent(holder)
    word = "elif" if _is_elif(asked, holder) else "if"
    if asked.rest:
        text = f"{word} {call}:\n{indent}    pass\n{indent}" + ("" if word == "elif" else "el")
        return (asked.change("call", start, start, text), narrowed(asked))
    region = region_of(holder.body, document)
    end = document.end(holder.body[-1]) if region is None else document.starts[region.last]
    return (asked.change("arm", start, end, f"{word} {call}:\n{indent}    pass" + ("" if region is None else "\n")),)


CHAIN_ARM = Recipe(
    name="chain-arm",
    rule=_RULE,
    asks_rest=True,
    rank=30,
    title="an arm of a chain asks a hook in its old place",
    doc="""\
The arm's test becomes a call of the hook point, which says whether a hook acted; its body becomes the hook. Arms before and behind it stay where
they are, so an external table or another test that came first still does. What was asked beside the name is asked in the hook, which declines
where it does not hold: the next arm is then asked, as before.
""",
    changes="""\
As in R1. What the hook is handed is evaluated before the arm is chosen: only names that are bound for sure are handed over.
""",
    examples=(
        Example(
            title="an arm between others",
            before="""\
            def apply(cfg, table):
                if cfg.model_type in table:
                    table[cfg.model_type](cfg)
                elif cfg.model_type == "jamba" and cfg.fast:
                    # Jamba has experts.
                    cfg.patch()
                elif cfg.generic:
                    cfg.fallback()
                else:
                    cfg.warn()
            """,
            after="""\
            def apply(cfg, table):
                if cfg.model_type in table:
                    table[cfg.model_type](cfg)
                elif run(cfg.model_type, "loaders.apply", cfg):
                    pass
                elif cfg.generic:
                    cfg.fallback()
                else:
                    cfg.warn()
            """,
        ),
        Example(
            title="the arms choose a value",
            before="""\
            def choose(cfg):
                if cfg.model_type == "jamba":
                    layers = 1
                else:
                    layers = 2
                return layers
            """,
            why="layers is read after its body",
        ),
    ),
    plan=plan,
)
