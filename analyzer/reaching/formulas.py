"""The truth of a formula in all worlds: parts in the order in which Python asks them."""

from ..extracting.expression import And, Blank, Coll, Expr, Formula, Name, Not, Or, Over, Ref, Test, dotted, scoped_leaves
from ..linking.carrier import class_space
from ..linking.meaning import Place
from . import attributes, loops, patterns
from .cells import Class, Column, Mark, lift
from .diagram import combine
from .frames import Frame, Truth, Value
from .operators import BUILT_IN, holds
from .outcome import NEVER, Outcome, both, either
from .patterns import PatternError
from .protocol import Asked
from .spelled import comparison, literal
from .worlds import PARTS


def truth(asked: Asked, formula: Formula, frame: Frame) -> Truth:
    """Return in which worlds a formula holds."""
    match formula:
        case And(parts):
            held: Truth = Outcome(asked.worlds.everywhere, 0)
            for part in parts:
                held = combine(both, held, asked.truth(part, frame))
            return held
        case Or(parts):
            held = NEVER
            for part in parts:
                held = combine(either, held, asked.truth(part, frame))
            return held
        case Not(part):
            return asked.negated(asked.truth(part, frame))
        case Over():
            return _over(asked, formula, frame)
        case Test():
            return _test(asked, formula, frame)
        case Ref(expr, text, _):
            value = asked.value(expr, frame)
            if value is None and (id(frame.place.unit), formula.span) in asked.shared.held:
                value = attributes.kept(asked, expr, frame)
            return asked.atom(text, frame) if value is None else asked.outcome(value, text, frame)
        case Blank(text, _):
            return _blank(asked, text, frame)


def choose(condition: Truth, yes: Truth, no: Truth) -> Truth:
    """Return one truth where a condition holds, another where it does not."""

    def one(held: Outcome, first: Outcome, second: Outcome) -> Outcome:
        return Outcome(
            (held.true & first.true) | (~(held.true | held.raises) & second.true),
            held.raises | (held.true & first.raises) | (~held.true & second.raises),
        )

    return combine(one, condition, yes, no)


def _blank(asked: Asked, text: str, frame: Frame) -> Truth:
    value = literal(text)
    if value is not Mark.UNKNOWN:
        return Outcome(asked.worlds.everywhere if value else 0, 0)
    spelled = comparison(text)
    return asked.atom(text, frame) if spelled is None else asked.truth(spelled, frame)


def _over(asked: Asked, formula: Over, frame: Frame) -> Truth:
    """`any(part for … if …)`, or `all(…)`: over the elements, where they are known, else of one that stands for all."""
    everywhere = Outcome(asked.worlds.everywhere, 0)
    inside = frame.at(Place(frame.place.unit, formula.scope, frame.place.block, frame.place.line))
    turns = loops.turns(asked, loops.of_comprehension(inside), inside)
    if turns is None:
        turns = [(inside, everywhere)]
    held: Truth = everywhere if formula.every else NEVER
    for turn, present in turns:
        wanted = combine(both, present, loops.filtered(asked, turn))
        part = asked.truth(formula.part, turn)
        if formula.every:
            held = combine(both, held, combine(either, asked.negated(wanted), part))
        else:
            held = combine(either, held, combine(both, wanted, part))
    return held


def _test(asked: Asked, test: Test, frame: Frame) -> Truth:
    judged = asked.shared.judged.get((id(frame.place.unit), test.span), frame.judged)
    text = test_text(test)
    inside = frame.judging(judged)
    if test.op in {"isinstance", "issubclass"}:
        return _class_check(asked, test, inside)
    left, right = asked.value(test.left, inside), asked.value(test.right, inside)
    if left is None or right is None or (test.op in {"&", "-"} and not test.right_text):
        if judged is not frame.judged:
            asked.reason = asked.reason or f"{text}: what is compared could not be followed"
        return asked.atom(text, frame)
    return asked.outcome(compared(asked, test.op, left, right, test.right_text), text, frame)


def compared(asked: Asked, op: str, left: Value, right: Value, rest: str = "") -> Value:
    """Return the outcome of a test in each world, as a value; a pattern that is refused is undecided."""

    def one(first: object, second: object) -> object:
        try:
            return holds(op, first, second, rest)
        except PatternError as error:
            asked.reason = asked.reason or str(error)
            return Mark.UNKNOWN

    def columns(first: Column, second: Column) -> Column:
        for column in (first, second):
            if len(column) == 1:
                asked.noted(patterns.matched_by(column[0]) if op.startswith("re.") else column)
        key = op, rest, *(column[0] if len(column) == 1 and isinstance(column[0], str) else id(column) for column in (first, second))
        if key not in asked.compared:
            asked.compared[key] = (first, second), lift(one, (first, second))
        return asked.compared[key][1]

    return combine(columns, left, right)


def _class_check(asked: Asked, test: Test, frame: Frame) -> Truth:
    """`isinstance(model, X)`: of what nobody knows the value, the class is asked for."""
    text = test_text(test)
    classes = _classes(asked, test.right, frame)
    names = tuple(one.name for one in classes or () if isinstance(one, Class))
    is_own = (id(frame.place.unit), test.span) in asked.shared.judged
    value = asked.value(test.left, frame) if test.op == "issubclass" or not BUILT_IN.keys().isdisjoint(names) else None
    if value is None and classes is not None:
        part = asked.shared.variables.named(names) or (PARTS[class_space(names[0])] if is_own and names else None)
        if part is None:
            return asked.atom(text, frame)
        asked.noted(names)
        value = asked.column(*asked.shared.variables.class_of(test.left, frame, part))
    if value is None or classes is None:
        return asked.atom(text, frame)
    return asked.outcome(compared(asked, test.op, value, (classes,)), text, frame)


def _classes(asked: Asked, expr: Expr, frame: Frame) -> tuple[object, ...] | None:
    """Return the classes that are spelled, or None where one of them is not known by name."""
    if isinstance(expr, Coll):
        parts = [_classes(asked, item, frame) for item in expr.items]
        return tuple(one for part in parts for one in part or ()) if all(part is not None for part in parts) else None
    value = asked.value(expr, frame)
    if value is None:
        name = dotted(expr) if isinstance(expr, Name) or dotted(expr) else None
        return None if name is None else (Class(name.rpartition(".")[2]),)
    if isinstance(value, tuple) and len(value) == 1:
        cells = value[0] if isinstance(value[0], tuple) else value
        return tuple(cells) if all(isinstance(cell, Class) for cell in cells) else None
    return None


def test_text(test: Test) -> str:
    """Return a test as source text, nearly: what it is known by where it is no test of a name."""
    match test.op:
        case "isinstance" | "issubclass" | "fnmatch":
            return f"{test.op}({test.left_text}, {test.right_text})"
        case "find":
            return f"{test.left_text} {test.right_text}"
        case "&" | "-" if not test.right_text:
            return test.left_text
        case op if op.startswith("re."):
            return f"{op}({test.right_text}, {test.left_text})"
        case op if op.isidentifier() and op not in {"is", "in", "case"}:
            return f"{test.left_text}.{op}({test.right_text})"
        case "case":
            return f"{test.left_text} == {test.right_text}"
        case op:
            return f"{test.left_text} {op} {test.right_text}"


def leaf(formula: Formula, scope: int, span: tuple[int, int, int, int]) -> tuple[Formula, int] | None:
    """Return the test or reference of a formula that stands at *span*, and its scope."""
    return next(((one, inside) for one, inside in scoped_leaves(formula, scope) if one.span == span), None)
