"""Tests that are true for one of several names: of the list that a subject holds, or of the classes that an object is an instance of."""

import ast
from dataclasses import dataclass

from ..editing.places import Places, Spanned
from .branch import Leaf
from .capturing import NotLiftable

_LOOSE = (ast.IfExp, ast.Lambda, ast.NamedExpr)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Joined:
    """Names that a local holds as one text."""

    local: str
    assignment: ast.Assign
    names: ast.List | ast.Tuple


@dataclass(frozen=True, slots=True, kw_only=True)
class Several:
    """The names that a test goes through: `any(… for variable in names)`."""

    variable: str
    key: str  # expression of the variable: the name itself
    names: str  # expression
    rest: str  # the test for those that stay; empty where none does

    def any(self, question: str) -> str:
        """Return the test whether *question*, which speaks of `key`, holds for one of them."""
        return f"any({question} for {self.variable} in {self.names})"


def several(leaf: Leaf, rest: tuple[str, ...], places: Places) -> Several | None:
    """Return what a test goes through; None where its subject holds one name.

    Raises:
        NotLiftable: it is more than the test whether one of them is there, or the names that stay cannot be told apart.

    """
    if leaf.is_listed:
        return _listed(leaf, rest, places)
    if leaf.is_instance:
        return _instances(leaf, rest, places)
    found = joined(leaf.node, places)
    return None if found is None else Several(variable="name", key="name", names=places.document.source(found.names), rest="")


def _listed(leaf: Leaf, rest: tuple[str, ...], places: Places) -> Several:
    """Return `NAME in LIST`, or `LIST & NAMES` where only its truth counts."""
    node, source = leaf.node, places.document.source
    match node:
        case ast.Compare(left=ast.Constant(), comparators=[held]):
            pass
        case ast.BinOp(left=ast.expr() as left, op=ast.BitAnd(), right=ast.expr() as right) if is_truth(node, places):
            assert leaf.judged is not None
            held = left if ast.unparse(left) == _bare(leaf.judged.subject) else right
            if ast.unparse(held) != _bare(leaf.judged.subject):
                raise NotLiftable("nothing says which side of `&` holds the names of the model")
        case _:
            raise NotLiftable(f"{leaf.site.subject} holds several names, and more is asked than whether one of these is among them")
    if rest and leaf.site.constant is None:
        raise NotLiftable("it asks for several names at once, some of which stay")
    text = source(held)
    return Several(variable="name", key="name", names=f"({text})" if isinstance(held, _LOOSE) else text, rest=source(node) if rest else "")


def _bare(subject: str) -> str:
    return ast.unparse(ast.parse(subject, mode="eval"))


def _instances(leaf: Leaf, rest: tuple[str, ...], places: Places) -> Several:
    """Return `isinstance(OBJECT, CLASSES)` by the names of the classes that the object's is made of."""
    match leaf.node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[held, classes], keywords=[]):
            pass
        case _:
            raise NotLiftable("it is no plain isinstance")
    items = classes.elts if isinstance(classes, ast.Tuple) else [classes]
    named = {_last(item): item for item in items}
    if {*named} != {*leaf.site.names} or len(named) != len(items):
        raise NotLiftable("its classes are called otherwise where they are defined, or not all of them are models")
    source = places.document.source
    kept = [source(named[name]) for name in rest]
    test = f"isinstance({source(held)}, {kept[0] if len(kept) == 1 else '(' + ', '.join(kept) + ')'})" if kept else ""
    return Several(variable="kind", key="kind.__name__", names=f"type({source(held)}).__mro__", rest=test)


def _last(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def joined(node: Spanned, places: Places) -> Joined | None:
    """Return the names that the text was joined of which a test asks for a part, `PART in ",".join([…])`; None where its subject is one name.

    Raises:
        NotLiftable: the text is put together in another way.

    """
    function = places.function(node)
    if not isinstance(node, ast.Compare) or function is None or not isinstance(subject := node.comparators[0], ast.Name):
        return None
    made = [
        one for one in ast.walk(function) if isinstance(one, ast.Assign) and [ast.unparse(part) for part in one.targets] == [subject.id]
    ]
    if not any(isinstance(part, ast.BinOp | ast.JoinedStr) or _is_join(part) for one in made for part in ast.walk(one.value)):
        return None
    text = made[0].value
    if isinstance(text, ast.BinOp) and isinstance(text.op, ast.Add) and isinstance(text.right, ast.Constant):
        text = text.left
    match text:
        case ast.Call(args=[ast.List() | ast.Tuple() as names]) if len(made) == 1 and _is_join(text) and all(map(_is_plain, names.elts)):
            return Joined(local=subject.id, assignment=made[0], names=names)
        case _:
            raise NotLiftable(f"{subject.id} is put together of several names: ask each by itself first")


def _is_join(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join"


def _is_plain(node: ast.expr) -> bool:
    return all(isinstance(part, ast.Attribute | ast.Name | ast.expr_context) for part in ast.walk(node))


def is_truth(node: ast.expr, places: Places) -> bool:
    """Whether only the truth of an expression counts."""
    child: ast.AST = node
    for parent in places.up(node):
        match parent:
            case ast.UnaryOp(op=ast.Not()):
                return True
            case ast.BoolOp():
                child = parent
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) | ast.Assert(test=test):
                return test is child
            case ast.comprehension(ifs=ifs):
                return child in ifs
            case _:
                return False
    return False
