"""R15: a test that loses some of its names, while the others stay."""

import ast

from ..editing.displays import without
from ..editing.document import Document
from ..editing.lifting import spliced
from .asked import Asked
from .branch import Leaf
from .capturing import NotLiftable
from .plan import Change

_BRACKETS: dict[type[ast.expr], tuple[str, str]] = {ast.Tuple: ("(", ")"), ast.List: ("[", "]"), ast.Set: ("{", "}")}


def narrowed(asked: Asked) -> Change:
    """Return the edit that leaves only the keys that stay.

    Raises:
        NotLiftable: the names do not stand in the test itself.

    """
    return asked.change("narrow", *span(asked), narrow_test(asked.leaf, asked.rest, asked.document))


def span(asked: Asked) -> tuple[int, int]:
    """Return where the test stands."""
    return asked.document.start(asked.leaf.node), asked.document.end(asked.leaf.node)


def narrow_test(leaf: Leaf, rest: tuple[str, ...], document: Document) -> str:
    """Return a membership test with only the names *rest* left; of one name, a comparison.

    Raises:
        NotLiftable: the names do not stand in the test itself.

    """
    match leaf.node:
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as op], comparators=[ast.Tuple() | ast.List() | ast.Set() as held]):
            kept = [node for node in held.elts if _named(node) in rest]
            if len(kept) != len(rest):
                raise NotLiftable("its names do not all stand in the test, so some cannot leave it alone")
            if document.comments_between(held.lineno - 1, held.end_lineno or 0):
                gone = [node for node in held.elts if node not in kept]
                return spliced(document, document.start(leaf.node), document.end(leaf.node), without(held, gone, document))
            subject, texts = document.source(left), [document.source(node) for node in kept]
            if len(texts) == 1:
                return f"{subject} {'==' if isinstance(op, ast.In) else '!='} {texts[0]}"
            opening, closing = _BRACKETS[type(held)]
            return f"{subject} {'in' if isinstance(op, ast.In) else 'not in'} {opening}{', '.join(texts)}{closing}"
        case _:
            raise NotLiftable("its names do not stand in the test itself, so some cannot leave it alone")


def _named(node: ast.expr) -> object:
    """Return the name that an item of a test is: a text, or a class."""
    return node.value if isinstance(node, ast.Constant) else getattr(node, "id", getattr(node, "attr", None))
