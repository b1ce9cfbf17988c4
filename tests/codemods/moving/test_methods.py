"""Methods that need nothing of their class become functions, called as they were; all others stay."""

from textwrap import dedent

import pytest

from namebranch.codemods.editing.document import Document
from namebranch.codemods.moving.gathering import NotMovable
from namebranch.codemods.moving.methods import functions

NAME = "_patch_jamba"
PLUGIN = """\
# Kernels.
@mark
class Plugin:
    rate = 3

    def run(self, kind):
        if kind == "jamba":
            return {call}
        return self.rate

{method}

    def last(self):
        return 0
"""
PLAIN = "    def _patch_jamba(self):\n        return 7\n"
CALL = "self._patch_jamba()"


def module(method: str = PLAIN, call: str = CALL, more: str = "") -> str:
    """Return a module with a class that holds a method."""
    return "def mark(cls):\n    return cls\n\n\n" + PLUGIN.format(method=method.rstrip(), call=call) + more


def freed(text: str, said: str = "") -> str:
    """Return the module with its method as a function; *said* is what other files say."""
    document, _ = functions(Document(path="framework/kernels.py", data=text.encode()), (NAME,), lambda word: word in said.split())
    return document.text


def answers(text: str) -> tuple[object, object]:
    """Return what the class says for the model, and for another one."""
    names: dict[str, object] = {}
    exec(text, names)  # noqa: S102  our own text
    plugin = names["Plugin"]
    assert callable(plugin)
    return plugin().run("jamba"), plugin().run("llama")


@pytest.mark.parametrize(
    ("method", "call", "head"),
    [
        pytest.param(PLAIN, CALL, "def _patch_jamba():", id="an object that nothing reads is not handed over"),
        pytest.param(
            "    # It is fast.\n    def _patch_jamba(self, *, by=2):\n        return self.rate * by\n",
            "self._patch_jamba(by=3)",
            "# It is fast.\ndef _patch_jamba(self, *, by=2):",
            id="an object that is read is handed over, and the comment above goes along",
        ),
        pytest.param(
            "    def _patch_jamba(self, by, *more):\n        return by, more\n",
            "self._patch_jamba(1, 2)",
            "def _patch_jamba(by, *more):",
            id="the other arguments stay",
        ),
        pytest.param(
            "    def _patch_jamba(self, *more):\n        return more\n",
            CALL,
            "def _patch_jamba(self, *more):",
            id="an object before a star stays, though nothing reads it",
        ),
        pytest.param(
            "    @staticmethod\n    def _patch_jamba(by=2):\n        return by\n",
            "self._patch_jamba(by=5)",
            "def _patch_jamba(by=2):",
            id="a static method",
        ),
        pytest.param(
            "    def _patch_jamba(self, left=2):\n        return left and [self.rate, self._patch_jamba(left - 1)]\n",
            CALL,
            "def _patch_jamba(self, left=2):",
            id="a method that calls itself",
        ),
        pytest.param(
            '    def _patch_jamba(self):\n        return """\n    as it stands\n"""\n',
            CALL,
            "def _patch_jamba():",
            id="a string over lines",
        ),
    ],
)
def test_it_becomes_a_function_and_answers_as_it_did(method: str, call: str, head: str) -> None:
    before = module(method, call)
    after = freed(before)
    assert f"{head}\n" in after
    assert f"{head.splitlines()[-1]}\n" in after.partition("# Kernels.\n@mark\nclass Plugin")[0]
    assert "self._patch_jamba" not in after
    assert answers(after) == answers(before)


def test_all_else_stays_as_it_was() -> None:
    assert freed(module()) == dedent("""\
        def mark(cls):
            return cls


        def _patch_jamba():
            return 7


        # Kernels.
        @mark
        class Plugin:
            rate = 3

            def run(self, kind):
                if kind == "jamba":
                    return _patch_jamba()
                return self.rate

            def last(self):
                return 0
        """)


@pytest.mark.parametrize(
    ("text", "said", "code", "words"),
    [
        pytest.param(module(), "_patch_jamba", "R10", "somebody else speaks of it", id="another file calls it"),
        pytest.param(module(), "_patch_", "R10", "somebody else speaks of it", id="another file puts its name together"),
        pytest.param(module(more="\nNAMES = ['_patch_jamba']\n"), "", "R10", "somebody else speaks of it", id="a string spells it"),
        pytest.param(
            module(call='getattr(self, f"_patch_{kind}")()'),
            "",
            "R10",
            "somebody else speaks of it",
            id="its name is put together in its module",
        ),
        pytest.param(module(call="self._patch_jamba"), "", "R10", "does more than to call it", id="it is handed on"),
        pytest.param(
            module(more="\nPlugin()._patch_jamba()\n"), "", "R10", "does more than to call it", id="called from outside of its class"
        ),
        pytest.param(
            module(call="self.last() or other._patch_jamba()"), "", "R10", "does more than to call it", id="called of another object"
        ),
        pytest.param(module(more="\n_patch_jamba = 1\n"), "", "R10", "means something else", id="its name is taken"),
        pytest.param(module("    @property\n" + PLAIN), "", "R10", "decorated", id="a property"),
        pytest.param(
            module("    def _patch_jamba(*all):\n        return all\n"),
            "",
            "R10",
            "among all its arguments",
            id="an object that has no name",
        ),
        pytest.param(
            module("    def _patch_jamba(self):\n        self = None\n        return self\n"),
            "",
            "R10",
            "gives self anew",
            id="another object",
        ),
        pytest.param(
            module("    def _patch_jamba(self):\n        return super().run(0)\n"),
            "",
            "X5",
            "means the class",
            id="what its class inherits",
        ),
        pytest.param(module("    def _patch_jamba(self):\n        return __class__\n"), "", "X5", "means the class", id="its class"),
        pytest.param(
            module("    def _patch_jamba(self):\n        return self._rate\n"), "", "X5", "keeps to itself", id="a private attribute"
        ),
        pytest.param(
            module("    def _patch_jamba(self):\n        return self.run.__a\n"), "", "X5", "keeps to itself", id="a mangled name"
        ),
        pytest.param(
            module(call="self._patch_jamba (\n            )"), "", "R10", "spelled over several lines", id="a call that is spelled oddly"
        ),
    ],
)
def test_it_stays_where(text: str, said: str, code: str, words: str) -> None:
    with pytest.raises(NotMovable, match=words) as reason:
        freed(text, said)
    assert reason.value.code == code


def test_a_method_that_others_may_call_stays() -> None:
    text = module().replace("_patch_jamba", "patch_jamba")
    with pytest.raises(NotMovable, match="anybody who has one may call"):
        functions(Document(path="framework/kernels.py", data=text.encode()), ("patch_jamba",), lambda _: False)


@pytest.mark.parametrize(
    "more",
    [
        pytest.param("\n\nclass Other(Plugin):\n    def _patch_jamba(self):\n        return 8\n", id="a class below has its own"),
        pytest.param("\n\ndef _patch_jamba():\n    return 8\n", id="a function has its name"),
    ],
)
def test_a_name_of_two_is_left_alone(more: str) -> None:
    assert freed(module(more=more)) == module(more=more)
