"""What stood in a function is there still, or was moved as it is: nothing is lost on the way, and nothing comes in."""

from collections.abc import Mapping
from textwrap import dedent

import pytest
from proving import proved, tree

from namebranch.parity.dispatch import definitions
from namebranch.parity.evidence import Claim, Evidence, Grade, Verdict
from namebranch.parity.proof import Wanted
from namebranch.parity.statements import pieces
from namebranch.parity.tree import functions

REGISTRY = """
    MODELS = {}

    def register(*keys):
        def keep(owner):
            for key in keys:
                MODELS[key] = owner
            return owner
        return keep

    def run(model_type, point, *arguments):
        return MODELS[model_type].hooks[point](*arguments)
"""
BEFORE = """
    class Patches:
        def apply(self):
            self.before()
            if self.cfg.model_type == "jamba" and self.cfg.packing:
                from .kernels import patch
                patch(self.cfg.layers)
                self._report("patched")
            if self.cfg.model_type == "mixtral":
                self.cfg.block = True
"""
AFTER = """
    from pkg.registry import run

    class Patches:
        def apply(self):
            self.before()
            run(self.cfg.model_type, "patches.apply", self, self._report)
            run(self.cfg.model_type, "patches.apply.2", self, self._report)
"""
JAMBA = """
    from pkg.registry import register


    def apply(context: object, report):
        if context.cfg.packing:
            from pkg.kernels import patch

            patch(context.cfg.layers)
            report("patched")


    @register("jamba")
    class Owner:
        hooks = {"patches.apply": apply}
"""
MIXTRAL = """
    from pkg.registry import register


    def apply(context: object, report):
        context.cfg.block = True


    @register("mixtral")
    class Owner:
        hooks = {"patches.apply.2": apply}
"""
OWNERS = {"pkg/models/jamba.py": JAMBA, "pkg/models/mixtral.py": MIXTRAL}
Files = Mapping[str, str]


def compared(old: str, new: str, owners: Files | None = None) -> Evidence:
    """Return what is shown of one module, and owners of models beside it."""
    return proved(
        {"pkg/registry.py": REGISTRY, "pkg/patches.py": dedent(old)},
        {"pkg/registry.py": REGISTRY, "pkg/patches.py": dedent(new), **(owners or {})},
        Wanted(parts=("body",)),
    )


def of(found: Evidence, subject: str) -> Claim:
    """Return the claim about a function or a module."""
    return next(claim for claim in found.claims if claim.subject.endswith(subject))


def test_what_was_moved_as_it_is_is_found_with_its_renames() -> None:
    found = compared(BEFORE, AFTER, OWNERS)
    claim = of(found, "Patches.apply")
    assert (claim.verdict, claim.grade, claim.cases) == (Verdict.SAME, Grade.PROVED, 6)
    assert claim.reason == (
        "5 of 6 statements and conditions moved; as self.cfg → context.cfg, .kernels → pkg.kernels, self._report → report"
    )
    assert {one.subject: one.verdict for one in found.claims if one is not claim} == dict.fromkeys(OWNERS, Verdict.SAME)
    assert all(one.caught for one in found.planted)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(BEFORE, BEFORE.replace('== "mixtral"', 'in ("mixtral", "dbrx")'), id="only a test by name changed"),
        pytest.param(
            BEFORE,
            BEFORE.replace('if self.cfg.model_type == "mixtral":\n                self.cfg.block = True', "self._mixtral()")
            + '\n        def _mixtral(self):\n            if self.cfg.model_type == "mixtral":\n                self.cfg.block = True\n',
            id="moved to a method that is called",
        ),
        pytest.param(
            BEFORE,
            BEFORE.replace("def apply(self):", 'def apply(self):\n            """Words."""').replace(
                "self.before()", "(self\n             .before())"
            ),
            id="words and layout",
        ),
        pytest.param(
            "def f(cfg):\n    if cfg.model_type != 'jamba':\n        return\n    go(cfg)\n",
            "def f(cfg):\n    if cfg.model_type == 'jamba':\n        go(cfg)\n",
            id="an arm that was left early stands inside",
        ),
    ],
)
def test_what_is_not_lost(old: str, new: str) -> None:
    claims = [claim for claim in compared(old, new).claims if "not found" in claim.reason]
    assert claims == []


@pytest.mark.parametrize(
    ("owners", "said"),
    [
        pytest.param(
            {**OWNERS, "pkg/models/jamba.py": JAMBA.replace('report("patched")', "pass")},
            "self._report('patched')",
            id="a statement that was lost",
        ),
        pytest.param(
            {**OWNERS, "pkg/models/jamba.py": JAMBA.replace("cfg.layers", "cfg.depth")}, "patch(self.cfg.layers)", id="another argument"
        ),
        pytest.param(
            {**OWNERS, "pkg/models/jamba.py": JAMBA.replace("if context.cfg.packing:", "if True:")},
            "self.cfg.packing",
            id="a condition that was lost",
        ),
        pytest.param(
            {**OWNERS, "pkg/models/jamba.py": JAMBA.replace("pkg.kernels", "pkg.other")}, "from .kernels import patch", id="another module"
        ),
        pytest.param({"pkg/models/jamba.py": JAMBA}, "self.cfg.block = True", id="a model that was forgotten"),
    ],
)
def test_what_is_lost_is_named(owners: Files, said: str) -> None:
    claim = of(compared(BEFORE, AFTER, owners), "Patches.apply")
    assert (claim.verdict, claim.grade, claim.cases) == (Verdict.OPEN, Grade.NOT_RUN, 0)
    assert "not found: pkg/patches.py:" in claim.reason
    assert said in claim.reason


def test_what_comes_in_is_named() -> None:
    claim = of(compared(BEFORE, BEFORE.replace("self.before()", "self.before()\n            self.more()")), "Patches.apply")
    assert claim.verdict is Verdict.OPEN
    assert "new: pkg/patches.py:4 self.more()" in claim.reason


@pytest.mark.parametrize(
    "owners",
    [
        pytest.param(
            {**OWNERS, "pkg/models/jamba.py": JAMBA.replace('@register("jamba")', '@register("dbrx")\n    @register("jamba")')},
            id="one key more than the arm named",
        ),
        pytest.param({**OWNERS, "pkg/models/jamba.py": JAMBA.replace('"jamba"', '"mixtral"')}, id="the key of another arm"),
    ],
)
def test_a_key_that_its_arm_did_not_name_is_open(owners: Files) -> None:
    claim = of(compared(BEFORE, AFTER, owners), "jamba.py")
    assert claim.verdict is Verdict.OPEN
    assert claim.reason.startswith("keys that no arm named: ")


def test_a_proof_by_running_is_not_incomplete_for_another_way_of_writing() -> None:
    old = "def f(cfg):\n    x = 1\n    if cfg.model_type == 'jamba':\n        x = 2\n    return x\n"
    new = "def f(cfg):\n    return 2 if cfg.model_type == 'jamba' else 1\n"
    alone = proved({"pkg/a.py": old}, {"pkg/a.py": new}, Wanted(parts=("body",)))
    both = proved({"pkg/a.py": old}, {"pkg/a.py": new}, Wanted(parts=("body", "trace"), seconds=5))
    assert (alone.equal, alone.complete) == (True, False)
    assert (both.equal, both.complete) == (True, True)


def test_a_piece_says_where_it_stands_and_how_it_is_spelled() -> None:
    module = tree("t", {"pkg/patches.py": BEFORE}).modules["pkg.patches"]
    assert list(functions(module)) == ["Patches.apply"]
    found = list(pieces(definitions(module)["Patches.apply"], module, ()))
    assert [(one.line, one.text) for one in found][:3] == [
        (3, "self.before()"),
        (4, "self.cfg.model_type == 'jamba'"),
        (4, "self.cfg.packing"),
    ]
    assert found[2].spelled == {"cfg": "self.cfg"}


def test_a_chain_of_any_length_is_cut() -> None:
    arms = "".join(f"    elif x == {number}:\n        f({number})\n" for number in range(900))
    module = tree("t", {"pkg/a.py": f"def g(x):\n    if x == -1:\n        f(-1)\n{arms}"}).modules["pkg.a"]
    assert len(list(pieces(definitions(module)["g"], module, ()))) == 2 * 901


def test_a_module_that_does_not_parse_is_no_reason_to_stop() -> None:
    old = {"pkg/a.py": "def f(cfg):\n    return cfg.model_type == 'jamba'\n", "pkg/b.py": "print 'x'\n"}
    new = {"pkg/a.py": "def f(cfg):\n    return cfg.model_type in ('jamba',)\n", "pkg/b.py": "print 'y'\n"}
    found = proved(old, new, Wanted(parts=("body", "reach")))
    assert [(claim.part, claim.verdict) for claim in found.claims] == [("reach", Verdict.SAME)]


SIZED = """
    def size(cfg, other):
        width = other
        if cfg.model_type == "jamba":
            width = cfg.width * 2
        return width
"""
ASKED = """
    from pkg.registry import ask

    def size(cfg, other):
        width = other
        if (answer := ask(cfg.model_type, "patches.size", cfg)) is not None:
            width = answer
        return width
"""
SIZES = {
    "pkg/models/jamba.py": """
    from pkg.registry import register


    def size(cfg):
        width = cfg.width * 2
        return width


    @register("jamba")
    class Owner:
        hooks = {"patches.size": size}
"""
}


@pytest.mark.parametrize(
    ("new", "verdict"),
    [
        pytest.param(ASKED, Verdict.SAME, id="what the hook answered"),
        pytest.param(ASKED.replace("width = answer", "width = answer + 1"), Verdict.OPEN, id="more than that"),
        pytest.param(ASKED.replace("width = answer", "width = cfg"), Verdict.OPEN, id="something else"),
    ],
)
def test_to_bind_what_a_hook_answered_is_no_statement_of_its_own(new: str, verdict: Verdict) -> None:
    claim = of(compared(SIZED, new, SIZES), ":size")
    assert claim.verdict is verdict, claim.reason
