"""A comparison is tried on faults that somebody could make: those that it does not notice are named."""

import ast
from textwrap import dedent

import proving
import pytest

from namebranch.parity.evidence import Evidence, Verdict
from namebranch.parity.mutating import of_function, of_owner, spread
from namebranch.parity.proof import Wanted
from namebranch.parity.tree import Module

OLD = """
    from lib import patches
    def load(cfg, model):
        if cfg.model_type == "jamba" and cfg.fast:
            patches.jamba(model)
        model.ready()
"""
NEW = """
    from pkg.registry import HOOKS
    def load(cfg, model):
        hook = HOOKS.get(cfg.model_type)
        if hook is not None:
            hook(cfg, model)
        model.ready()
"""
OWNER = """
    from lib import patches
    def hook(cfg, model):
        if cfg.fast:
            patches.jamba(model)
    HOOKS = {"jamba": hook}
"""


def mutated(new: str = NEW, owner: str = OWNER) -> Evidence:
    """Return what becomes of the mutants of a small migration."""
    before, after = {"pkg/loader.py": dedent(OLD)}, {"pkg/loader.py": dedent(new), "pkg/registry.py": dedent(owner)}
    return proving.proved(before, after, Wanted(parts=("mutants",)))


def test_each_fault_of_a_migration_that_is_shown_whole_is_noticed() -> None:
    claims = {claim.subject: claim for claim in mutated().claims}
    assert claims.keys() == {"pkg.loader:load", "pkg.registry"}
    assert {(claim.verdict, claim.uncovered, claim.reason) for claim in claims.values()} == {(Verdict.SAME, (), "")}
    assert sum(claim.cases for claim in claims.values()) >= 10


def test_a_fault_that_changes_nothing_whatever_is_answered_is_told_as_such() -> None:
    new = NEW.replace("        model.ready()", "        if cfg.width and cfg.width:\n            pass\n        model.ready()")
    claim = next(claim for claim in mutated(new).claims if claim.subject == "pkg.loader:load")
    assert (claim.verdict, claim.uncovered) == (Verdict.SAME, ())
    assert "lost residual `cfg.width`: every answer was tried, and nothing that is done depends on it" in claim.reason


def test_a_fault_where_no_run_comes_is_named() -> None:
    new = NEW.replace("        model.ready()", "        if 1 == 2:\n            model.never()\n        model.ready()")
    claim = next(claim for claim in mutated(new).claims if claim.subject == "pkg.loader:load")
    assert claim.verdict is Verdict.OPEN
    assert "pkg/loader.py:7 lost call `model.never()`: no run comes there" in claim.uncovered
    assert "mutants were not noticed" in claim.reason


def test_where_the_two_sides_differ_already_no_fault_is_tried() -> None:
    claim, *_ = mutated(NEW.replace("model.ready()", "model.steady()")).claims
    assert (claim.verdict, claim.cases, claim.reason) == (Verdict.OPEN, 0, "pkg.loader:load differs without a fault")


def test_mutants_are_made_only_when_they_are_asked_for() -> None:
    before, after = {"pkg/loader.py": dedent(OLD)}, {"pkg/loader.py": dedent(NEW), "pkg/registry.py": dedent(OWNER)}
    found = proving.proved(before, after, Wanted(seconds=10))
    assert "mutants" not in {claim.part for claim in found.claims}


def module(text: str) -> Module:
    """Return a module of this text."""
    return Module(name="m", path="m.py", text=dedent(text), is_package=False)


FUNCTION = """
    def before():
        return "untouched"
    class C:
        def load(self, cfg):
            if cfg.a and cfg.b:
                self.run("point", True)
            self.first(cfg, self)
            self.then(one=cfg, other=self)
            return ("x", "y")
"""


def test_every_part_of_a_function_that_a_migration_writes_is_changed_in_every_way() -> None:
    assert sorted(one.fault for one in of_function(module(FUNCTION), "C.load")) == [
        "changed default `True`",
        "doubled call `self.first(cfg, self)`",
        "doubled call `self.run('point', True)`",
        "doubled call `self.then(one=cfg, other=self)`",
        "dropped key `'y'`",
        "lost call `self.first(cfg, self)`",
        "lost call `self.run('point', True)`",
        "lost call `self.then(one=cfg, other=self)`",
        "lost residual `cfg.a`",
        "lost residual `cfg.b`",
        "negated guard `cfg.a and cfg.b`",
        "reordered calls `self.first(cfg, self)`",
        "reversed order `('x', 'y')`",
        "swapped key or point `'point'`",
        "swapped key or point `'x'`",
        "swapped key or point `'y'`",
        "weaker precedence `cfg.a and cfg.b`",
        "wrong capture `cfg, self`",
        "wrong capture `cfg`",
    ]


def test_a_mutant_is_source_and_all_around_it_stays_byte_for_byte() -> None:
    text = module(FUNCTION + '    NAME = "é"  # kept\n').text
    for one in of_function(module(text), "C.load"):
        ast.parse(one.text)
        ast.parse(one.never)
        assert one.text.startswith(text[: text.index("        if cfg.a")])
        assert one.text.endswith('NAME = "é"  # kept\n')
        assert one.text != text


NOT_MUTATED = [
    pytest.param('def f(a: "Word") -> "Word":\n    """word"""\n    return a\n', id="annotations and documentation"),
    pytest.param('def f(a):\n    return f"word {a}"\n', id="formatted texts"),
    pytest.param("def f(a):\n    return a.b\n", id="what has no key, no guard and no call of its own"),
    pytest.param('def f(a):\n    return a["two words"]\n', id="texts that are no names"),
]


@pytest.mark.parametrize("text", NOT_MUTATED)
def test_what_no_migration_gets_wrong_is_not_mutated(text: str) -> None:
    assert of_function(module(text), "f") == ()


OWNER_FAULTS = [
    pytest.param('register("jamba", True)', None, 4, id="all of a new owner"),
    pytest.param('register("jamba", True)', 'register("jamba", True)', 0, id="nothing of what stood there before"),
    pytest.param('H = {"load.a": "x", "load.b": "y"}', None, 3, id="the points that are asked for, and no other"),
    pytest.param('def hook():\n    run()\nH = {"load.b": hook}', None, 0, id="no hook of a point that nobody asks for"),
    pytest.param('def hook():\n    run()\nH = {"load.a": hook}', None, 4, id="the hook of a point that is asked for"),
]


@pytest.mark.parametrize(("text", "before", "count"), OWNER_FAULTS)
def test_what_an_owner_says_anew_is_changed(text: str, before: str | None, count: int) -> None:
    found = of_owner(module(text), None if before is None else module(before), {"load.a"})
    assert len(found) == count


def test_a_choice_of_mutants_holds_every_kind_and_is_the_same_for_a_seed() -> None:
    every = of_function(module(FUNCTION), "C.load")
    kinds = {one.kind for one in every}
    assert {one.kind for one in spread(every, len(kinds), 0)} == kinds
    assert spread(every, 5, 1) == spread(list(every), 5, 1)
    assert any(spread(every, 5, 1) != spread(every, 5, seed) for seed in range(2, 6))
    assert len(spread(every, 1_000, 0)) == len(every)


GUARDED = """
    def load(cfg, model):
        if cfg.model_type in ["jamba", "llama"] and not cfg.trusted:
            model.patch()
"""
ASKED = """
    from pkg.registry import fact
    def load(cfg, model):
        if fact(cfg.model_type, {default}) and not cfg.trusted:
            model.patch()
"""


@pytest.mark.parametrize(("default", "verdict"), [("False", Verdict.SAME), ("True", Verdict.DIFFERENT)])
def test_what_only_the_new_side_asks_is_answered_in_every_way_before_two_runs_count_as_the_same(default: str, verdict: Verdict) -> None:
    after = {
        "pkg/loader.py": dedent(ASKED.format(default=default)),
        "pkg/registry.py": 'F = {"jamba": True, "llama": True}\ndef fact(name, default):\n    return F.get(name, default)\n',
    }
    found = proving.proved({"pkg/loader.py": dedent(GUARDED)}, after)
    assert next(claim for claim in found.claims if claim.subject == "pkg.loader:load").verdict is verdict
