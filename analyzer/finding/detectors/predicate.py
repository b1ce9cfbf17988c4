"""NB108: a function or a property whose answer is a name test."""

from collections.abc import Iterator

from ....registry.space import Space
from ...inventory import Confidence, Kind, Role
from ...linking.linked import Linked
from ..detector import Detector, Example
from ..draft import Draft


def _find(linked: Linked) -> Iterator[Draft]:
    for at, held in linked.predicates:
        function = at.function
        yield Draft(
            unit=at.unit,
            span=function.span,
            scope=linked.index.steps(at.unit, function.scope),
            op="def",
            subject=function.name,
            origin=None,
            key=function.name,
            space=Space.UNKNOWN,
            names=held.names,
            constant=None,
            held_by=at.dotted,
            confidence=Confidence.LINKED,
            via=(),
            decision=None if held.decision is None else (held.unit, held.decision),
            lines=function.lines,
            role=Role.NONE,
        )


predicate = Detector(
    name="predicate",
    rule="NB108",
    kind=Kind.PREDICATE,
    title="is a function or a property whose answer is a name test",
    doc="""
Finds a function, method or property that returns the outcome of a name test, or `True` and `False` on its two sides, whatever it
and-s to it; also one that is made of other predicates. Calls of it in conditions are flag uses (NB109), in every file.

Leaves alone: a function that returns *name test or structural test* (the name is then only one of its reasons; the test inside is found
all the same), and one that compares names which its caller hands in.
""",
    finds=(
        Example(
            title="one return, two returns, and one made of others",
            code="""
def is_moe(config):  # here
    return config.model_type in ("mixtral", "qwen3_moe")

def is_gemma(config):  # here
    if config.model_type == "gemma3":
        return True
    return False

def is_either(config):  # here
    return is_moe(config) or is_gemma(config)
""",
        ),
    ),
    passes=(
        Example(
            title="a name test or something else",
            code="""
def needs_fix(config, model):
    return config.model_type == "mixtral" or hasattr(model, "experts")
""",
        ),
        Example(
            title="a function that only contains one",
            code="""
def build(config):
    if config.model_type == "mixtral":
        return object()
    return None
""",
        ),
    ),
    find=_find,
)
