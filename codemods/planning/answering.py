"""An arm whose body became a hook: it asks for the answer in its old place, and does with it what the body did with its result."""

import ast

from ..editing.lifting import comments_above, region_of
from ..editing.usage import usage_of
from .asked import Asked
from .capturing import NotLiftable
from .narrowing import narrowed
from .plan import Change
from .surroundings import parameters

ANSWER = "answer"


def check_free(asked: Asked) -> None:
    """Make sure that the function has no name of its own for the answer.

    Raises:
        NotLiftable: it has.

    """
    function = asked.branch.function
    used = usage_of(function.body if function is not None else [])
    if function is not None and (ANSWER in used.binds | parameters(function) or used.reads_of(ANSWER)):
        raise NotLiftable(f"the function has a name {ANSWER} of its own")


def answered(asked: Asked, holder: ast.If, call: str, then: str) -> tuple[Change, ...]:
    """Return the edits by which an arm asks *call*, and does *then* where a model answers."""
    document = asked.document
    assert asked.dialect.declined is not None
    start, indent = document.start(holder), document.indent(holder)
    word = "elif" if document.text.startswith("elif", start) else "if"
    arm = f"{word} ({ANSWER} := {call}) is not {asked.dialect.declined.text}:\n{indent}    {then}"
    if asked.rest:
        return (asked.change("call", start, start, f"{arm}\n{indent}" + ("" if word == "elif" else "el")), narrowed(asked))
    region = region_of(holder.body, document)
    end = document.end(holder.body[-1]) if region is None else document.starts[region.last]
    if not holder.orelse and word == "if":
        start = document.starts[comments_above(holder, document, asked.places).first] + len(indent)
    return (asked.change("arm", start, end, arm + ("" if region is None else "\n")),)
