"""effect-guard (R1): a branch that only does something becomes a call of a hook point, right where it stood."""

import ast

from ...registry.dialects.dialect import HookKind
from ..editing.lifting import comments_above, region_of
from ..planning.asked import Asked
from ..planning.hooking import hooked, with_it
from ..planning.narrowing import narrowed
from ..planning.plan import Change, HookPlan
from ..planning.recipe import Example, Recipe
from ..planning.residual import residual_of

_RULE = "R1"


def plan(asked: Asked) -> HookPlan | None:
    """Plan a hook for `if NAME [and REST]: BODY` without an `else`."""
    holder = asked.branch.holder
    if not isinstance(holder, ast.If) or holder.orelse or asked.document.text.startswith("elif", asked.document.start(holder)):
        return None
    if not asked.carries(HookKind.EFFECT):
        return None
    position, residual = residual_of(asked)
    made = hooked(asked, HookKind.EFFECT, residual, holder.body, declines=False, heads=not asked.rest)
    rules = [_RULE, *(["R12"] if any(one.mutated for one in made.found.captures) else []), *(["R17"] if _raises(holder) else [])]
    changes = _changes(asked, holder, made.statement_call)
    return made.plan([*rules, *with_it(asked, holder.body)], position, changes, "the call stands where the branch stood")


def _changes(asked: Asked, holder: ast.If, call: str) -> tuple[Change, ...]:
    document, indent = asked.document, asked.document.indent(holder)
    if asked.rest:
        at = document.start(holder)
        return (asked.change("call", at, at, f"{call}\n{indent}"), narrowed(asked))
    region = region_of(holder.body, document)
    above = comments_above(holder, document, asked.places)
    end = document.end(holder) if region is None else document.starts[region.last]
    start = document.starts[above.first] + len(indent)
    return (asked.change("call", start, end, call + ("" if region is None else "\n")),)


def _raises(holder: ast.If) -> bool:
    return len(holder.body) == 1 and isinstance(holder.body[0], ast.Raise)


EFFECT_GUARD = Recipe(
    name="effect-guard",
    rule=_RULE,
    asks_rest=True,
    rank=10,
    title="a branch that only does something becomes a hook, called right where it stood",
    doc="""\
`if NAME and REST: BODY` becomes one call of a hook point; `REST` and `BODY` become the hook. It runs where the branch ran, so order
holds by construction. Locals are handed over, `self.x` becomes a field of the context or an argument, imports inside the body move with it.
A branch that raises (R17) or changes a container that it is handed (R12) is the same.
""",
    changes="""\
`REST` is asked after the name; what stands before the name must be free of calls. A `try` around the branch now also catches errors of the
lookup and of importing the owner. Names of functions in tracebacks differ.
""",
    examples=(
        Example(
            title="an effect, and an option beside the name",
            before="""\
            def apply(cfg):
                # Falcon scales its residuals.
                if cfg.model_type == "falcon_h1" and cfg.fast:
                    from framework.kernels import patch

                    patch(cfg.width)  # once
                return cfg
            """,
            after="""\
            def apply(cfg):
                run(cfg.model_type, "loaders.apply", cfg)
                return cfg
            """,
        ),
        Example(
            title="comments wherever they stand",
            before="""\
            def apply(cfg):
                if (
                    cfg.model_type == "falcon_h1"
                    and cfg.fast  # it is slow otherwise
                ):  # see the card
                    cfg.patch()
            """,
            after="""\
            def apply(cfg):
                run(cfg.model_type, "loaders.apply", cfg)
            """,
        ),
        Example(
            title="a container that the branch changes is handed over",
            before="""\
            def arguments(cfg, options):
                kwargs = {"a": 1}
                if cfg.model_type == "mamba":
                    kwargs.pop("a", None)
                return kwargs
            """,
            after="""\
            def arguments(cfg, options):
                kwargs = {"a": 1}
                run(cfg.model_type, "loaders.arguments", kwargs)
                return kwargs
            """,
        ),
        Example(
            title="a function with a type that is there for types only",
            before="""\
            from typing import TYPE_CHECKING

            if TYPE_CHECKING:
                from framework.layers import Layer


            def apply(cfg):
                if cfg.model_type == "mamba":

                    def patch(layer: Layer) -> None:
                        layer.patch()

                    cfg.each(patch)
            """,
            why="imported for types only",
        ),
        Example(
            title="a value that is read afterwards",
            before="""\
            def choose(cfg):
                layers = 1
                if cfg.model_type == "mamba":
                    layers = 2
                return layers
            """,
            why="layers is read after its body",
        ),
        Example(
            title="a loop that goes on",
            before="""\
            def walk(cfg, layers):
                for layer in layers:
                    if cfg.model_type == "mamba":
                        continue
                    layer.patch()
            """,
            why="its body uses continue",
        ),
        Example(
            title="a name under `or`",
            before="""\
            def apply(cfg):
                if cfg.forced or cfg.model_type == "mamba":
                    cfg.patch()
            """,
            why="under `or` or `not`",
        ),
        Example(
            title="a call before the name",
            before="""\
            def apply(cfg, probe):
                if probe() and cfg.model_type == "mamba":
                    cfg.patch()
            """,
            why="is asked before the name",
        ),
    ),
    plan=plan,
)
