"""Who is told apart before and after: names that a test loses must be keys that are registered for the point that took its place."""

from collections.abc import Mapping
from textwrap import dedent

import pytest
from proving import only, proved

from namebranch.parity.evidence import Evidence, Grade, Verdict
from namebranch.parity.parts.reach import OTHERS
from namebranch.parity.proof import Wanted

REGISTRY = """
    MODELS = {}

    def register(*keys):
        def keep(owner):
            for key in keys:
                MODELS[key] = owner
            return owner
        return keep

    def run(model_type, point, *arguments):
        owner = MODELS.get(model_type)
        return owner is not None and point in owner.hooks and owner.hooks[point](*arguments)
"""
BEFORE = """
    def apply(cfg):
        if cfg.model_type in ("jamba", "mixtral"):
            cfg.block = True
        if cfg.model_type == "jamba":
            cfg.mamba = True
"""
AFTER = """
    from pkg.registry import run

    def apply(cfg):
        run(cfg.model_type, "patches.apply", cfg)
        run(cfg.model_type, "patches.apply.2", cfg)
"""
Files = Mapping[str, str]


def owner(keys: tuple[str, ...], *points: str) -> str:
    """Return a module that registers keys for some points."""
    hooks = ", ".join(f'"{point}": act' for point in points)
    spelled = ", ".join(f'"{key}"' for key in keys)
    return f"""
from pkg.registry import register


def act(cfg):
    cfg.block = True


@register({spelled})
class Owner:
    hooks = {{{hooks}}}
"""


def reached(old: str, new: str, owners: Files | None = None, before: Files | None = None) -> Evidence:
    """Return what is shown of one module, and owners of models beside it."""
    return proved(
        {"pkg/registry.py": REGISTRY, "pkg/patches.py": dedent(old), **(before or {})},
        {"pkg/registry.py": REGISTRY, "pkg/patches.py": dedent(new), **(owners or {})},
        Wanted(parts=("reach",)),
    )


JAMBA, MIXTRAL = owner(("jamba",), "patches.apply", "patches.apply.2"), owner(("mixtral",), "patches.apply")
BOTH = {"pkg/models/jamba.py": JAMBA, "pkg/models/mixtral.py": MIXTRAL}


@pytest.mark.parametrize(
    ("old", "new", "owners", "before"),
    [
        pytest.param(BEFORE, AFTER, BOTH, {}, id="every name of every test is a key of its point"),
        pytest.param(
            BEFORE,
            BEFORE.replace('in ("jamba", "mixtral")', '== "mixtral"').replace(
                "def apply(cfg):", 'def apply(cfg):\n        run(cfg.model_type, "patches.apply", cfg)'
            ),
            {"pkg/models/jamba.py": owner(("jamba",), "patches.apply")},
            {},
            id="one name of a test moves, the others stay",
        ),
        pytest.param(
            'def apply(cfg):\n    run(cfg.model_type, "p", cfg)\n    if cfg.model_type == "mixtral":\n        cfg.block = True\n',
            'def apply(cfg):\n    run(cfg.model_type, "p", cfg)\n',
            {"pkg/models/jamba.py": owner(("jamba",), "p"), "pkg/models/mixtral.py": owner(("mixtral",), "p")},
            {"pkg/models/jamba.py": owner(("jamba",), "p")},
            id="the next model comes to a point that is there",
        ),
        pytest.param(
            'def apply(cfg):\n    kind = cfg.model_type\n    if kind not in ("jamba", "mixtral"):\n        return\n    cfg.block = True\n',
            'def apply(cfg):\n    kind = cfg.model_type\n    if not run(kind, "patches.apply", cfg):\n        return\n    cfg.block = True\n',
            {"pkg/models/jamba.py": JAMBA, "pkg/models/mixtral.py": MIXTRAL},
            {},
            id="a guard that says who does not leave",
        ),
        pytest.param(
            BEFORE,
            BEFORE.replace('cfg.model_type in ("jamba", "mixtral")', 'cfg.model_type == "jamba" or cfg.model_type == "mixtral"'),
            {},
            {},
            id="the same names in two tests",
        ),
        pytest.param(
            BEFORE,
            """
            def apply(cfg):
                if _blocks(cfg):
                    cfg.block = True
                if cfg.model_type == "jamba":
                    cfg.mamba = True

            def _blocks(cfg):
                return cfg.model_type in ("jamba", "mixtral")
            """,
            {},
            {},
            id="a test that moved to a function that is called",
        ),
        pytest.param(BEFORE, BEFORE.replace("cfg.block", "cfg.blocks"), {}, {}, id="the tests are as they were"),
        pytest.param(
            BEFORE + "\n    def late(cfg):\n        return 1 if apply(cfg) else cfg.is_jamba_derived\n",
            AFTER + "\n    def late(cfg):\n        return 1 if apply(cfg) else cfg.is_jamba_derived\n",
            BOTH,
            {},
            id="flags that are set elsewhere",
        ),
    ],
)
def test_who_is_told_apart_is_the_same(old: str, new: str, owners: Files, before: Files) -> None:
    claim = only(reached(old, new, owners, before))
    assert (claim.verdict, claim.grade) == (Verdict.SAME, Grade.PROVED), claim.reason
    assert claim.cases > 500


@pytest.mark.parametrize(
    ("old", "new", "owners", "names"),
    [
        pytest.param(BEFORE, "def apply(cfg):\n    pass\n", {}, {"jamba": "lost", "mixtral": "lost"}, id="a branch that is gone"),
        pytest.param(
            BEFORE,
            AFTER,
            {"pkg/models/jamba.py": JAMBA},
            {"mixtral": "lost"},
            id="a model that nobody registered",
        ),
        pytest.param(
            BEFORE,
            AFTER,
            BOTH
            | {
                "pkg/models/dbrx.py": owner(("dbrx",), "patches.apply"),
                "pkg/more.py": "def f(cfg):\n    return cfg.model_type == 'dbrx'\n",
            },
            {"dbrx": "gained"},
            id="a key that no test named, but one elsewhere",
        ),
        pytest.param(
            BEFORE,
            AFTER,
            BOTH | {"pkg/models/dbrx.py": owner(("dbrx",), "patches.apply")},
            {"dbrx": "gained"},
            id="a key that no test named",
        ),
        pytest.param(
            BEFORE,
            AFTER,
            BOTH | {"pkg/models/jamba.py": JAMBA.replace('"jamba"', '"jambas"')},
            {"jamba": "lost"},
            id="a misspelled key",
        ),
        pytest.param(BEFORE, BEFORE.replace('"mixtral"', '"dbrx"'), {}, {"mixtral": "lost", "dbrx": "gained"}, id="another name in a test"),
        pytest.param(
            'def apply(cfg):\n    if cfg.model_type.startswith("jamba"):\n        cfg.block = True\n',
            AFTER.replace('run(cfg.model_type, "patches.apply.2", cfg)', "pass"),
            {"pkg/models/jamba.py": owner(("jamba",), "patches.apply")},
            {OTHERS: "lost"},
            id="a prefix that became exact",
        ),
    ],
)
def test_who_is_told_apart_differs(old: str, new: str, owners: Files, names: Mapping[str, str]) -> None:
    found = reached(old, new, owners)
    claim = only(found)
    assert (claim.verdict, claim.differing) == (Verdict.DIFFERENT, len(names)), claim.reason
    assert {one.answers["name"]: one.new[0] for one in found.differences} == names


@pytest.mark.parametrize(
    ("old", "new", "owners", "said"),
    [
        pytest.param(
            BEFORE,
            "def apply(cfg):\n    elsewhere(cfg)\n",
            BOTH,
            "registered, but where it is asked for could not be seen",
            id="registered, but nobody asks",
        ),
        pytest.param(
            BEFORE,
            AFTER,
            {
                "pkg/models/jamba.py": owner(("jamba",), "patches.apply"),
                "pkg/models/mixtral.py": owner(("mixtral",), "patches.apply", "patches.apply.2"),
            },
            "which test became which point could not be told",
            id="the right names at the wrong points",
        ),
        pytest.param(
            """
            from pkg.adapters import JambaStateDictAdapter

            def apply(cfg, adapter):
                if isinstance(adapter, JambaStateDictAdapter):
                    cfg.block = True
            """,
            """
            def apply(cfg, adapter):
                if adapter.blocks:
                    cfg.block = True
            """,
            {},
            "not the same by the model types",
            id="a class that no table ties to a model",
        ),
        pytest.param(
            BEFORE,
            """
            RULES = []

            def rule(test):
                RULES.append(test)

            @rule
            def _(kind):
                return kind in ("jamba", "mixtral", "dbrx")

            def apply(cfg):
                cfg.block = any(test(cfg.model_type) for test in RULES)
            """,
            {},
            "told apart elsewhere, but how it comes there could not be seen: pkg/patches.py:8",
            id="tests that are called by nobody's name",
        ),
        pytest.param(
            "from liger import TABLE\n\ndef apply(cfg):\n    if cfg.model_type in TABLE:\n        cfg.block = 1\n",
            "from liger import OTHER\n\ndef apply(cfg):\n    if cfg.model_type in OTHER:\n        cfg.block = 1\n",
            {},
            "could not be followed",
            id="a table that nobody knows",
        ),
        pytest.param(BEFORE, BEFORE.replace('== "jamba"', '!= "jamba"'), {}, "says the opposite now", id="a test that says the opposite"),
    ],
)
def test_what_could_not_be_decided_is_open(old: str, new: str, owners: Files, said: str) -> None:
    claim = only(reached(old, new, owners))
    assert (claim.verdict, claim.grade) == (Verdict.OPEN, Grade.NOT_RUN)
    assert said in claim.reason


def test_a_key_that_is_taken_away_on_purpose_is_missed() -> None:
    (planted,) = reached(BEFORE, AFTER, BOTH).planted
    assert planted.caught
    assert planted.fault == "jamba is not there for patches.apply"


def test_a_function_that_decides_by_no_name_has_no_claim() -> None:
    assert reached("def apply(cfg):\n    return 1\n", "def apply(cfg):\n    return 2\n").claims == ()


def test_a_function_that_is_gone_says_whom_it_told_apart() -> None:
    old, new = (
        "def patch(cfg):\n    return cfg.model_type in ('jamba', 'dbrx')\n",
        "X = 'dbrx'\ndef other(kind):\n    return kind == 'dbrx'\n",
    )
    claim = only(reached(old, new))
    assert (claim.verdict, claim.grade, claim.subject) == (Verdict.OPEN, Grade.NOT_RUN, "pkg.patches:patch")
    assert "it tells apart dbrx, jamba" in claim.reason
    assert claim.reason.endswith("the new side names nowhere jamba")
