"""test-in-place (R6): the test is answered by what the model says of itself, and all else stays as it is."""

import ast
import json

from ...registry.dialects.dialect import HookKind
from ..planning.asked import Asked, is_pure, proved
from ..planning.capturing import Captured, NotLiftable
from ..planning.narrowing import narrow_test, span
from ..planning.plan import HookPlan, Position
from ..planning.recipe import Example, Recipe
from ..planning.residual import called

_RULE = "R6"
_LOOSE = (ast.BoolOp, ast.If, ast.While, ast.Assert, ast.IfExp, ast.Return, ast.Assign, ast.keyword, ast.comprehension)


def plan(asked: Asked) -> HookPlan | None:
    """Plan a capability in place of one exact test."""
    kind = next((kind for kind in (HookKind.FACT, HookKind.CAPABILITY) if asked.carries(kind)), None)
    if kind is None or asked.leaf.is_instance:
        return None
    _check(asked)
    point, nothing = asked.new_point(), Captured(captures=(), edits=())
    question = asked.question(kind, point)
    return HookPlan(
        rules=(*called(asked), _RULE, *(["R15"] if asked.rest else [])),
        path=asked.document.path,
        line=asked.leaf.site.line,
        scope=asked.leaf.site.scope,
        branches=_sites(asked),
        guard=asked.guard(Position.NEGATED if asked.leaf.is_negative else Position.WHOLE),
        point=asked.anchor(point, kind, nothing, default="False"),
        imports=asked.imports(kind),
        frees=tuple(node.id for node in ast.walk(asked.leaf.node) if isinstance(node, ast.Name)),
        registrations=asked.registrations(kind, point, "True"),
        changes=(asked.change("retest", *_range(asked), _retested(asked, question)),),
        obligations=proved(
            ("truth_table", f"true for {', '.join(asked.moved)} and nobody else"), ("position", "the test stands where it stood")
        ),
        document=asked.document.digest,
        unit=asked.branch.unit,
    )


def _sites(asked: Asked) -> tuple[str, ...]:
    """Return the sites that move: that of the test, and of a `case` those of all its names."""
    leaves = asked.branch.leaves if isinstance(asked.leaf.node, ast.pattern) else (asked.leaf,)
    return tuple(leaf.site.id for leaf in leaves)


def _check(asked: Asked) -> None:
    node = asked.leaf.node
    if isinstance(node, ast.Compare) and len(node.ops) != 1:
        raise NotLiftable("it is a chain of comparisons")
    if isinstance(node, ast.pattern):
        subject = next(one.subject for one in asked.places.up(node) if isinstance(one, ast.Match))
        if not is_pure(subject):
            raise NotLiftable("what is matched is computed, and each case would compute it anew")
    elif isinstance(node, ast.Compare) and asked.rest and not is_pure(node.left):
        raise NotLiftable("its subject is computed anew at each look, and some of its names stay")


def _range(asked: Asked) -> tuple[int, int]:
    """Return where the test stands; of a `case`, with the guard that it has."""
    start, end = span(asked)
    case = asked.places.parents[asked.leaf.node]
    return (start, asked.document.end(case.guard)) if isinstance(case, ast.match_case) and case.guard is not None else (start, end)


def _case(asked: Asked, case: ast.match_case, question: str) -> str:
    """Return a pattern that takes everything, and asks in its guard."""
    kept = "".join(f"{asked.subject} == {json.dumps(name)} or " for name in asked.rest)
    test = f"{kept}{question}"
    if case.guard is None:
        return f"_ if {test}"
    return f"_ if ({test}) and ({asked.document.source(case.guard)})" if kept else f"_ if {test} and ({asked.document.source(case.guard)})"


def _retested(asked: Asked, question: str) -> str:
    """Return the test in its new words, in brackets where what is around it binds closer."""
    parent = asked.places.parents[asked.leaf.node]
    if isinstance(parent, ast.match_case):
        return _case(asked, parent, question)
    asks = f"not {question}" if asked.leaf.is_negative else question
    if asked.rest:
        rest = narrow_test(asked.leaf, asked.rest, asked.document)
        return f"({rest} and {asks})" if asked.leaf.is_negative else f"({rest} or {asks})"
    return f"({asks})" if asked.leaf.is_negative and not isinstance(parent, _LOOSE) else asks


TEST_IN_PLACE = Recipe(
    name="test-in-place",
    rule=_RULE,
    rank=90,
    title="the test is answered by a capability of the model, and all else stays as it is",
    doc="""\
One exact test becomes one question to the registry, at the same place, with the same answers; a test that was negative stays so. It is right
wherever the body belongs to nobody in particular, and it is what is left where a body cannot move. Two tests never share a capability: what
stands between them is asked as often as before. Of a list of names (`NAME in architectures`) each is asked. In the body of a predicate this is R9,
in an assertion R17.
""",
    changes="""\
Not at all for keys that are text. A name that is no text and equals one (`__eq__`) is not found.
""",
    examples=(
        Example(
            title="a body that the loop needs",
            before="""\
            def walk(cfg, layers):
                for layer in layers:
                    if cfg.model_type == "mamba":
                        continue
                    layer.patch()
            """,
            after="""\
            def walk(cfg, layers):
                for layer in layers:
                    if fact(cfg.model_type, "loaders.walk", False):
                        continue
                    layer.patch()
            """,
        ),
        Example(
            title="several tests under one `or` keep what stands between them",
            before="""\
            def left(cfg, probe):
                side = "left" if cfg.model_type == "llama" or probe() or cfg.model_type != "mamba" else "right"
                return side
            """,
            after="""\
            def left(cfg, probe):
                side = "left" if fact(cfg.model_type, "loaders.left", False) or probe() or not fact(cfg.model_type, "loaders.left.2", False) else "right"
                return side
            """,
        ),
        Example(
            title="a list that holds several names, one of which is enough",
            before="""\
            ENCODERS = {"T5ForConditionalGeneration", "WhisperForConditionalGeneration"}


            def bits(config, raw):
                archs = set(config.architectures or ())
                if archs & ENCODERS:
                    return 8
                head = "embed_in" if "GPTNeoXForCausalLM" not in (raw.get("architectures") or []) else None
                return 4 if head else 2
            """,
            after="""\
            def bits(config, raw):
                archs = set(config.architectures or ())
                if any(fact(name, "loaders.encoders", False) for name in archs):
                    return 8
                head = "embed_in" if not any(fact(name, "loaders.bits", False) for name in raw.get("architectures") or []) else None
                return 4 if head else 2
            """,
        ),
        Example(
            title="a case among others",
            before="""\
            def adjust(cfg, model):
                match cfg.model_type:
                    case "mixtral":
                        model.noise = 0
                    case "qwen3_moe" | "olmoe" if cfg.fast:
                        model.noise = 1
                    case None:
                        model.warn()
            """,
            after="""\
            def adjust(cfg, model):
                match cfg.model_type:
                    case _ if fact(cfg.model_type, "loaders.adjust", False):
                        model.noise = 0
                    case _ if fact(cfg.model_type, "loaders.adjust.2", False) and (cfg.fast):
                        model.noise = 1
                    case None:
                        model.warn()
            """,
        ),
    ),
    plan=plan,
)
