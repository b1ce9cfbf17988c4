"""Formulas to words: every way to compare, what joins tests, and that words mean what the source means."""

import ast
from collections.abc import Mapping

import pytest
from explaining import explanations, one
from hypothesis import given, settings
from hypothesis import strategies as st

from namebranch.analyzer.explaining.clauses import atoms_of
from namebranch.analyzer.explaining.explanation import Clause, Join
from namebranch.reports.worded import line, rows

LISTS = 'NAMES = ("jamba", "mamba")\nTABLE = {"jamba": 1, "mamba": 2}\nimport re\n\n\n'


def worded(test: str) -> str:
    """Return an `if` with that test in words."""
    code = f"{LISTS}def load(cfg, model, flag):\n    if {test}:\n        return 1\n"
    found = explanations({"pkg/a.py": code}, "pkg/a.py:7")
    clause = found[0].test
    assert clause is not None
    return line(clause)


@pytest.mark.parametrize(
    ("test", "words"),
    [
        pytest.param('cfg.model_type == "jamba"', 'cfg.model_type is "jamba"', id="equality is a name"),
        pytest.param('cfg.model_type != "jamba"', 'cfg.model_type is not "jamba"', id="inequality is not a name"),
        pytest.param('not cfg.model_type == "jamba"', 'cfg.model_type is not "jamba"', id="a negation goes into the verb"),
        pytest.param('cfg.model_type in ("jamba", "mamba")', 'cfg.model_type is one of "jamba", "mamba"', id="membership is one of"),
        pytest.param('cfg.model_type in ("jamba",)', 'cfg.model_type is "jamba"', id="one of one is that one"),
        pytest.param('cfg.model_type not in ("jamba", "mamba")', 'cfg.model_type is none of "jamba", "mamba"', id="none of several"),
        pytest.param("cfg.model_type in NAMES", "cfg.model_type is one of a.NAMES (2 names)", id="a constant keeps its name"),
        pytest.param("cfg.model_type in TABLE", "cfg.model_type is a key of a.TABLE (2 names)", id="a table has keys"),
        pytest.param('cfg.model_type.startswith("qwen3")', 'cfg.model_type begins with "qwen3"', id="startswith begins"),
        pytest.param('not cfg.model_type.startswith("qwen3")', 'cfg.model_type does not begin with "qwen3"', id="and does not"),
        pytest.param('"qwen3" in cfg.model_type', 'cfg.model_type contains "qwen3"', id="a part is contained"),
        pytest.param('"qwen3" not in cfg.model_type', 'cfg.model_type does not contain "qwen3"', id="a part is not contained"),
        pytest.param('re.match("qwen3", cfg.model_type)', 'cfg.model_type matches at its start "qwen3"', id="a pattern at the start"),
        pytest.param('flag and cfg.model_type == "jamba"', 'flag and cfg.model_type is "jamba"', id="and joins"),
        pytest.param(
            'flag and (cfg.fast or cfg.model_type == "jamba")', 'flag and (cfg.fast or cfg.model_type is "jamba")', id="or inside and"
        ),
        pytest.param(
            'not (flag and cfg.model_type == "jamba")', 'not (flag and cfg.model_type is "jamba")', id="a negation of several stays"
        ),
        pytest.param('len(model) > 3 and cfg.model_type == "jamba"', 'len(model) > 3 and cfg.model_type is "jamba"', id="other text stays"),
    ],
)
def test_a_test_in_words(test: str, words: str) -> None:
    assert worded(test) == words


def test_each_name_test_knows_its_site_and_its_line() -> None:
    code = 'def load(cfg):\n    return (\n        cfg.model_type == "jamba"\n        or cfg.model_type == "mamba"\n    )\n'
    found = one({"pkg/a.py": code}, "pkg/a.py:4")
    assert found.test is not None
    told = [(test.line, test.names, test.site == found.site.id) for test in atoms_of(found.test)]
    assert told == [(3, ("jamba",), False), (4, ("mamba",), True)]


def test_a_definition_is_no_decision() -> None:
    assert one({"pkg/a.py": LISTS + "x = NAMES\n"}, "pkg/a.py:1").test is None


ATOMS = {"a": "cfg.a", "b": "cfg.b", "j": 'cfg.model_type == "jamba"'}
formulas = st.recursive(
    st.sampled_from(sorted(ATOMS)),
    lambda inner: (
        st.builds(lambda x: f"(not {x})", inner)
        | st.builds(lambda x, y: f"({x} and {y})", inner, inner)
        | st.builds(lambda x, y: f"({x} or {y})", inner, inner)
    ),
    max_leaves=6,
)


def holds(clause: Clause, given_: Mapping[str, bool]) -> bool:
    """Return whether a clause is true where its atoms are so."""
    match clause.join:
        case Join.ALL:
            return all(holds(part, given_) for part in clause.parts)
        case Join.ANY:
            return any(holds(part, given_) for part in clause.parts)
        case Join.NOT:
            return not holds(clause.parts[0], given_)
        case _ if clause.verb:
            return given_["j"] == (clause.verb == "is")
        case _:
            return given_[clause.subject.rpartition(".")[2]]


@given(formula=formulas.filter(lambda text: "j" in text))
@settings(max_examples=40, deadline=None)
def test_the_words_mean_what_the_source_means(formula: str) -> None:
    source = ast.unparse(ast.parse(formula, mode="eval"))
    spelled = "".join(ATOMS.get(letter, letter) if not _in_word(source, at) else letter for at, letter in enumerate(source))
    found = explanations({"pkg/a.py": f"def load(cfg):\n    if {spelled}:\n        return 1\n"}, "pkg/a.py:2")
    clause = found[0].test
    assert clause is not None
    for number in range(8):
        truth = {"a": bool(number & 1), "b": bool(number & 2), "j": bool(number & 4)}
        assert holds(clause, truth) == eval(source, {}, truth)  # noqa: S307 - a formula that this test made
    assert len([row for row in rows(clause) if row.words]) >= len(list(atoms_of(clause)))


def _in_word(text: str, at: int) -> bool:
    return text[max(0, at - 1)].isalpha() * (at > 0) + text[at + 1 : at + 2].isalpha() > 0
