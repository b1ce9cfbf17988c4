"""What an expression says when it is taken for true or false: LibCST nodes to formulas, and tests that are values to decisions."""

from collections.abc import Mapping
from typing import Any

import libcst as cst

from . import values
from .expression import (
    And,
    Attr,
    Binary,
    Blank,
    Call,
    Coll,
    Either,
    Expr,
    Formula,
    Item,
    Name,
    Not,
    Opaque,
    Or,
    Over,
    Ref,
    Str,
    Test,
    Truth,
    leaves,
)
from .recorder import FormulaOf, Recorder, ValueOf

COMPARISONS: Mapping[type[cst.BaseCompOp], str] = {
    cst.Equal: "==",
    cst.NotEqual: "!=",
    cst.Is: "is",
    cst.IsNot: "is not",
    cst.In: "in",
    cst.NotIn: "not in",
}
_ON_SUBJECT = frozenset({"startswith", "endswith", "isdisjoint", "issubset", "issuperset"})
_AS_TEST_ONLY = frozenset({"intersection", "difference"})  # of use as a value too
_SEARCHES = frozenset({"match", "search", "fullmatch", "findall", "finditer"})
_PATTERN_MODULES = frozenset({"re", "regex"})
_GLOBS = frozenset({"fnmatch", "fnmatchcase"})
_POSITIONS = frozenset({"find", "rfind", "index", "count"})
_CLASS_TESTS = frozenset({"isinstance", "issubclass"})
_PAIR = 2  # arguments of a call that compares two things


# -- formulas


def _boolean(recorder: Recorder, node: cst.BooleanOperation) -> Formula:
    operands: list[cst.CSTNode] = []
    at: cst.CSTNode = node
    while isinstance(at, cst.BooleanOperation) and type(at.operator) is type(node.operator) and (at is node or not at.lpar):
        operands.append(at.right)
        at = at.left
    operands.append(at)
    parts = tuple(recorder.formula(operand) for operand in reversed(operands))
    return And(parts) if isinstance(node.operator, cst.And) else Or(parts)


def _negation(recorder: Recorder, node: cst.UnaryOperation) -> Formula:
    if isinstance(node.operator, cst.Not):
        return Not(recorder.formula(node.expression))
    return _other(recorder, node)


def _comparison(recorder: Recorder, node: cst.Comparison) -> Formula:
    left, left_node = recorder.value(node.left), node.left
    parts: list[Formula] = []
    for target in node.comparisons:
        right = recorder.value(target.comparator)
        parts.append(_compare(recorder, node, (left, left_node), target.operator, (right, target.comparator)))
        left, left_node = right, target.comparator
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def _compare(
    recorder: Recorder,
    node: cst.Comparison,
    left: tuple[Expr, cst.CSTNode],
    operator: cst.BaseCompOp,
    right: tuple[Expr, cst.CSTNode],
) -> Formula:
    op = COMPARISONS.get(type(operator))
    match left[0], right[0]:
        case Call(Attr(subject, method), (needle, *_)), _ if method in _POSITIONS and not isinstance(needle, Opaque):
            asked = recorder.text(left[1])
            return Test("find", subject, needle, asked, recorder.text(node).removeprefix(asked).strip(), recorder.span(node))
        case Call(Name("len"), (Binary("&" | "-" as sign, one, other),)), _:
            return Test(sign, one, other, recorder.text(left[1]), "", recorder.span(node))
        case (Opaque(), _) | (_, Opaque()):
            return Blank(recorder.text(node), pure=True)
        case _:
            pass
    if op is None:
        return Blank(recorder.text(node), pure=True)
    return Test(op, left[0], right[0], recorder.text(left[1]), recorder.text(right[1]), recorder.span(node))


def _call(recorder: Recorder, node: cst.Call) -> Formula:
    func, args = node.func, node.args
    if isinstance(func, cst.Name) and args:
        match func.value:
            case "bool" if len(args) == 1:
                return recorder.formula(args[0].value)
            case "any" | "all" as quantifier if len(args) == 1:
                return _quantified(recorder, node, every=quantifier == "all")
            case name if name in _CLASS_TESTS and len(args) == _PAIR:
                return _pair(recorder, node, name, args[0].value, args[1].value)
            case name if name in _GLOBS and len(args) == _PAIR:
                return _pair(recorder, node, "fnmatch", args[0].value, args[1].value)
    if isinstance(func, cst.Attribute) and args and not args[0].star:
        method, on = func.attr.value, func.value
        if method in _ON_SUBJECT or method in _AS_TEST_ONLY:
            return _pair(recorder, node, method, on, args[0].value)
        if method in _GLOBS and len(args) == _PAIR:
            return _pair(recorder, node, "fnmatch", args[0].value, args[1].value)
        if method in _SEARCHES:
            if isinstance(on, cst.Name) and on.value in _PATTERN_MODULES and len(args) > 1:
                return _pair(recorder, node, f"re.{method}", args[1].value, args[0].value, first=args[0].value)
            return _pair(recorder, node, f"re.{method}", args[0].value, on, first=on)
    return _other(recorder, node)


def _pair(
    recorder: Recorder, node: cst.Call, op: str, subject: cst.CSTNode, operand: cst.CSTNode, first: cst.CSTNode | None = None
) -> Test:
    if first is operand:
        right = recorder.value(operand)
        left = recorder.value(subject)
    else:
        left = recorder.value(subject)
        right = recorder.value(operand)
    walked = {id(subject), id(operand)}
    rest = tuple(recorder.value(arg.value) for arg in node.args if id(arg.value) not in walked)
    if rest and first is operand and op.startswith("re.") and len(node.args) > _PAIR:
        right = Call(Attr(Name("re"), "compile"), (right, *rest), ())  # a pattern with its flags
    return Test(op, left, right, recorder.text(subject), recorder.text(operand), recorder.span(node))


def _quantified(recorder: Recorder, node: cst.Call, *, every: bool) -> Formula:
    inner = node.args[0].value
    if isinstance(inner, cst.GeneratorExp | cst.ListComp | cst.SetComp):
        with recorder.inside("<comp>", "comprehension", ()):
            values.comprehension(recorder, inner.for_in)
            scope, part = recorder.scope, recorder.formula(inner.elt)
        return Over(every, scope, part)
    if isinstance(inner, cst.List | cst.Tuple | cst.Set):
        parts = tuple(recorder.formula(element.value) for element in inner.elements)
        return And(parts) if every else Or(parts)
    return _other(recorder, node)


def _algebra(recorder: Recorder, node: cst.BinaryOperation) -> Formula:
    value = recorder.value(node)
    if isinstance(value, Binary) and value.op in {"&", "-"}:
        return Test(value.op, value.left, value.right, recorder.text(node.left), recorder.text(node.right), recorder.span(node))
    return Blank(recorder.text(node), pure=True)


def _other(recorder: Recorder, node: cst.CSTNode) -> Formula:
    value = values.VALUES[cst.Call](recorder, node) if isinstance(node, cst.Call) else recorder.value(node)
    match value:
        case Name() | Attr() | Item() | Call():
            return Ref(value, recorder.text(node), recorder.span(node))
        case Str(text):
            return Blank(repr(text), pure=True)
        case _:
            return Blank(recorder.text(node), pure=False)


FORMULAS: Mapping[type[Any], FormulaOf] = {
    cst.BooleanOperation: _boolean,
    cst.UnaryOperation: _negation,
    cst.Comparison: _comparison,
    cst.Call: _call,
    cst.BinaryOperation: _algebra,
    cst.CSTNode: _other,
}


# -- tests whose outcome is a value


def _decided(recorder: Recorder, node: cst.CSTNode) -> Expr:
    return Truth(recorder.decide(recorder.formula(node), node))


def _boolean_value(recorder: Recorder, node: cst.BooleanOperation) -> Expr:
    """`a or b` hands on one of its operands; what can be a comparison is a test as well."""
    role = "boolean" if recorder.role == "none" else recorder.role
    formula = recorder.formula(node)
    decision = Truth(recorder.decide(formula, node, role=role))
    operands = tuple(leaf.expr for leaf in leaves(formula) if isinstance(leaf, Ref))
    if any(isinstance(leaf, Test) for leaf in leaves(formula)) or isinstance(formula, And):
        return decision
    return Either((*operands, *_last_literal(recorder, node), decision))


def _last_literal(recorder: Recorder, node: cst.BooleanOperation) -> tuple[Expr, ...]:
    """Return the literal default at the end of `x or "default"`."""
    text = values.string(node.right)
    if text is not None:
        return (Str(text),)
    if isinstance(node.right, cst.List | cst.Tuple | cst.Set) and node.right.elements:
        return (recorder.value(node.right),)
    return ()


def _unary_value(recorder: Recorder, node: cst.UnaryOperation) -> Expr:
    if isinstance(node.operator, cst.Not):
        role = "boolean" if recorder.role == "none" else recorder.role
        return Truth(recorder.decide(recorder.formula(node), node, role=role))
    return values.VALUES[cst.UnaryOperation](recorder, node)


def _call_value(recorder: Recorder, node: cst.Call) -> Expr:
    return _decided(recorder, node) if _is_test(node) else values.VALUES[cst.Call](recorder, node)


def _is_test(node: cst.Call) -> bool:
    func, args = node.func, node.args
    if isinstance(func, cst.Name) and args:
        comprehended = isinstance(args[0].value, cst.GeneratorExp | cst.ListComp | cst.SetComp | cst.List | cst.Tuple | cst.Set)
        return (func.value in {"any", "all"} and comprehended) or func.value in {"bool", *_CLASS_TESTS, *_GLOBS}
    if isinstance(func, cst.Attribute) and args and not args[0].star:
        return func.attr.value in {*_ON_SUBJECT, *_GLOBS, *_SEARCHES}
    return False


def _ternary(recorder: Recorder, node: cst.IfExp) -> Expr:
    with recorder.as_role("none"):
        body = recorder.value(node.body)
        recorder.decide(recorder.formula(node.test), node.test, role="ternary")
        return Either((body, recorder.value(node.orelse)))


VALUES: Mapping[type[Any], ValueOf] = {
    cst.Comparison: _decided,
    cst.BooleanOperation: _boolean_value,
    cst.UnaryOperation: _unary_value,
    cst.Call: _call_value,
    cst.IfExp: _ternary,
}


# -- match


def pattern(recorder: Recorder, subject: Expr, text: str, node: cst.CSTNode) -> Formula:
    """Return what a `case` pattern demands of *subject*; an irrefutable pattern is a pure Blank."""
    match node:
        case cst.MatchValue(value):
            right = recorder.value(value)
            return Test("case", subject, right, text, recorder.text(value), recorder.span(node))
        case cst.MatchSingleton(value):
            return Test("case", subject, recorder.value(value), text, recorder.text(value), recorder.span(node))
        case cst.MatchOr(patterns):
            return Or(tuple(pattern(recorder, subject, text, element.pattern) for element in patterns))
        case cst.MatchAs(cst.MatchPattern() as inner, _):
            return pattern(recorder, subject, text, inner)
        case cst.MatchMapping(elements):
            parts = [
                pattern(recorder, Item(subject, recorder.value(e.key)), f"{text}[{recorder.text(e.key)}]", e.pattern) for e in elements
            ]
            return And(tuple(parts))
        case cst.MatchClass(cls, _, kwds):
            head = Test("isinstance", subject, recorder.value(cls), text, recorder.text(cls), recorder.span(cls))
            parts = [pattern(recorder, Attr(subject, e.key.value), f"{text}.{e.key.value}", e.pattern) for e in kwds]
            return And((head, *parts))
        case cst.MatchTuple(patterns) | cst.MatchList(patterns) if isinstance(subject, Coll) and len(subject.items) == len(patterns):
            pairs = zip(subject.items, patterns, strict=True)
            return And(
                tuple(pattern(recorder, item, text, part.value) for item, part in pairs if isinstance(part, cst.MatchSequenceElement))
            )
        case _:
            return Blank(recorder.text(node), pure=True)
