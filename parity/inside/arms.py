"""Arms: what an `if`, a ternary, a loop, a handler or a case leads to, each with a mark that says that a run came by."""

import ast
from collections.abc import Iterator

MARK = "__arm__"


class _Marking(ast.NodeTransformer):
    def __init__(self, module: str, arms: dict[int, tuple[str, int]], numbers: Iterator[int]) -> None:
        self._module, self._arms, self._numbers = module, arms, numbers
        self._inside = 0

    def _mark(self, line: int) -> ast.Expr:
        number = next(self._numbers)
        self._arms[number] = self._module, line
        return ast.Expr(ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(number)], []))

    def _function(self, node: ast.AST) -> ast.AST:
        self._inside += 1
        self.generic_visit(node)
        self._inside -= 1
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _function  # noqa: N815  the names of the visitor

    def visit_If(self, node: ast.If) -> ast.AST:
        """Mark both ways; where there is no `else`, one is made."""
        self.generic_visit(node)
        if self._inside:
            orelse = node.orelse[0].lineno if node.orelse else node.lineno
            is_elif = len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)
            node.body.insert(0, self._mark(node.body[0].lineno))
            if not is_elif:
                node.orelse.insert(0, self._mark(orelse if node.orelse else -node.lineno))
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        """Mark both values: `(mark, value)[1]`."""
        self.generic_visit(node)
        if self._inside:
            node.body, node.orelse = self._marked(node.body), self._marked(node.orelse)
        return node

    def _marked(self, value: ast.expr) -> ast.expr:
        pair = ast.Tuple([self._mark(value.lineno).value, value], ast.Load())
        return ast.Subscript(pair, ast.Constant(1), ast.Load())

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        """Mark a case."""
        self.generic_visit(node)
        if self._inside:
            node.body.insert(0, self._mark(node.body[0].lineno))
        return node


def marked(tree: ast.Module, module: str, arms: dict[int, tuple[str, int]], numbers: Iterator[int]) -> ast.Module:
    """Mark the arms of all functions of *tree*, in place, by *numbers*; *arms* gets where each lies: a line, or minus that of an `if`
    that has no `else`."""
    _Marking(module, arms, numbers).visit(tree)
    return ast.fix_missing_locations(tree)
