"""What a recipe is asked: one branch, the keys that leave it, and how the target spells what takes their place."""

import ast
from collections.abc import Callable
from dataclasses import dataclass

from ...registry.dialects.dialect import Dialect, HookKind
from ...registry.dialects.keys import function_of
from ...registry.dialects.questions import known
from ...registry.dialects.template import render
from ..editing.document import Document
from ..editing.places import Function, Places
from .branch import Branch, Leaf
from .capturing import Captured, NotLiftable
from .plan import Capture, Carry, Change, Guard, HookPoint, Key, Obligation, Position, Registration
from .points import Points
from .several import Several, several
from .spelling import broken, built, is_at_hand
from .words import words_of

_PURE = frozenset({"getattr", "hasattr", "isinstance", "issubclass", "len", "bool", "str", "int", "any", "all", "type", "callable"})
_LOOSE = (ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Asked:
    """One branch, and which of its keys move."""

    branch: Branch
    leaf: Leaf  # the test that is taken out
    moved: tuple[str, ...]
    rest: tuple[str, ...]  # keys that stay
    dialect: Dialect
    points: Points
    owner: Callable[[str], str]  # dotted module of a key's descriptor
    named: Callable[[str], tuple[str, ...]]  # the models that an identifier names
    accepted: bool = False  # its keys were chosen by a person
    chosen: str | None = None  # the expression that a person chose to be asked for them

    @property
    def document(self) -> Document:
        """The file."""
        return self.branch.document

    @property
    def places(self) -> Places:
        """Its places."""
        return self.branch.places

    @property
    def subject(self) -> str:
        """The expression that is asked for its name, as it stands."""
        node = self.leaf.node
        if self.chosen is not None:
            return self.chosen
        if self.several is not None:
            return self.several.key
        if isinstance(node, ast.pattern):
            return self.document.source(next(one.subject for one in self.places.up(node) if isinstance(one, ast.Match)))
        if self.accepted:
            return self.leaf.site.subject
        assert isinstance(node, ast.Compare)
        subject = self.document.source(node.left)
        return f"{subject}.__name__" if self.leaf.is_identity else subject

    @property
    def several(self) -> Several | None:
        """The names that are asked about where these are several; raises NotLiftable where more is asked of them."""
        return several(self.leaf, self.rest, self.places) if self.chosen is None else None

    def new_point(self) -> str:
        """Return a name for a hook point at this place."""
        site = self.branch.site
        if self.leaf.site.constant is not None and not self.leaf.is_instance and not self.leaf.is_identity:
            return self.points.of_constant(site.subsystem, self.leaf.site.constant)
        question = known(self.dialect, self.document.path, site.scope, words_of(self.branch))
        name = question.name if question is not None and question.words else None
        return self.points.new(site.subsystem, site.scope, self.document.path.rpartition("/")[2].removesuffix(".py"), name)

    def carries(self, kind: HookKind) -> bool:
        """Whether the dialect can say this under the keys of the branch."""
        return self.dialect.carries(kind, self.leaf.site.space)

    def call(self, kind: HookKind, point: str, found: Captured, default: str = "") -> str:
        """Return the expression by which shared code asks."""
        call = self.dialect.call(kind, self.leaf.site.space)
        if call is None:
            raise NotLiftable(f"the dialect {self.dialect.name} has no call of kind {kind}")
        values = {
            "point": point,
            "function": function_of(point),
            "role": self.dialect.file(self.branch.site.subsystem).role,
            "key": self.subject,
            "context": built(self.dialect, self._fields(found)) if "$context" in call.text else "",
            "arguments": "".join(f", {argument}" for argument in found.arguments),
            "default": default,
            "value": "",
        }
        return render(call.text, values)

    def question(self, kind: HookKind, point: str) -> str:
        """Return the test whether a model says yes; where several names are asked about, whether one of their models does."""
        nothing = Captured(captures=(), edits=())
        if self.several is None:
            return self.call(kind, point, nothing, default="False")
        return self.several.any(self.call(kind, point, nothing, default="False"))

    def statement_call(self, kind: HookKind, point: str, found: Captured) -> str:
        """Return the call as a statement at the depth of the branch: one argument a line where it is long."""
        indent = self.document.indent(self.branch.statement)
        return broken(self.call(kind, point, found), indent, self.dialect.width)

    def recall(self, kind: HookKind, point: str, captures: tuple[Capture, ...], fields: tuple[tuple[str, str], ...]) -> str:
        """Return the call as a statement, with more fields in its context than its own hook needs."""
        arguments = tuple(one.name for one in captures if one.carry is Carry.ARGUMENT)
        return self.statement_call(kind, point, Captured(captures=captures, edits=(), arguments=arguments, fields=fields))

    def _fields(self, found: Captured) -> tuple[tuple[str, str], ...]:
        """Return the fields of the context that a hook uses, and those that every context has."""
        context, function = self.dialect.context, self.branch.function
        fields = dict(found.fields)
        for name in context.required if context is not None else ():
            if name not in fields:
                fields[name] = self._required(name, dict(context.fields) if context is not None else {}, function)
        return tuple(sorted(fields.items()))

    def _required(self, name: str, fields: dict[str, str], function: Function | None) -> str:
        for text, held in fields.items():
            if held == name and function is not None and is_at_hand(text, function, self.branch.statement, self.places):
                return text
        raise NotLiftable(f"there is no {name} at hand, which every context holds")

    def imports(self, kind: HookKind, found: Captured | None = None, *, declined: bool = False) -> tuple[str, ...]:
        """Return the imports that shared code needs for such a call."""
        call = self.dialect.call(kind, self.leaf.site.space)
        lines = list(call.imports) if call is not None else []
        if found is not None and self.dialect.context is not None and call is not None and "$context" in call.text:
            lines += self.dialect.context.imports
        if declined and self.dialect.declined is not None:
            lines += self.dialect.declined.imports
        return tuple(dict.fromkeys(lines))

    def registrations(self, kind: HookKind, point: str, value: str) -> tuple[Registration, ...]:
        """Return what each moved key's descriptor says."""
        return tuple(
            Registration(
                key=key,
                space=self.leaf.site.space,
                owner=self.owner(key),
                kind=kind,
                slot=point,
                value=value,
                shared_with=tuple(other for other in self.moved if other != key),
            )
            for key in self.moved
        )

    def guard(self, position: Position, residual: str | None = None) -> Guard:
        """Return the test, taken apart."""
        around = [node for node in self.places.up(self.branch.statement) if isinstance(node, ast.If)]
        key = Key(space=self.leaf.site.space, subject=self.leaf.site.subject, values=self.moved)
        return Guard(key=key, position=position, residual=residual, dominating=tuple(self.document.source(node.test) for node in around))

    def change(self, op: str, start: int, end: int, text: str) -> Change:
        """Return one edit of the file."""
        line = self.document.text.count("\n", 0, start) + 1
        return Change(path=self.document.path, op=op, line=line, start=start, end=end, text=text)

    def anchor(self, point: str, kind: HookKind, found: Captured, default: str | None = None) -> HookPoint:
        """Return the hook point."""
        place = f"{self.document.path}::{self.branch.site.scope}"
        return HookPoint(name=point, kind=kind, params=found.parameters, default=default, anchor=place)


def is_pure(node: ast.expr) -> bool:
    """Whether evaluating an expression does nothing, as far as its spelling says: reads, operators, and calls of harmless builtins."""
    for part in ast.walk(node):
        if isinstance(part, ast.Await | ast.Yield | ast.YieldFrom | ast.NamedExpr):
            return False
        if isinstance(part, ast.Call) and not (isinstance(part.func, ast.Name) and part.func.id in _PURE):
            return False
    return True


def proved(*evidence: tuple[str, str]) -> tuple[Obligation, ...]:
    """Return obligations that are shown by the way the rewrite was made, and those that a run has to show."""
    shown = (Obligation(kind=kind, status="proved", evidence=text) for kind, text in evidence)
    return (*shown, Obligation(kind="trace", status="open", evidence="run `namebranch prove`"))
