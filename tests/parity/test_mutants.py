"""A comparison is tried on faults that somebody could make: those that it does not notice are named."""

from textwrap import dedent

import proving

from namebranch.parity.evidence import Evidence, Verdict
from namebranch.parity.mutating import of_function, of_owner
from namebranch.parity.proof import Wanted

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
    claim = proving.only(mutated())
    assert (claim.verdict, claim.uncovered) == (Verdict.SAME, ())
    assert claim.cases >= 3


def test_a_fault_that_changes_nothing_to_be_seen_is_named() -> None:
    new = NEW.replace("        model.ready()", "        if cfg.width and cfg.width:\n            pass\n        model.ready()")
    claim = proving.only(mutated(new))
    assert claim.verdict is Verdict.OPEN
    assert any("lost residual `cfg.width`" in one for one in claim.uncovered)
    assert "mutants were not noticed" in claim.reason


def test_mutants_are_made_only_when_they_are_asked_for() -> None:
    before, after = {"pkg/loader.py": dedent(OLD)}, {"pkg/loader.py": dedent(NEW), "pkg/registry.py": dedent(OWNER)}
    found = proving.proved(before, after, Wanted(seconds=10))
    assert "mutants" not in {claim.part for claim in found.claims}


def test_every_part_of_a_function_that_a_migration_writes_is_changed_once() -> None:
    text = dedent("""
        def before():
            return "untouched"
        class C:
            def load(self, cfg):
                if cfg.a and cfg.b:
                    self.run("point", True)
                return ("x", "y")
    """)
    faults = [one.fault for one in of_function("m", "m.py", text, "C.load")]
    assert faults == [
        "negated guard `cfg.a and cfg.b`",
        "lost residual `cfg.b`",
        "lost call `self.run('point', True)`",
        "reversed order",
        "swapped key or point `x`",
        "swapped key or point `y`",
        "swapped key or point `point`",
        "changed default `True`",
    ]
    assert all('"untouched"' in one.text or "'untouched'" in one.text for one in of_function("m", "m.py", text, "C.load"))


def test_what_an_owner_says_is_changed_everywhere() -> None:
    assert [one.fault for one in of_owner("m", "m.py", 'register("jamba", True)\n')] == [
        "lost call `register('jamba', True)`",
        "swapped key or point `jamba`",
        "changed default `True`",
    ]
