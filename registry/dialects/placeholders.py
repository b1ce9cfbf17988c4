"""The placeholders that the texts of a dialect may use."""

from .dialect import Part

PLACEHOLDERS: dict[Part, frozenset[str]] = {
    Part.INIT: frozenset({"header", "title", "model", "package", "imports", "roles"}),
    Part.OWNER: frozenset({"header", "title", "model", "package", "imports", "hooks", "descriptor"}),
    Part.SIDE: frozenset({"header", "title", "model", "package", "imports", "facts", "hooks", "exports"}),
    Part.DESCRIPTOR: frozenset({"title", "model", "class_name", "key", "keys", "bindings", "facts", "capabilities", "sections"}),
    Part.KEY: frozenset({"key"}),
    Part.HOOK: frozenset({"decorators", "name", "parameters", "returns", "doc", "body"}),
    Part.DECORATOR: frozenset({"key", "function"}),
    Part.BINDING: frozenset({"point", "hooks"}),
    Part.FACT: frozenset({"key", "name", "value", "reason"}),
    Part.CAPABILITY: frozenset({"name", "state", "reason"}),
    Part.SECTION: frozenset({"name", "type", "fields"}),
    Part.FIELD: frozenset({"name", "value"}),
    Part.DECLARATION: frozenset({"name", "type", "default", "doc"}),
    Part.TEST: frozenset({"header", "title", "model", "package", "module", "class_name", "key", "keys", "imports", "answers"}),
    Part.HOOK_TEST: frozenset({"title", "model", "package", "module", "class_name", "key", "point", "slug", "function", "role"}),
    Part.FACT_TEST: frozenset({"title", "model", "package", "module", "class_name", "key", "point", "slug", "function", "role", "is"}),
}
"""The placeholders that each text may use. All but `title` (for people) hold code that is right as it stands.

`keys`, `bindings`, `facts`, `capabilities`, `sections`, `fields` hold the texts of those parts, one after another. A fact's `reason` and a
capability's `reason` are quoted text. `answers` holds the tests of hooks and facts; `slug` is the point as part of a name, and `is` how
a fact's value is compared: `is True`, `== 3`, `is not nobody`.
"""

POINT_PLACEHOLDERS = frozenset({"point", "function", "positional", "default"})
CALL_PLACEHOLDERS = frozenset({"point", "function", "role", "key", "context", "arguments", "default", "value"})
"""`point`: the hook point or fact; `function`: what `function_of` makes of it. `role`: of the owner's file. `key`: the expression looked up. `context`: an expression for the whole context. `arguments`: each with a comma before it. `value`: what is
adjusted. `default` is evaluated before the model is asked; where it may not be, ask with `declined` as the default, and compare."""
