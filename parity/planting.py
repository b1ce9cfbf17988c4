"""A fault in a function: its first condition says the opposite. A comparison that does not notice shows nothing."""

import ast


def planted_in(text: str, function: str) -> tuple[str, str] | None:
    """Return what was done to *function* of a module, and the module with it; None where there is neither a condition nor an answer in it."""
    tree = ast.parse(text)
    found = _function(tree.body, function.split("."))
    nodes = sorted(() if found is None else ast.walk(found), key=_order)
    said = next((said for node in nodes if (said := _spoilt(node)) is not None), None)
    return None if said is None else (said, ast.unparse(tree))


def _order(node: ast.AST) -> int:
    """A condition is spoilt rather than an answer, an answer rather than an effect; the outermost first."""
    match node:
        case ast.If() | ast.IfExp() | ast.Assert() | ast.While():
            return 0
        case ast.Return():
            return 1
        case _:
            return 2


def _spoilt(node: ast.AST) -> str | None:
    """Spoil a node if it can be; return what was done."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.Assert(test=test) | ast.While(test=test):
            node.test = ast.UnaryOp(ast.Not(), test)
            return f"not ({ast.unparse(test)[:80]})"
        case ast.Return(value=ast.expr() as value):
            node.value = ast.Tuple([ast.Constant("a fault"), value], ast.Load())
            return f"another answer than {ast.unparse(value)[:80]}"
        case ast.Expr(value=ast.Call() as value):
            node.value = ast.Constant(None)
            return f"without {ast.unparse(value)[:80]}"
        case _:
            return None


def _function(body: list[ast.stmt], steps: list[str]) -> ast.AST | None:
    for node in body:
        match node:
            case ast.ClassDef(name=name, body=inner) if name == steps[0] and len(steps) > 1:
                return _function(inner, steps[1:])
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if [name] == steps:
                return node
            case ast.If(body=inner, orelse=other) | ast.Try(body=inner, orelse=other) if (
                found := _function([*inner, *other], steps)
            ) is not None:
                return found
            case _:
                pass
    return None
