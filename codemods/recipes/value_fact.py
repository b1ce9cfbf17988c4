"""value-fact (R5): a constant that is chosen for some models becomes theirs, and the other value is the default."""

import ast

from ...registry.dialects.dialect import HookKind
from ..planning.asked import Asked, is_pure, proved
from ..planning.capturing import Captured, NotLiftable
from ..planning.plan import Change, HookPlan, Position
from ..planning.recipe import Example, Recipe
from ..planning.surroundings import is_bound

_RULE = "R5"


def plan(asked: Asked) -> HookPlan | None:
    """Plan a fact for `VALUE if NAME else DEFAULT`, and for `if NAME: x = VALUE`."""
    holder = asked.branch.holder
    if asked.branch.test is not asked.leaf.node or asked.rest or not asked.carries(HookKind.FACT):
        return None
    if isinstance(holder, ast.IfExp):
        value, default = (holder.orelse, holder.body) if asked.leaf.is_negative else (holder.body, holder.orelse)
        where: ast.IfExp | ast.If = holder
    elif isinstance(holder, ast.If) and (found := _override(asked, holder)) is not None:
        value, default, where = found[0], found[1], holder
    else:
        return None
    if not _is_fact(value):
        raise NotLiftable("the value is no plain one that nobody can change, or one that means that there is none")
    if asked.document.comments_between(where.lineno - 1, where.end_lineno or 0) and isinstance(where, ast.If):
        raise NotLiftable("a comment inside it would have no place")
    if asked.dialect.declares is not None and not _is_literal(default):
        raise NotLiftable("a field's default is one for all, and the other value is computed")
    if not is_pure(default):
        raise NotLiftable("the other value is computed, and would be for every model")
    return _planned(asked, where, value, default)


def _override(asked: Asked, holder: ast.If) -> tuple[ast.expr, ast.Name] | None:
    """Return value and name of `if NAME: x = VALUE`, where *x* has a value before."""
    match holder:
        case ast.If(body=[ast.Assign(targets=[ast.Name() as target], value=value)], orelse=[]) if not asked.leaf.is_negative:
            function = asked.branch.function
            is_elif = asked.document.text.startswith("elif", asked.document.start(holder))
            bound = function is not None and is_bound(target.id, holder, function, asked.places)
            return (value, target) if bound and not is_elif else None
        case _:
            return None


def _is_literal(value: ast.expr) -> bool:
    try:
        ast.literal_eval(value)
    except ValueError:
        return False
    return True


def _is_fact(value: ast.expr) -> bool:
    is_none = isinstance(value, ast.Constant) and value.value is None
    return _is_literal(value) and not is_none and not any(isinstance(node, ast.List | ast.Dict | ast.Set) for node in ast.walk(value))


def _planned(asked: Asked, holder: ast.IfExp | ast.If, value: ast.expr, default: ast.expr) -> HookPlan:
    document, nothing = asked.document, Captured(captures=(), edits=())
    point = asked.new_point()
    question = asked.call(HookKind.FACT, point, nothing, default=document.source(default))
    return HookPlan(
        rules=(_RULE,),
        path=document.path,
        line=asked.leaf.site.line,
        scope=asked.leaf.site.scope,
        branches=(asked.leaf.site.id,),
        guard=asked.guard(Position.NEGATED if asked.leaf.is_negative else Position.WHOLE),
        point=asked.anchor(point, HookKind.FACT, nothing, default=document.source(default)),
        imports=asked.imports(HookKind.FACT),
        registrations=asked.registrations(HookKind.FACT, point, document.source(value)),
        changes=(_change(asked, holder, default, question),),
        obligations=proved(
            ("truth_table", "each model's value, and the other one for all others"), ("position", "the value is chosen where it was")
        ),
        document=document.digest,
        unit=asked.branch.unit,
    )


def _change(asked: Asked, holder: ast.IfExp | ast.If, default: ast.expr, question: str) -> Change:
    document = asked.document
    text = question if isinstance(holder, ast.IfExp) else f"{document.source(default)} = {question}"
    return asked.change("retest", document.start(holder), document.end(holder), text)


VALUE_FACT = Recipe(
    name="value-fact",
    rule=_RULE,
    rank=40,
    title="a constant that is chosen for some models becomes theirs",
    doc="""\
`VALUE if NAME else DEFAULT` asks for the model's own value, with the other one as the default; so does `if NAME: x = VALUE`, where the default is
what `x` is. It stays at its line: which of two such lines is later decides as before, and two lines stay two facts though their values are equal.
""",
    changes="""\
The default is looked at for every model: it must be free of calls.
""",
    examples=(
        Example(
            title="one of two values",
            before="""\
            def factor(cfg):
                return 0.1 if cfg.model_type == "deepseek_v3" else cfg.factor
            """,
            after="""\
            def factor(cfg):
                return fact(cfg.model_type, "loaders.factor", cfg.factor)
            """,
        ),
        Example(
            title="a value that takes the place of another",
            before="""\
            def device_map(cfg, wanted):
                chosen = wanted
                if cfg.model_type == "bart":
                    chosen = "cpu"
                return chosen
            """,
            after="""\
            def device_map(cfg, wanted):
                chosen = wanted
                chosen = fact(cfg.model_type, "loaders.device_map", chosen)
                return chosen
            """,
        ),
        Example(
            title="a list, which whoever gets it may change",
            before="""\
            def layers(cfg):
                found = [] if cfg.model_type == "mamba" else ["q"]
                return found
            """,
            why="nobody can change",
        ),
        Example(
            title="a value that is computed",
            before="""\
            def layers(cfg):
                return 1 if cfg.model_type == "mamba" else cfg.count()
            """,
            why="is computed",
        ),
    ),
    plan=plan,
)
