"""What an expression is worth: LibCST nodes to expressions, recording lookups and calls on the way."""

import ast
from collections.abc import Mapping
from typing import Any

import libcst as cst

from .expression import Attr, Binary, Call, Coll, Comp, Element, Expr, Item, Lambda, Name, Opaque, Pieces, Star, Str
from .facts import Invocation, Lookup
from .recorder import Recorder, ValueOf

_OPERATORS: Mapping[type[cst.BaseBinaryOp], str] = {
    cst.Add: "+",
    cst.BitOr: "|",
    cst.BitAnd: "&",
    cst.Subtract: "-",
    cst.BitXor: "^",
    cst.Modulo: "%",
}
_ENTRIES_LIMIT = 4000
_OPERANDS_LIMIT = 100
_MODULES = Attr(Name("sys"), "modules")


def string(node: cst.CSTNode) -> str | None:
    """Return the text of a string literal, adjacent parts joined; None for bytes, f-strings and everything else."""
    parts: list[str] = []
    stack = [node]
    while stack:
        at = stack.pop()
        if isinstance(at, cst.ConcatenatedString):
            stack += [at.right, at.left]
        elif isinstance(at, cst.SimpleString) and isinstance(value := _literal(at.value), str):
            parts.append(value)
        else:
            return None
    return "".join(parts)


def _literal(text: str) -> object:
    if text[0] in "\"'" and "\\" not in text and text[:3] not in ('"""', "'''"):
        return text[1:-1]
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return None


def _string(recorder: Recorder, node: cst.SimpleString | cst.ConcatenatedString) -> Expr:
    text = string(node)
    if text is not None:
        return Str(text)
    if isinstance(node, cst.ConcatenatedString):
        parts: list[cst.CSTNode] = []
        stack: list[cst.CSTNode] = [node]
        while stack:
            at = stack.pop()
            if isinstance(at, cst.ConcatenatedString):
                stack += [at.right, at.left]
            else:
                parts.append(at)
        return Pieces(tuple(recorder.value(part) for part in parts))
    return Opaque(node.value[:60])


def _formatted(recorder: Recorder, node: cst.FormattedString) -> Expr:
    parts: list[Expr] = []
    for part in node.parts:
        if isinstance(part, cst.FormattedStringText):
            parts.append(Str(part.value))
        elif isinstance(part, cst.FormattedStringExpression):
            parts.append(recorder.value(part.expression))
    return Pieces(tuple(parts))


def _name(_: Recorder, node: cst.Name) -> Expr:
    return Opaque(node.value) if node.value in {"None", "True", "False"} else Name(node.value)


def _attribute(recorder: Recorder, node: cst.Attribute) -> Expr:
    return Attr(recorder.value(node.value), node.attr.value)


def _number(_: Recorder, node: cst.Integer | cst.Float | cst.Imaginary) -> Expr:
    return Opaque(node.value)


def index(recorder: Recorder, node: cst.Subscript) -> Expr:
    """Return the key of a subscript."""
    keys: list[Expr] = []
    for element in node.slice:
        if isinstance(element.slice, cst.Index):
            keys.append(recorder.value(element.slice.value))
        elif isinstance(element.slice, cst.Slice):
            for bound in (element.slice.lower, element.slice.upper, element.slice.step):
                if bound is not None:
                    recorder.value(bound)
            keys.append(Opaque(":"))
    return keys[0] if len(keys) == 1 else Coll("tuple", tuple(keys), ())


def _subscript(recorder: Recorder, node: cst.Subscript) -> Expr:
    base, key = recorder.value(node.value), index(recorder, node)
    if not isinstance(key, Opaque) and (base == _MODULES or not isinstance(key, Str)):
        text = recorder.text(node.slice[0])
        recorder.lookups.append(Lookup(base, key, "[]", recorder.text(node), text, recorder.scope, recorder.block, recorder.span(node)))
    return Item(base, key)


def _display(recorder: Recorder, node: cst.List | cst.Tuple | cst.Set) -> Expr:
    shape = type(node).__name__.lower()
    items = tuple(_element(recorder, element) for element in node.elements)
    return Coll(shape, items[:_ENTRIES_LIMIT], ())


def _element(recorder: Recorder, element: cst.BaseElement) -> Expr:
    value = recorder.value(element.value)
    return Star(value) if isinstance(element, cst.StarredElement) else value


def _dict(recorder: Recorder, node: cst.Dict) -> Expr:
    items: list[Expr] = []
    values: list[Expr] = []
    for element in node.elements:
        if isinstance(element, cst.DictElement):
            items.append(recorder.value(element.key))
            values.append(recorder.value(element.value))
        elif isinstance(element, cst.StarredDictElement):
            items.append(Star(recorder.value(element.value)))
            values.append(Opaque("**"))
    return Coll("dict", tuple(items[:_ENTRIES_LIMIT]), tuple(values[:_ENTRIES_LIMIT]))


def _binary(recorder: Recorder, node: cst.BinaryOperation) -> Expr:
    spine: list[cst.BinaryOperation] = []
    at: cst.CSTNode = node
    while isinstance(at, cst.BinaryOperation):
        spine.append(at)
        at = at.left
    value = recorder.value(at)
    for step in reversed(spine):
        right = recorder.value(step.right)
        sign = _OPERATORS.get(type(step.operator))
        value = Opaque("arithmetic") if sign is None or len(spine) > _OPERANDS_LIMIT else Binary(sign, value, right)
    return value


def bind_loop(recorder: Recorder, target: cst.CSTNode, of: Expr, op: str) -> None:
    """Bind what a `for` target holds; a tuple target binds each slot."""
    if isinstance(target, cst.Name):
        recorder.define(target.value, op, Element(of, None), recorder.span(target))
    elif isinstance(target, cst.Tuple | cst.List):
        for slot, element in enumerate(target.elements):
            if isinstance(element.value, cst.Name):
                recorder.define(element.value.value, op, Element(of, slot), recorder.span(element.value))


def comprehension(recorder: Recorder, clause: cst.CompFor) -> None:
    """Walk the `for … in … if …` parts, binding their variables in the scope that is open."""
    at: cst.CompFor | None = clause
    while at is not None:
        bind_loop(recorder, at.target, recorder.value(at.iter), "for")
        for condition in at.ifs:
            recorder.decide(recorder.formula(condition.test), condition.test, role="comprehension")
        at = at.inner_for_in


def _comp(recorder: Recorder, node: cst.BaseSimpleComp) -> Expr:
    shape = {cst.ListComp: "list", cst.SetComp: "set"}.get(type(node), "generator")
    with recorder.inside("<comp>", "comprehension", ()) as scope:
        comprehension(recorder, node.for_in)
        return Comp(shape, recorder.value(node.elt), None, scope)


def _dict_comp(recorder: Recorder, node: cst.DictComp) -> Expr:
    with recorder.inside("<comp>", "comprehension", ()) as scope:
        comprehension(recorder, node.for_in)
        return Comp("dict", recorder.value(node.key), recorder.value(node.value), scope)


def parameters(recorder: Recorder, node: cst.Parameters) -> tuple[tuple[str, ...], tuple[tuple[str, Expr], ...]]:
    """Walk annotations and defaults; returns the names of the parameters, and the defaults by name."""
    names: list[str] = []
    defaults: list[tuple[str, Expr]] = []
    for param in (*node.posonly_params, *node.params, node.star_arg, *node.kwonly_params, node.star_kwarg):
        if isinstance(param, cst.Param):
            names.append(param.name.value)
            if param.default is not None:
                defaults.append((param.name.value, recorder.value(param.default)))
    return tuple(names), tuple(defaults)


def _lambda(recorder: Recorder, node: cst.Lambda) -> Expr:
    names, _ = parameters(recorder, node.params)
    with recorder.inside("<lambda>", "lambda", names) as scope:
        return Lambda(scope, recorder.value(node.body))


def arguments(recorder: Recorder, node: cst.Call) -> tuple[tuple[Expr, ...], tuple[tuple[str, Expr], ...]]:
    """Walk the arguments of a call in source order."""
    args: list[Expr] = []
    keywords: list[tuple[str, Expr]] = []
    for arg in node.args:
        value = recorder.value(arg.value)
        if arg.keyword is not None:
            keywords.append((arg.keyword.value, value))
        elif arg.star == "**":
            keywords.append(("**", value))
        else:
            args.append(Star(value) if arg.star else value)
    return tuple(args), tuple(keywords)


def _call(recorder: Recorder, node: cst.Call) -> Expr:
    recorder.span(node)  # so that what has no place of its own inside, a part of an f-string, gets this one
    func = recorder.value(node.func)
    args, keywords = arguments(recorder, node)
    match func, args:
        case Name("getattr"), (base, Str(name), *_):
            return Attr(base, name)
        case Attr(base, "get"), (Str() as key, *_):
            return Item(base, key)
        case Attr(base, "get" | "pop" | "setdefault" as op), (key, *_) if not isinstance(key, Opaque | Star):
            key_text = recorder.text(node.args[0].value)
            recorder.lookups.append(
                Lookup(base, key, op, recorder.text(node), key_text, recorder.scope, recorder.block, recorder.span(node))
            )
    call = Call(func, args, keywords)
    if args or keywords:
        recorder.invocations.append(Invocation(call, recorder.scope, recorder.block, recorder.span(node)))
    return call


def _named(recorder: Recorder, node: cst.NamedExpr) -> Expr:
    value = recorder.value(node.value)
    if isinstance(node.target, cst.Name):
        recorder.define(node.target.value, "=", value, recorder.span(node))
    return value


def _inner(recorder: Recorder, node: Any) -> Expr:
    inner = node.expression
    value = recorder.value(inner)
    if isinstance(node, cst.Await):
        return value
    number = isinstance(node.operator, cst.Minus) and isinstance(inner, cst.Integer)
    return Opaque(f"-{inner.value}" if number else "arithmetic")


def _yield(recorder: Recorder, node: cst.Yield) -> Expr:
    if node.value is not None:
        recorder.value(node.value.item if isinstance(node.value, cst.From) else node.value)
    return Opaque("yield")


VALUES: Mapping[type[Any], ValueOf] = {
    cst.SimpleString: _string,
    cst.ConcatenatedString: _string,
    cst.FormattedString: _formatted,
    cst.Name: _name,
    cst.Attribute: _attribute,
    cst.Integer: _number,
    cst.Float: _number,
    cst.Imaginary: _number,
    cst.Subscript: _subscript,
    cst.List: _display,
    cst.Tuple: _display,
    cst.Set: _display,
    cst.Dict: _dict,
    cst.BinaryOperation: _binary,
    cst.ListComp: _comp,
    cst.SetComp: _comp,
    cst.GeneratorExp: _comp,
    cst.DictComp: _dict_comp,
    cst.Lambda: _lambda,
    cst.Call: _call,
    cst.NamedExpr: _named,
    cst.UnaryOperation: _inner,
    cst.Await: _inner,
    cst.Yield: _yield,
}
