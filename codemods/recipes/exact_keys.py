"""exact-keys (R14): a test that reaches by spelling becomes a fact of the models that a person chose."""

import ast
import builtins
from collections.abc import Iterator

from ...registry.dialects.dialect import HookKind
from ..editing.removing import removal
from ..editing.usage import usage_of
from ..planning.asked import Asked, proved
from ..planning.capturing import Captured, NotLiftable
from ..planning.plan import Change, HookPlan, Position
from ..planning.recipe import Example, Recipe
from ..planning.several import joined
from ..planning.surroundings import bound_by_module, is_bound

_RULE = "R14"
_LOOSE = (ast.BoolOp, ast.If, ast.While, ast.Assert, ast.IfExp, ast.Return, ast.Assign, ast.UnaryOp)


def plan(asked: Asked) -> HookPlan | None:
    """Plan a fact in place of a prefix, a part or a pattern, for keys that were accepted."""
    if not asked.accepted or not asked.carries(HookKind.FACT):
        return None
    if unbound := _unbound(asked):
        raise NotLiftable(f"{unbound} of the subject that was chosen may not be bound there")
    point, nothing = asked.new_point(), Captured(captures=(), edits=())
    question = asked.question(HookKind.FACT, point)
    node = _node(asked)
    parent = asked.places.parents[node]
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
        changes=(asked.change("retest", asked.document.start(node), asked.document.end(node), text), *_orphans(asked)),
        frees=tuple(part.id for part in ast.walk(node) if isinstance(part, ast.Name)),
        obligations=proved(("position", "the test stands where it stood")),
        document=asked.document.digest,
        unit=asked.branch.unit,
    )


def _node(asked: Asked) -> ast.expr | ast.pattern:
    """Return what is replaced: the test, or the whole `any(… for …)` over what another subject takes the place of."""
    leaf = asked.leaf.node
    around = list(asked.places.up(leaf))[:2]
    match around:
        case [ast.GeneratorExp() | ast.ListComp() as held, ast.Call(func=ast.Name("any"), args=[only]) as whole] if (
            asked.chosen and only is held
        ):
            return whole if held.elt is leaf else leaf
        case _:
            return leaf


def _orphans(asked: Asked) -> Iterator[Change]:
    """Yield the edit that takes out a local that was put together for this test alone."""
    found = joined(asked.leaf.node, asked.places) if asked.chosen is None else None
    if found is not None and asked.branch.function is not None:
        inside = {*ast.walk(asked.leaf.node)}
        if all(read in inside for read in usage_of(asked.branch.function.body).reads_of(found.local)):
            edit = removal(found.assignment, asked.document, asked.places)
            yield asked.change("dead", edit.start, edit.end, edit.text)


def _unbound(asked: Asked) -> str | None:
    """Return a name of the subject that was chosen that may mean nothing there."""
    function, statement = asked.branch.function, asked.branch.statement
    names = (node.id for node in ast.walk(ast.parse(asked.subject)) if isinstance(node, ast.Name))
    for name in names if asked.chosen is not None else ():
        local = function is not None and is_bound(name, statement, function, asked.places)
        if not (local or bound_by_module(name, asked.document.tree) or hasattr(builtins, name)):
            return name
    return None


EXACT_KEYS = Recipe(
    name="exact-keys",
    rule=_RULE,
    rank=80,
    title="a test that reaches by spelling becomes a fact of the models that a person chose",
    doc="""\
`startswith`, a substring or a pattern reaches every name that is spelled so, today and tomorrow. It is rewritten only where the exact keys stand
in `.namebranch/decisions.toml`, with a reason; all that it reached beside them is a declared difference. `namebranch explain` shows the reach.
All its keys leave together. Of names that were joined to one text, each is asked.
""",
    changes="""\
Always, for every name that it reached and that was not chosen. What is no text, `None` for one, made such a test fail, and is no key now.
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
