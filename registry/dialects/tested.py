"""What a descriptor says, as tests: one for each hook and each fact, which fails where it is not registered, or answers for others too."""

import ast
import re
from collections.abc import Iterator, Mapping

from .dialect import Dialect, Part
from .keys import function_of
from .said import Said
from .template import render


def answers(dialect: Dialect, said: Said, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the text of each test, without a line end; *names* are the values that all texts share."""
    if Part.HOOK_TEST in dialect.texts:
        roles = {hook.name: hook.role for hook in said.hooks}
        points = said.bindings or tuple((hook.name, (hook.name,)) for hook in said.hooks)
        for point, functions in points:
            yield _text(dialect, Part.HOOK_TEST, names, point, roles.get(functions[0], ""), "")
    if Part.FACT_TEST in dialect.texts:
        for fact in said.facts:
            if fact.value != "None":
                yield _text(dialect, Part.FACT_TEST, names, fact.name, fact.role, _is(fact.value))


def imports(dialect: Dialect, said: Said) -> tuple[str, ...]:
    """Return the import lines that these tests may need."""
    wanted = [Part.HOOK_TEST] * bool(said.hooks or said.bindings) + [Part.FACT_TEST] * bool(said.facts)
    return tuple(line for part in wanted if part in dialect.texts for line in dialect.texts[part].imports)


def _text(dialect: Dialect, part: Part, names: Mapping[str, str], point: str, role: str, is_: str) -> str:
    own = {"point": point, "slug": re.sub(r"\W", "_", point), "function": function_of(point), "role": role, "is": is_}
    return render(dialect.texts[part].text, {**names, **own}).strip("\n")


def _is(value: str) -> str:
    """Return how an expression is compared with a value that is spelled so; where it is no literal, with nobody's."""
    try:
        literal = ast.literal_eval(value)
    except (ValueError, SyntaxError):
        return "is not nobody"
    return f"is {value}" if isinstance(literal, bool) else f"== {value}"
