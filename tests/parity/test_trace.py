"""Two sides that do the same are found the same, whatever they look like; and where they part, it is found and told."""

from textwrap import dedent

import proving
import pytest

from namebranch.parity.evidence import Grade, Verdict
from namebranch.parity.proof import Wanted

CHAIN = """
    from lib.patches import for_jamba, for_gemma, fallback
    def load(cfg, model):
        if cfg.model_type == "jamba":
            for_jamba(model, cfg.width)
        elif cfg.model_type in ("gemma2", "gemma3"):
            for_gemma(model)
        else:
            fallback(model)
"""
SAME = [
    pytest.param(
        CHAIN,
        """
        from lib.patches import for_jamba, for_gemma, fallback
        HOOKS = {
            "jamba": lambda cfg, model: for_jamba(model, cfg.width),
            "gemma2": lambda cfg, model: for_gemma(model),
            "gemma3": lambda cfg, model: for_gemma(model),
        }
        def load(cfg, model):
            hook = HOOKS.get(cfg.model_type)
            if hook is not None:
                hook(cfg, model)
            else:
                fallback(model)
        """,
        id="a chain and a table of hooks",
    ),
    pytest.param(
        """
        def load(cfg):
            if cfg.model_type == "jamba" and cfg.fast:
                from lib.jamba import patch
                patch()
        """,
        """
        def _jamba(cfg):
            if cfg.fast:
                from lib.jamba import patch
                patch()
        def load(cfg):
            if cfg.model_type == "jamba":
                _jamba(cfg)
        """,
        id="a flag that moved into a hook",
    ),
    pytest.param(
        """
        def load(cfg):
            if cfg.model_type == "jamba":
                raise ValueError("no jamba here")
            return cfg.width
        """,
        """
        def refuse(kind):
            if kind == "jamba":
                raise ValueError("no jamba here")
        def load(cfg):
            refuse(cfg.model_type)
            return cfg.width
        """,
        id="a refusal with the same words",
    ),
    pytest.param(
        """
        class Loader:
            def load(self):
                if self.cfg.model_type == "jamba":
                    self.model.config.use_cache = False
        """,
        """
        class Loader:
            def load(self):
                self._adjust(self.cfg.model_type)
            def _adjust(self, kind):
                if kind == "jamba":
                    self.model.config.use_cache = False
        """,
        id="a method that became two",
    ),
    pytest.param(
        """
        import torch
        def load(model):
            if type(model).__name__ == "JambaForCausalLM":
                class Norm(torch.nn.Module):
                    def forward(self, x):
                        return x
                model.norm = Norm
            elif isinstance(model, torch.nn.Module):
                model.norm = None
        """,
        """
        import torch
        def _jamba(model):
            class Norm(torch.nn.Module):
                def forward(self, x):
                    return x
            model.norm = Norm
        def load(model):
            if type(model).__name__ == "JambaForCausalLM":
                _jamba(model)
            elif isinstance(model, torch.nn.Module):
                model.norm = None
        """,
        id="a nested class that moved",
    ),
    pytest.param(
        """
        from lib import Adapter
        class Log(Adapter):
            def say(self, words):
                self.log(words)
        LOG = Log("here", {})
        def load(cfg):
            if cfg.model_type == "jamba":
                LOG.say("jamba")
        """,
        """
        from lib import Adapter
        class Log(Adapter):
            def say(self, words):
                self.log(words)
        LOG = Log("here", {})
        WORDS = {"jamba": "jamba"}
        def load(cfg):
            if (words := WORDS.get(cfg.model_type)) is not None:
                LOG.say(words)
        """,
        id="an object of a class that inherits from one that is not there",
    ),
    pytest.param(
        """
        def load(cfg):
            def forward(x):
                if cfg.model_type == "jamba":
                    return x.narrow()
                return x
            return forward
        """,
        """
        NARROW = {"jamba": True}
        def load(cfg):
            def forward(x):
                return x.narrow() if NARROW.get(cfg.model_type) else x
            return forward
        """,
        id="a function that is handed on, and says the same in other words",
    ),
    pytest.param(
        """
        def load(cfg):
            if cfg.model_type == "jamba":
                return 1 if isinstance(cfg.rope, dict) and "scale" in cfg.rope else 2
            return 0 if isinstance(cfg.rope, (list, tuple)) or issubclass(cfg.kind, int) else 3
        """,
        """
        def load(cfg):
            if cfg.model_type != "jamba":
                return 3 if not isinstance(cfg.rope, list | tuple) and not issubclass(cfg.kind, int) else 0
            return 1 if isinstance(cfg.rope, dict) and "scale" in cfg.rope else 2
        """,
        id="values that may be of a kind",
    ),
    pytest.param(
        """
        def load(cfg):
            width = cfg.width
            if cfg.model_type == "jamba" and width is None:
                width = 8
            return width
        """,
        """
        def load(cfg):
            width = cfg.width
            if width is None and cfg.model_type == "jamba":
                return 8
            return width
        """,
        id="what is asked of a variable, is asked of what it was assigned",
    ),
    pytest.param(
        """
        from lib import Norm, patch
        def load(cfg):
            if cfg.model_type == "jamba":
                class Own(Norm):
                    def __init__(self, width, scale=True):
                        if not scale:
                            return
                        super().__init__(width)
                patch(Own)
        """,
        """
        from lib import Norm, patch
        def load(cfg):
            if cfg.model_type != "jamba":
                return
            class Own(Norm):
                def __init__(self, width, scale=True):
                    if not scale:
                        return
                    super().__init__(width)
            patch(Own)
        """,
        id="arms of a class that is handed on and reads the same",
    ),
    pytest.param(
        """
        def before(): return 1
        def load(cfg, m):
            exec("def made(x):\\n    return x + 1\\n", globals())
            if cfg.model_type == "jamba":
                m.forward = made
            cfg.keep(globals())
        """,
        """
        def load(cfg, m):
            exec("def made(x):\\n    return x + 1\\n", globals())
            if cfg.model_type in ("jamba",):
                m.forward = made
            cfg.keep(globals())
        def after(): return 2
        """,
        id="text that is run, and a namespace in which other things lie",
    ),
    pytest.param(
        """
        class Once:
            done = False
        def load(cfg):
            if cfg.model_type == "jamba" and not Once.done:
                Once.done = True
                cfg.patch()
        """,
        """
        class Once:
            done = False
        def load(cfg):
            if not Once.done and cfg.model_type == "jamba":
                Once.done = True
                cfg.patch()
        """,
        id="what was done once is undone before the next run",
    ),
]
DIFFERENT = [
    pytest.param(CHAIN, CHAIN.replace('("gemma2", "gemma3")', '("gemma2",)'), id="a name is lost"),
    pytest.param(CHAIN, CHAIN.replace('== "jamba"', '.startswith("jam")'), id="an equality became a beginning, and None is no text"),
    pytest.param(CHAIN, CHAIN.replace("cfg.width", "cfg.height"), id="another option is handed on"),
    pytest.param(CHAIN, CHAIN.replace("for_gemma(model)", "for_gemma(model, True)"), id="one more argument"),
    pytest.param(CHAIN, CHAIN.replace("            fallback(model)", "            pass"), id="the default is gone"),
    pytest.param(
        CHAIN,
        CHAIN.replace("            fallback(model)", "            fallback(model)\n            fallback(model)"),
        id="the default runs twice",
    ),
    pytest.param(
        "def load(cfg):\n    if cfg.model_type == 'jamba' and cfg.fast:\n        return 1\n",
        "def load(cfg):\n    if cfg.model_type == 'jamba':\n        return 1\n",
        id="the rest of a condition is gone",
    ),
    pytest.param(
        "def load(cfg, x):\n    x.first()\n    if cfg.model_type == 'jamba':\n        x.second()\n",
        "def load(cfg, x):\n    if cfg.model_type == 'jamba':\n        x.second()\n    x.first()\n",
        id="the order of two effects",
    ),
    pytest.param(
        "def load(cfg):\n    if cfg.model_type == 'jamba':\n        raise ValueError('no')\n",
        "def load(cfg):\n    if cfg.model_type == 'jamba':\n        raise TypeError('no')\n",
        id="another class of error",
    ),
    pytest.param(
        "def load(cfg, d):\n    if cfg.model_type == 'jamba':\n        d['a'] = 1\n",
        "def load(cfg, d):\n    if cfg.model_type == 'jamba':\n        d['b'] = 1\n",
        id="another key is written",
    ),
    pytest.param(
        "def load(cfg, m):\n    if cfg.model_type == 'jamba':\n        m.f = lambda x: x + 1\n",
        "def load(cfg, m):\n    if cfg.model_type == 'jamba':\n        m.f = lambda x: x + 2\n",
        id="another function is put in place",
    ),
    pytest.param(
        "def load(cfg):\n    def forward(x):\n        return x.a() if cfg.model_type == 'jamba' else x.b()\n    return forward\n",
        "def load(cfg):\n    def forward(x):\n        return x.a() if cfg.model_type == 'mamba' else x.b()\n    return forward\n",
        id="a function that is handed on, and says something else",
    ),
    pytest.param(
        "from a import norm\ndef load(cfg, m):\n    if cfg.model_type == 'jamba':\n        def f(x):\n            return norm(x)\n        m.f = f\n",
        "from b import norm\ndef load(cfg, m):\n    if cfg.model_type == 'jamba':\n        def f(x):\n            return norm(x)\n        m.f = f\n",
        id="the same text, holding on to another thing",
    ),
    *(
        pytest.param(
            f"{head}def load(cfg, m):\n    if cfg.model_type == 'jamba':\n        {one}\n",
            f"{head}def load(cfg, m):\n    if cfg.model_type == 'jamba':\n        {other}\n",
            id=name,
        )
        for name, head, one, other in (
            (
                "other arguments of a partial",
                "from functools import partial\nfrom lib import f\n",
                "m.f = partial(f, 1)",
                "m.f = partial(f, 2)",
            ),
            (
                "another property",
                "",
                "m.K = type('K', (), {'p': property(lambda s: 1)})",
                "m.K = type('K', (), {'p': property(lambda s: 2)})",
            ),
            (
                "another way to make one",
                "",
                "m.K = type('K', (), {'__new__': lambda c: 1})",
                "m.K = type('K', (), {'__new__': lambda c: 2})",
            ),
            ("another range", "", "m.layers = range(4)", "m.layers = range(5)"),
            ("another pattern", "import re\n", "m.names = re.compile('a')", "m.names = re.compile('b')"),
        )
    ),
]


def files(text: str) -> dict[str, str]:
    """Return the tree of one module."""
    return {"pkg/loader.py": dedent(text)}


@pytest.mark.parametrize(("old", "new"), SAME)
def test_the_same(old: str, new: str) -> None:
    found = proving.proved(files(old), files(new))
    claim = next(one for one in found.claims if one.subject.rpartition(":")[2].rpartition(".")[2] == "load")
    assert (claim.verdict, claim.grade, claim.uncovered) == (Verdict.SAME, Grade.EXHAUSTIVE, ()), found.differences[:1]
    assert claim.cases > 2
    assert [one.caught for one in found.planted if one.claim == claim.id] == [True]


@pytest.mark.parametrize(("old", "new"), DIFFERENT)
def test_different(old: str, new: str) -> None:
    found = proving.proved(files(old), files(new))
    claim = proving.only(found)
    assert (claim.verdict, found.equal) == (Verdict.DIFFERENT, False)
    assert found.differences[0].answers
    assert found.differences[0].old != found.differences[0].new


def test_what_is_written_to_a_module_under_test_is_told() -> None:
    beside = {"pkg/state.py": "MODE = 1\n", "pkg/__init__.py": ""}
    old, new = (
        files(f"from pkg import state\ndef load(cfg):\n    if cfg.model_type == 'jamba':\n        state.MODE = {mode}\n") | beside
        for mode in (2, 3)
    )
    new["pkg/state.py"] += "LATER = 1\n"  # what changed is run itself
    claim, found = proving.only(evidence := proving.proved(old, new)), evidence.differences[0]
    assert claim.verdict is Verdict.DIFFERENT
    assert (found.old[0], found.new[0]) == ("set pkg.state.MODE 2", "set pkg.state.MODE 3")


def test_what_did_not_change_is_not_compared() -> None:
    assert proving.proved(files(CHAIN), files(CHAIN + "\n    # a comment\n")).claims == ()


def test_an_arm_that_nothing_reaches_is_named_and_the_claim_stays_open() -> None:
    old = "def load(cfg):\n    if cfg.model_type == 'jamba':\n        if 1 > 2:\n            return 1\n        return 2\n"
    claim = proving.only(proving.proved(files(old), files(old.replace("return 2", "return  2 + 0"))))
    assert (claim.verdict, claim.uncovered) == (Verdict.OPEN, ("old pkg/loader.py:4", "new pkg/loader.py:4"))


def test_a_run_that_a_stand_in_ends_covers_nothing() -> None:
    old = "import math\ndef load(cfg):\n    if cfg.model_type == 'jamba':\n        cfg.go()\n        return math.sqrt(cfg.width)\n    return 0\n"
    claim = proving.only(proving.proved(files(old), files(old.replace("return 0", "return 0 * 1"))))
    assert claim.verdict is Verdict.OPEN
    assert "stand-in" in claim.reason
    assert claim.uncovered


def test_a_function_that_only_one_side_has_is_told() -> None:
    old = "def load(cfg):\n    return cfg.model_type == 'jamba'\n"
    claim = proving.only(proving.proved(files(old), {"pkg/loader.py": "x = 1\n"}))
    assert (claim.verdict, claim.grade) == (Verdict.OPEN, Grade.NOT_RUN)
    assert "--function" in claim.reason


def test_a_function_that_moved_as_it_is_is_paired_by_its_body() -> None:
    text = "def load(cfg):\n    return cfg.model_type == 'jamba'\n"
    assert proving.proved({"pkg/a.py": text}, {"pkg/b.py": text}).claims == ()


def test_a_function_is_compared_where_a_constant_that_it_asks_lost_a_name() -> None:
    use = "from pkg.names import FUSED\ndef load(cfg):\n    if cfg.model_type in FUSED:\n        return 1\n"
    old, new = ({"pkg/a.py": use, "pkg/names.py": f"FUSED = {names}\n"} for names in ("('jamba', 'dbrx')", "('jamba',)"))
    found = proving.proved(old, new)
    assert proving.only(found).verdict is Verdict.DIFFERENT
    assert {one.answers["cfg.model_type"] for one in found.differences} == {"'dbrx'"}


def test_a_moved_and_renamed_function_is_compared_when_it_is_named() -> None:
    old, new = "def load(cfg):\n    return cfg.model_type == 'jamba'\n", "def fetch(cfg):\n    return cfg.model_type in ('jamba',)\n"
    wanted = Wanted(parts=("trace",), functions=("pkg.a:load=pkg.b:fetch",))
    found = proving.proved({"pkg/a.py": old}, {"pkg/b.py": new}, wanted)
    assert proving.only(found).verdict is Verdict.SAME


def test_where_there_are_too_many_cases_some_are_drawn_by_the_seed() -> None:
    tests = "".join(f"    if cfg.o{number}:\n        cfg.n{number}()\n" for number in range(12))
    old = f"def load(cfg):\n    if cfg.model_type == 'jamba':\n        cfg.go()\n{tests}"
    new = old.replace("cfg.go()", "cfg.go(*())")
    wanted = Wanted(parts=("trace",), cases=300, seed=7)
    one, other = (proving.proved(files(old), files(new), wanted) for _ in range(2))
    assert (proving.only(one).grade, one.claims) == (Grade.SAMPLED, other.claims)
    assert proving.only(one).cases == 300
