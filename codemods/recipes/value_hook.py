"""value-hook (R5): an arm that works values out for later code asks a hook for them, in its old place."""

import ast
from collections.abc import Sequence

from ...registry.dialects.dialect import HookKind
from ..editing.flow import live_out
from ..planning.answering import ANSWER, answered, check_free
from ..planning.asked import Asked
from ..planning.capturing import NotLiftable
from ..planning.hooking import hooked
from ..planning.plan import HookPlan
from ..planning.recipe import Example, Recipe
from ..planning.residual import residual_of
from ..planning.surroundings import binds_for_sure

_RULE = "R5"


def plan(asked: Asked) -> HookPlan | None:
    """Plan a hook that hands back what the body of an arm binds for later."""
    holder, function = asked.branch.holder, asked.branch.function
    if not isinstance(holder, ast.If) or asked.dialect.declined is None or function is None or not asked.carries(HookKind.VALUE):
        return None
    given = _in_order(live_out(holder.body, function, asked.places), holder.body)
    if not given or (asked.branch.test is asked.leaf.node and all(map(_is_plain, holder.body))):
        return None  # an effect, or a constant that the name alone chooses: nothing is worked out
    if unsure := [name for name in given if name not in binds_for_sure(holder.body)]:
        raise NotLiftable(f"{unsure[0]} may not be bound at the end of its body, and is read later")
    check_free(asked)
    position, residual = residual_of(asked)
    made = hooked(asked, HookKind.VALUE, residual, holder.body, declines=True, heads=not asked.rest and not holder.orelse, gives=given)
    changes = answered(asked, holder, made.call, f"{', '.join(given)} = {ANSWER}")
    return made.plan([_RULE, *(["R15"] if asked.rest else [])], position, changes, "the question stands where the arm stood")


def _in_order(names: frozenset[str], body: Sequence[ast.stmt]) -> tuple[str, ...]:
    """Return *names* in the order in which *body* binds them."""
    nodes = [node for one in body for node in ast.walk(one) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    first = {node.id: (node.lineno, node.col_offset) for node in sorted(nodes, key=lambda node: (-node.lineno, -node.col_offset))}
    return tuple(sorted(names, key=lambda name: (first.get(name, (0, 0)), name)))


def _is_plain(statement: ast.stmt) -> bool:
    """Whether a statement gives constants to names: the test is then all that knows the model."""
    return isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)


VALUE_HOOK = Recipe(
    name="value-hook",
    rule=_RULE,
    asks_rest=True,
    rank=42,
    title="an arm that works values out for later code asks a hook for them, in its old place",
    doc="""\
Where a body binds names that later code reads, the body becomes a hook that hands them back, and the arm binds them from its answer. All of
them must be bound whenever the body ends. A body of constants that the name alone chooses is left to the test in place: nothing of it is the
model's own.
""",
    changes="""\
As in R3. An object's class is looked up by its name before it is asked for: a class that was given another name is not found.
""",
    examples=(
        Example(
            title="two values, and the others' arm",
            before="""\
            def loader(cfg, processor):
                if cfg.model_type == "whisper":
                    # Whisper hears.
                    rate = processor.rate()
                    data = cfg.load(rate)
                    first = data[0]
                else:
                    data, first = cfg.load(None), None
                return data, first
            """,
            after="""\
            def loader(cfg, processor):
                if (answer := ask(cfg.model_type, "loaders.loader", processor, cfg, default=DECLINED)) is not DECLINED:
                    data, first = answer
                else:
                    data, first = cfg.load(None), None
                return data, first
            """,
        ),
        Example(
            title="the very class of an object: it is found by its name, and asked for in the hook",
            before="""\
            from transformers import Gemma3ForConditionalGeneration, LlavaForConditionalGeneration

            def inner(model):
                model_cls = type(model)
                if model_cls in [LlavaForConditionalGeneration]:
                    part, prefix = model.model.language_model, "model.language_model"
                elif model_cls == Gemma3ForConditionalGeneration and model.fast:
                    part, prefix = model.language_model, "language_model"
                else:
                    part, prefix = model.model, "model"
                return part, prefix
            """,
            after="""\
            def inner(model):
                model_cls = type(model)
                if (answer := ask(model_cls.__name__, "loaders.inner", model_cls, model, default=DECLINED)) is not DECLINED:
                    part, prefix = answer
                elif (answer := ask(model_cls.__name__, "loaders.inner.2", model_cls, model, default=DECLINED)) is not DECLINED:
                    part, prefix = answer
                else:
                    part, prefix = model.model, "model"
                return part, prefix
            """,
        ),
        Example(
            title="a constant, where more than the name is asked",
            before="""\
            def mapping(cfg, model):
                keys = cfg.keys()
                # Remote code has the keys of the checkpoint.
                if cfg.model_type == "nemotron_h" and hasattr(model, "backbone"):
                    keys = None
                return keys
            """,
            after="""\
            def mapping(cfg, model):
                keys = cfg.keys()
                if (answer := ask(cfg.model_type, "loaders.mapping", model, default=DECLINED)) is not DECLINED:
                    keys = answer
                return keys
            """,
        ),
        Example(
            title="the value of before is asked, and then given anew",
            before="""\
            def rope(cfg):
                value = cfg.rope
                if cfg.model_type == "qwen2_vl" and value is None:
                    value = True
                return value
            """,
            after="""\
            def rope(cfg):
                value = cfg.rope
                if (answer := ask(cfg.model_type, "loaders.rope", value, default=DECLINED)) is not DECLINED:
                    value = answer
                return value
            """,
        ),
        Example(
            title="a name that the rest of the test asks, and the body gives anew",
            before="""\
            def export(cfg, state):
                for key, value in state.items():
                    if cfg.model_type == "mamba" and key.endswith("A_log"):
                        key, value = key.removesuffix("log"), -value
                    cfg.put(key, value)
            """,
            after="""\
            def export(cfg, state):
                for key, value in state.items():
                    if (answer := ask(cfg.model_type, "loaders.export", key, value, default=DECLINED)) is not DECLINED:
                        key, value = answer
                    cfg.put(key, value)
            """,
        ),
        Example(
            title="a value that may not be bound",
            before="""\
            def loader(cfg, data):
                if cfg.model_type == "whisper":
                    for one in cfg.parts():
                        data = one
                return data
            """,
            why="may not be bound",
        ),
    ),
    plan=plan,
)
