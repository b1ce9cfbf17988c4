"""What a test asks beside the name of a model, and what a test in its place is called."""

import ast
from collections.abc import Sequence

from ...analyzer.inventory import Kind
from ..editing.document import Edit
from ..editing.lifting import spliced
from .asked import Asked, is_pure
from .capturing import NotLiftable
from .plan import Position

_LOOSE = (ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr)


def called(asked: Asked) -> list[str]:
    """Return the rule by which a person would call a test that is answered in its place: a predicate's (R9), an assertion's (R17)."""
    if any(site.kind is Kind.PREDICATE for site in asked.branch.held):
        return ["R9"]
    return ["R17"] if isinstance(asked.branch.statement, ast.Assert) else []


def residual_of(asked: Asked) -> tuple[Position, list[ast.expr]]:
    """Return where the name is asked for, and what is asked beside it.

    Raises:
        NotLiftable: the name is no conjunct of its test, or what is asked before it may do something.

    """
    test, leaf = asked.branch.test, asked.leaf.node
    if asked.leaf.is_negative:
        raise NotLiftable("the test is true for all models but these")
    kept: list[ast.expr] = []
    if (asked.leaf.is_identity or asked.leaf.site.kind is Kind.FLAG_USE) and isinstance(leaf, ast.expr):
        kept = [leaf]  # a class may be called so and be another one, a flag may be set anew: the hook asks what was asked
    if test is leaf:
        return (Position.CONJUNCT if kept else Position.WHOLE), kept
    if not (isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) and leaf in test.values):
        raise NotLiftable("the name is asked for under `or` or `not`: other models come there, too")
    at = test.values.index(leaf)
    if impure := [one for one in test.values[:at] if not is_pure(one)]:
        raise NotLiftable(f"`{asked.document.source(impure[0])}` is asked before the name, for every model, and may do something")
    return Position.CONJUNCT, [one for one in test.values if one is not leaf or kept]


def residual_text(asked: Asked, residual: Sequence[ast.expr], edits: Sequence[Edit]) -> str | None:
    """Return the text of what is asked beside the name, in its order."""
    if not residual:
        return None
    texts = []
    for node in residual:
        text = spliced(asked.document, asked.document.start(node), asked.document.end(node), edits)
        texts.append(f"({text})" if isinstance(node, _LOOSE) and (len(residual) > 1 or "\n" in text) else text)
    joined = " and ".join(texts)
    return f"({joined})" if "\n" in joined and not (len(texts) == 1 and joined.startswith("(")) else joined
