"""The parts that reach is made of: decision trees, patterns that are safe to ask, strings that no universe holds."""

import re
import time

import pytest
import reaches
from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer.reaching import patterns
from namebranch.analyzer.reaching.diagram import Split, TooWideError, combine, ends
from namebranch.analyzer.reaching.outcome import Outcome, both, either, negated
from namebranch.analyzer.reaching.samples import samples
from namebranch.analyzer.reaching.spelled import exclusive, positive, renamed

ATOMS = 4
trees = st.recursive(
    st.booleans(),
    lambda inner: st.builds(
        lambda atom, holds, fails: combine(lambda x, y, z: y if x else z, Split(atom, 1, 0), holds, fails),
        st.integers(0, ATOMS - 1),
        inner,
        inner,
    ),
    max_leaves=8,
)


def value(tree: object, held: tuple[bool, ...]) -> object:
    """Return what a tree holds under one outcome of all atoms."""
    while isinstance(tree, Split):
        tree = tree.holds if held[tree.atom] else tree.fails
    return tree


@given(trees, trees, st.tuples(*[st.booleans()] * ATOMS))
def test_a_combination_is_made_case_by_case(one: object, other: object, held: tuple[bool, ...]) -> None:
    made = combine(lambda x, y: x and not y, one, other)
    assert value(made, held) == (value(one, held) and not value(other, held))


@given(trees)
def test_the_ends_of_a_tree_leave_nothing_out_and_never_overlap(tree: object) -> None:
    assert sum(2 ** (ATOMS - len(path)) for path, _ in ends(tree)) == 2**ATOMS


@given(trees)
def test_an_atom_that_makes_no_difference_is_not_asked(tree: object) -> None:
    stack = [tree]
    while stack:
        part = stack.pop()
        if isinstance(part, Split):
            assert part.holds != part.fails
            stack += [part.holds, part.fails]


def test_too_many_cases_are_refused() -> None:
    bits_of_atoms = [Split(atom, 1 << atom, 0) for atom in range(40)]
    with pytest.raises(TooWideError):
        combine(lambda *held: sum(held), *bits_of_atoms)


bits = st.integers(0, 15)


@given(bits, bits, bits, bits)
def test_and_or_not_ask_in_order(true: int, wrong: int, also: int, too: int) -> None:
    one, other = Outcome(true & ~wrong, wrong), Outcome(also & ~too, too)
    assert negated(both(one, other), 15) == either(negated(one, 15), negated(other, 15))
    assert both(one, other).raises & one.raises == one.raises


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|b)*c", "(?:x*){3,}", r"(a)\1", "(?P<n>a)(?P=n)", "a*b*c*d*", "(", "a" * 2000])
def test_a_pattern_that_may_take_long_or_is_none_is_refused(pattern: str) -> None:
    with pytest.raises(patterns.PatternError):
        patterns.checked(pattern)


@pytest.mark.parametrize("pattern", ["^qwen[23](_moe)?$", "(?i)llama|gemma", r"deepseek_v\d+", "(?:abc)+", ".*-vl.*", "[*+?]{1}"])
def test_an_everyday_pattern_is_asked(pattern: str) -> None:
    assert patterns.checked(pattern).pattern == pattern


@given(st.text(alphabet="ab*+?|()[]{}.\\d", max_size=14))
def test_no_pattern_that_is_asked_takes_long(pattern: str) -> None:
    try:
        compiled = patterns.checked(pattern)
    except patterns.PatternError:
        return
    start = time.perf_counter()
    compiled.search("a" * 60 + "!")
    assert time.perf_counter() - start < 0.5


@pytest.mark.parametrize("pattern", ["qwen[23]", "llama|gemma3", "(deep|shallow)seek", r"v\d+$", "^x.*y$", "[^a]b"])
def test_some_string_is_made_that_a_pattern_matches(pattern: str) -> None:
    assert any(re.search(pattern, text) for text in patterns.matched_by(pattern))


@given(st.lists(st.text("abc", min_size=1, max_size=5), min_size=1, max_size=3), st.sampled_from(["_", "-"]))
def test_strings_are_made_that_begin_end_and_hold(literals: list[str], mark: str) -> None:
    made = samples(literals, [mark])
    for literal in literals:
        assert any(text.startswith(literal) and text not in literals for text in made)
        assert any(text.endswith(literal) and text not in literals for text in made)
        assert any(text.split(mark)[0] == literal and text != literal for text in made)
        assert any(text.lower() == literal for text in made)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("x is not None", ("x is None", True)),
        ("not x", ("x", True)),
        ("a not in b", ("a in b", True)),
        ("x == 1", ("x == 1", False)),
        ("not not x", ("x", False)),
    ],
)
def test_a_negation_asks_the_same(text: str, asked: tuple[str, bool]) -> None:
    assert positive(text) == asked


def test_one_thing_cannot_equal_two_constants() -> None:
    assert exclusive((("x.mode == 'a'", True), ("x.mode == 'b'", True)))
    assert not exclusive((("x.mode == 'a'", True), ("x.mode == 'b'", False)))
    assert not exclusive((("x.mode == other", True), ("x.mode == 'b'", True)))


def test_names_are_spelled_as_where_they_come_from() -> None:
    assert renamed("config.fast and len(config.x) > 1", {"config": "self.cfg"}) == "self.cfg.fast and len(self.cfg.x) > 1"


GUARDS = 22
NAMES = ("llama", "qwen2", "gemma", "deepseek_v3", "mistral", "phi3", "glm", "bert", "t5", "falcon", "gpt2")
CHAIN = "def patch(cfg):\n" + "".join(
    f"    if cfg.model_type.startswith({name!r}) and (cfg.flag{number % 3} or cfg.deep):\n        x = {number}\n"
    f"    if cfg.model_type not in ({name!r}, 'qwen3') and cfg.flag{number % 3}:\n        x = {number}\n"
    for number, name in enumerate(NAMES)
)


def test_the_guards_of_a_file_over_all_names_take_no_second() -> None:
    tree = reaches.Tree(CHAIN)
    decisions = {site.decision for site, _ in tree.program.sites}
    assert len(decisions) == GUARDS
    start = time.process_time()
    found = [tree.reaches.of_arm(decision) for decision in decisions]
    assert time.process_time() - start < 1
    assert all(reach.ever and reach.undecided is None for reach in found)
