"""Strategies for hypothesis: Python programs with every form of expression and statement that a unit can hold."""

from hypothesis import strategies as st

Text = st.SearchStrategy[str]

names = st.sampled_from(["a", "cfg", "größe", "x1", "model_type", "模型"])
strings = st.sampled_from(
    [
        '"jamba"',
        "'mixtral'",
        "'é'",
        'r"\\d"',
        'b"x"',
        '"a" "b"',
        "'naïve' \"ü\"",
        'f"{a}b"',
        'f"é{cfg.x!r:>{x1}}" "tail"',
        "f'{a}' f'{x1}'",
        '""',
        'u"x"',
    ]
)
plain = names | strings | st.sampled_from(["1", "0.5", "2j", "None", "True", "..."])


def _formed(part: Text) -> Text:
    comparison = st.sampled_from(["==", "!=", "is", "is not", "in", "not in", "<"])
    many = st.lists(part, max_size=3)
    return st.one_of(
        st.builds("{}.{}".format, names, names),
        st.builds("({}).{}".format, part, names),
        st.builds("{}({}, {}={}, *{}, **{})".format, names, part, names, part, names, names),
        st.builds("{}({})".format, names, part),
        st.builds("{}.get({}, {})".format, names, part, part),
        st.builds("{}[{}]".format, names, part),
        st.builds("{}[{}:{}, ::{}]".format, names, part, part, part),
        st.builds("({} {} {})".format, part, comparison, part),
        st.builds("({} {} {} {} {})".format, part, comparison, part, comparison, part),
        st.builds("({} and {} or not {})".format, part, part, part),
        st.builds("(({}\n   ) + -{} % {})".format, part, part, part),
        st.builds("({} if {} else {})".format, part, part, part),
        st.builds("(lambda {}, *, y={}: {})".format, names, part, part),
        st.builds("(lambda: {})".format, part),
        st.builds("({} := {})".format, names, part),
        many.map(lambda parts: f"[{', '.join(parts)}]"),
        many.map(lambda parts: f"({''.join(f'{one}, ' for one in parts)})"),
        many.map(lambda parts: f"{{{', '.join(['*a', *parts])}}}"),
        many.map(lambda parts: f"{{{', '.join(['**a', *(f'{one}: {one}' for one in parts)])}}}"),
        st.builds("[{} for {} in {} if {}]".format, part, names, part, part),
        st.builds("{{{}: {} for {}, q in {}}}".format, part, part, names, part),
        st.builds("any({} for {} in {})".format, part, names, part),
        st.builds("{{{} for {} in {} for r in {}}}".format, part, names, part, part),
    )


expressions: Text = st.recursive(plain, _formed, max_leaves=5)


SIMPLE = (
    "{n} = {e}",
    "{n}.{n} = {n} = {e}",
    "{n}[{e}] = {e}",
    "x, *{n} = {e}, {e}",
    "{n}: {n} = {e}",
    "{n}: list[{n}]",
    "{n} += {e}",
    "{e}",
    "assert {e}, {e}",
    "del {n}",
    "raise E({e}) from {n}",
    "return {e}",
    "return",
    "continue",
    "pass; {n} = {e}",
    "import os.path as p, sys",
    "from . import x; from ..a.b import (c,\n  d as e)",
    "{n} = \\\n  {e}",
    "{n} = '''t\n{n}\n'''",
    "class E: x = {e}; y = 2",
    "if {e}: {n} = {e}; return",
)
COMPOUND = (
    ("if {e}:",),
    ("if {e}:", "else:"),
    ("if {e}:", "elif {e}:", "elif {e}:", "else:"),
    ("while {e}:",),
    ("for i, j in {e}:", "else:"),
    ("with {e} as w, open({n}):",),
    ("try:", "except (A, B) as e:", "else:", "finally:"),
    ("try:", "except* A:"),
    ("@deco({e})\n{i}@other\n{i}def f({n}: {n}, /, b={e}, *c, d: int = 1, **k) -> {n}:",),
    ("def {n}():",),
    ("async def g(self, *, x={e}):",),
    ("class {n}(A, metaclass={e}):",),
    ("@deco\n{i}class C:",),
    ("class D: # naïve",),
)
CASES = ("case 'a' | 'b':", "case {'k': v, **r}:", "case C(x=1) as q if {e}:", "case [1, *_]:", "case _:")

Statement = str | tuple[tuple[str, tuple["Statement", ...]], ...]
"""A simple statement, or the heads of a compound one, each with what stands below it."""


def _filled(template: str) -> Text:
    """Return the texts of a template with names at `{n}` and expressions at `{e}`; `{i}` stays."""
    parts = template.split("{e}")
    joined = st.lists(expressions, min_size=len(parts) - 1, max_size=len(parts) - 1).map(
        lambda drawn: "".join(piece for pair in zip(parts, [*drawn, ""], strict=True) for piece in pair)
    )
    return st.tuples(joined, names).map(lambda pair: pair[0].replace("{n}", pair[1]))


def _below(heads: tuple[str, ...], body: st.SearchStrategy[tuple[Statement, ...]]) -> st.SearchStrategy[Statement]:
    return st.tuples(*(st.tuples(_filled(head), body) for head in heads))


def _compound(statement: st.SearchStrategy[Statement]) -> st.SearchStrategy[Statement]:
    body = st.lists(statement, min_size=1, max_size=3).map(tuple)
    cases = _below(CASES, body).map(lambda found: (("match a, cfg:", (found,)),))
    return st.one_of(*(_below(heads, body) for heads in COMPOUND), cases)


statements: st.SearchStrategy[Statement] = st.recursive(st.one_of(*map(_filled, SIMPLE)), _compound, max_leaves=4)


def written(statement: Statement, indent: str, unit: str) -> str:
    """Return the text of a statement."""
    if isinstance(statement, str):
        return f"{indent}{statement}\n"
    found = ""
    for head, below in statement:
        found += indent + head.replace("{i}", indent) + "\n" + "".join(written(part, indent + unit, unit) for part in below)
    return found


@st.composite
def programs(draw: st.DrawFn, max_size: int = 4) -> str:
    """Return a program: statements, with comments and blank lines between them, indented by tabs or spaces."""
    unit = draw(st.sampled_from(["    ", "\t", " "]))
    between = st.sampled_from(["", "", "\n", "# naïve\n", "\f\n# x\n"])
    text = "".join(draw(between) + written(one, "", unit) for one in draw(st.lists(statements, max_size=max_size)))
    return text if draw(st.booleans()) else text.rstrip("\n")
