"""The comparison behind a leaf, and what the text of its subject has gone through: `name.lower().replace("-", "_")`."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..extracting.expression import Attr, Call, Coll, Expr, Item, Name, Opaque, Str, Test, children
from ..extracting.facts import Decision
from ..linking.leaves import Leaf
from ..linking.linked import Linked
from ..linking.meaning import Bound, Place
from .audited import Audited

_HOPS_LIMIT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One comparison with a name, the side of the name and the side of the letters told apart."""

    leaf: Leaf
    test: Test
    decision: Decision
    subject: Expr
    letters: Expr
    place: Place


def compared(audited: Audited) -> Iterator[Compared]:
    """Yield the comparisons in shared and other code that decide by a name."""
    for leaf in audited.linked.leaves:
        if leaf.decision is None or leaf.judged is None:
            continue
        decision = leaf.unit.facts.decisions[leaf.decision]
        tests = audited.linked.index.outline(leaf.unit).leaves[leaf.decision]
        test = next((one for one, _ in tests if isinstance(one, Test) and one.span == leaf.span), None)
        if test is not None:
            swapped = leaf.subject == test.right_text and leaf.subject != test.left_text
            subject, letters = (test.right, test.left) if swapped else (test.left, test.right)
            place = Place(leaf.unit, leaf.scope, decision.block, leaf.span[0])
            yield Compared(leaf=leaf, test=test, decision=decision, subject=subject, letters=letters, place=place)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a text went through."""

    method: str
    texts: tuple[str, ...]  # literal arguments

    def leaves_out(self, letters: str) -> bool:
        """Whether the text cannot hold these letters afterwards."""
        match self.method, self.texts:
            case "lower" | "casefold", ():
                return letters != letters.lower()
            case "upper", ():
                return letters != letters.upper()
            case "replace", (old, new):
                return bool(old) and old in letters and old not in new
            case "split", (sign,):
                return bool(sign) and sign in letters
            case _:
                return False

    @property
    def spelled(self) -> str:
        """As it is written."""
        return f".{self.method}({', '.join(map(repr, self.texts))})"


def steps(linked: Linked, expr: Expr, place: Place, depth: int = 0) -> tuple[Step, ...]:
    """Return what a text went through last, the last first; up to what nobody can see through."""
    match expr:
        case Call(Attr(base, "lower" | "upper" | "casefold" | "replace" as method), args, ()):
            texts = tuple(arg.value for arg in args if isinstance(arg, Str))
            return (Step(method, texts), *_before(linked, base, place, depth, Step(method, texts))) if len(texts) == len(args) else ()
        case Call(Attr(base, "strip" | "rstrip" | "lstrip"), _, _):
            return steps(linked, base, place, depth)
        case Call(Name("str"), (inner,), ()):
            return steps(linked, inner, place, depth)
        case Item(Call(Attr(base, "split" | "rsplit"), (Str(sign),), ()), Opaque()):
            return (Step("split", (sign,)), *steps(linked, base, place, depth))
        case Name() if depth < _HOPS_LIMIT:
            return _of_name(linked, expr, place, depth)
        case _:
            return ()


def _before(linked: Linked, base: Expr, place: Place, depth: int, after: Step) -> tuple[Step, ...]:
    """What went before counts only as far as the last step leaves it alone."""
    earlier = steps(linked, base, place, depth)
    if after.method != "replace":
        return tuple(
            one for one in earlier if one.method in {"replace", "split"} and not any(letter.isalpha() for letter in "".join(one.texts))
        )
    made = after.texts[1] if len(after.texts) > 1 else ""
    return tuple(one for one in earlier if not one.leaves_out(made) and not (one.method in {"replace", "split"} and one.texts[0] in made))


def _of_name(linked: Linked, expr: Name, place: Place, depth: int) -> tuple[Step, ...]:
    match linked.follower.meaning(expr, place):
        case Bound(((unit, definition),), _) if definition.op == "=":
            return steps(linked, definition.value, Place(unit, definition.scope, definition.block, definition.span[0] - 1), depth + 1)
        case _:
            return ()


def is_spelled(linked: Linked, letters: Expr, place: Place, depth: int = 0) -> bool:
    """Whether letters are as they are written, nothing changes them on the way."""
    match letters:
        case Str():
            return True
        case Coll(shape, items, _):
            return shape != "dict" and all(isinstance(item, Str) for item in items)
        case Name() | Attr() if depth < _HOPS_LIMIT:
            meaning = linked.follower.meaning(letters, place)
            return isinstance(meaning, Bound) and all(_is_plain(definition.value) for _, definition in meaning.definitions)
        case _:
            return False


def _is_plain(value: Expr) -> bool:
    """Whether a value is made without calling anything but what makes collections."""
    match value:
        case Call(Name("set" | "frozenset" | "tuple" | "list"), args, ()):
            return all(map(_is_plain, args))
        case Call() | Name():
            return False
        case _:
            return all(map(_is_plain, children(value)))
