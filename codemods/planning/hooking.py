"""What the recipes share that move statements into a hook: what it is handed, its text, and the plan that says both."""

import ast
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from ...registry.dialects.dialect import HookKind
from ...registry.dialects.keys import function_of
from ..editing.lifting import comments_above, indented, lifted, region_of
from .asked import Asked, proved
from .capturing import Captured, NotLiftable, captured
from .plan import Body, Change, HookPlan, HookText, Position
from .residual import residual_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooked:
    """The hook that statements of a branch become."""

    asked: Asked
    kind: HookKind
    line: int
    point: str
    found: Captured
    residual: str | None  # text of what is asked beside the name
    hook: HookText
    body: Body

    @property
    def call(self) -> str:
        """The expression by which shared code asks."""
        return self.asked.call(self.kind, self.point, self.found, default=self._default or "")

    @property
    def statement_call(self) -> str:
        """The call as a statement at the depth of the branch."""
        return self.asked.statement_call(self.kind, self.point, self.found)

    @property
    def _default(self) -> str | None:
        declined = self.asked.dialect.declined
        return declined.text if declined is not None and self.kind is HookKind.VALUE else None

    def plan(self, rules: Sequence[str], position: Position, changes: tuple[Change, ...], where: str) -> HookPlan:
        """Return the plan by which shared code *changes*; *where* says in words why the question stands where it must."""
        asked, found = self.asked, self.found
        return HookPlan(
            rules=tuple(rules),
            path=asked.document.path,
            line=self.line,
            scope=asked.branch.site.scope,
            branches=tuple(leaf.site.id for leaf in asked.branch.leaves),
            guard=asked.guard(position, self.residual),
            point=asked.anchor(self.point, self.kind, found, self._default),
            captures=found.captures,
            body=self.body,
            hook=self.hook,
            imports=asked.imports(self.kind, found, declined=self._default is not None),
            frees=found.frees,
            registrations=asked.registrations(self.kind, self.point, self.hook.name),
            changes=changes,
            obligations=proved(("position", where), ("body", self.body.digest)),
            document=asked.document.digest,
            unit=asked.branch.unit,
        )


def hooked(
    asked: Asked,
    kind: HookKind,
    residual: Sequence[ast.expr],
    statements: Sequence[ast.stmt],
    *,
    declines: bool,
    heads: bool,
    allowed: frozenset[str] = frozenset(),
    gives: tuple[str, ...] = (),
) -> Hooked:
    """Return the hook that *statements* become, behind what is asked beside the name.

    Where it *declines*, the caller is told that the rest of the test does not hold; where it *heads*, the comment above the branch is its
    first. *allowed* are the ways out that the caller sees to, and *gives* what the hook hands back.

    Raises:
        NotLiftable: they cannot move.

    """
    holder = asked.branch.holder
    assert isinstance(holder, ast.stmt)
    found = captured(residual, statements, allowed, holder, asked.places, asked.dialect, given=frozenset(gives))
    point = asked.new_point()
    rest = residual_text(asked, residual, found.edits)
    hook, body = _hook(asked, point, found, rest, statements, declines=declines, heads=heads, gives=gives)
    return Hooked(asked=asked, kind=kind, line=holder.lineno, point=point, found=found, residual=rest, hook=hook, body=body)


def with_it(asked: Asked, statements: Sequence[ast.stmt]) -> list[str]:
    """Return the rules that such a move follows besides its own: a test that others keep (R15), imports that go along (R16)."""
    imports = any(isinstance(node, ast.Import | ast.ImportFrom) for node in statements)
    return [*(["R15"] if asked.rest else []), *(["R16"] if imports else [])]


def _hook(
    asked: Asked,
    point: str,
    found: Captured,
    residual: str | None,
    statements: Sequence[ast.stmt],
    *,
    declines: bool,
    heads: bool,
    gives: tuple[str, ...],
) -> tuple[HookText, Body]:
    document = asked.document
    heading = _heading(asked, statements, heads=heads)
    moved = lifted(statements, document, found.edits) + (f"return {', '.join(gives)}\n" if gives else "")
    if residual is not None and declines:
        assert asked.dialect.declined is not None
        text = f"{heading}if not ({residual}):\n    return {asked.dialect.declined.text}\n{moved}"
    elif residual is not None:
        text = f"{heading}if {residual}:\n{indented(moved, '    ')}"
    else:
        text = heading + moved
    head = "".join(f"{line}\n" for line in found.imports)
    body = f"{head}\n{text}" if head else text
    name = function_of(point)
    source = HookText(
        name=name, parameters=found.parameters, takes_context=asked.dialect.context is not None, body=body.rstrip("\n") + "\n"
    )
    try:
        tree = ast.parse(_in_function(body))
    except SyntaxError as error:
        raise NotLiftable(f"its text cannot be cut out of its place ({error.msg})") from error
    digest = hashlib.blake2b(ast.dump(tree).encode(), digest_size=8).hexdigest()
    return source, Body(first=statements[0].lineno, last=statements[-1].end_lineno or 0, source=moved, digest=digest)


def _heading(asked: Asked, statements: Sequence[ast.stmt], *, heads: bool) -> str:
    """Return the comments that go along: the one above the branch where it *heads* the hook, and those inside its test."""
    document, holder = asked.document, asked.branch.holder
    comments = comments_above(asked.branch.statement, document, asked.places)
    heading = "".join(line.strip() + "\n" for line in document.lines[comments.first : comments.last] if heads)
    if isinstance(holder, ast.If) and not asked.rest and (body_region := region_of(statements, document)) is not None:
        heading += "".join(f"{comment}\n" for comment in document.comments_between(holder.lineno - 1, body_region.first))
    return heading


def _in_function(body: str) -> str:
    return "def hook():\n" + indented(body, "    ")
