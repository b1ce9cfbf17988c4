"""The first look at a model's own file: where names are asked for, kept, handed on or registered, and not where they are only spelled."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer.extracting.bearing import Bearing, Heirs, Members, Uses, holders
from namebranch.analyzer.extracting.screening import Opening

SECONDS = 5
SUBJECTS, FAMILIES = ["model_type", ".__name__"], ["qwen", "jamba"]


def names_model(line: str) -> bool:
    """Whether a line names a model."""
    return "qwen" in line.lower() or "jamba" in line.lower()


BEARING = Bearing(SUBJECTS, ["kinds"], FAMILIES, names_model)
OPENING = Opening(SUBJECTS, FAMILIES, names_model)

LOOKED_AT = [
    pytest.param('if cfg.model_type == "qwen3":', [1], id="a subject that is asked"),
    pytest.param("kind = cfg.model_type", [1], id="a subject that is read"),
    pytest.param('cfg.model_type = "qwen3"', [1], id="a subject of another that is set"),
    pytest.param('if name == "qwen3":', [1], id="a name that is asked for"),
    pytest.param('if "qwen3" in name:', [1], id="a name that is looked for in another"),
    pytest.param('if name in (\n    "other",\n    "qwen3",\n):', [3], id="a name in a display over several lines"),
    pytest.param('if name.startswith(("qwen", "jamba")):', [1], id="a beginning"),
    pytest.param('if re.match(r"^qwen", name):', [1], id="a pattern"),
    pytest.param('case "qwen3":', [1], id="a case"),
    pytest.param('return "qwen3"', [1], id="a name that is handed back"),
    pytest.param('hit(name, ("qwen3", "jamba"))', [1], id="names that are handed on"),
    pytest.param('KINDS = {\n    "x": 1,\n    "qwen3": 2,\n}', [3], id="a table"),
    pytest.param('TABLE["qwen3"] = f', [1], id="an entry of a table"),
    pytest.param('class Owner:\n    kinds = ("qwen3",)', [2], id="the key of a registry"),
    pytest.param('register_model("qwen3", f)', [1], id="a registration"),
    pytest.param('@register(\n    "qwen3",\n)\nclass A: ...', [2], id="a registration over several lines"),
    pytest.param(
        'class A:\n    own = ["qwen3"]\n    def f(self, c):\n        return c.model_type in self.own', [2, 4], id="a member that is asked"
    ),
]
PASSED_OVER = [
    pytest.param('class A:\n    model_type = "qwen3"', id="the one name of a configuration"),
    pytest.param('model_type: str = "qwen3"  # its own', id="the same, annotated"),
    pytest.param('spec(model_type="qwen3", x=1)', id="a name that is given under a subject"),
    pytest.param('log(f"{type(self).__name__} is slow")', id="a subject that is only shown"),
    pytest.param("# if cfg.model_type == 'qwen3'", id="a comment"),
    pytest.param('"""The model_type that is used."""', id="prose"),
    pytest.param('x = load("qwen/qwen3-8b")', id="a checkpoint that is loaded"),
    pytest.param("class QwenModel(Base):\n    def qwen(self): ...", id="classes and functions that are called so"),
    pytest.param("from .qwen import QwenModel", id="an import"),
    pytest.param('self.register_buffer("cache", x)', id="what is registered and is no name"),
    pytest.param('KINDS = ("eager", "sdpa")', id="a constant of other words"),
    pytest.param('class A:\n    own = ["qwen3"]', id="a member that nobody asks for"),
    pytest.param("", id="nothing"),
]


@pytest.mark.parametrize(("text", "lines"), LOOKED_AT)
def test_what_may_bear_on_others_is_looked_at(text: str, lines: list[int]) -> None:
    assert BEARING.lines(text.encode())[0] == tuple(lines)


@pytest.mark.parametrize("text", PASSED_OVER)
def test_what_only_spells_names_is_passed_over(text: str) -> None:
    assert BEARING.lines(text.encode()) == ((), ())


def test_the_classes_around_it_are_read_where_their_line_names_a_model() -> None:
    text = 'class Other:\n    class QwenInner:\n        def f(self, c):\n            return c.model_type == "x"\n\nclass Qwen: ...\n'
    assert BEARING.lines(text.encode()) == ((4,), (2,))


PARTS = [
    "model_type",
    "x.__name__",
    '"qwen3"',
    "'jamba'",
    " == ",
    " in ",
    "(",
    ")",
    "[",
    "]",
    "\n",
    "\n    ",
    "class Qwen:",
    "def f(self): ",
    "return ",
]
PARTS += ["self.a", "a = ", "KINDS = ", "kinds = ", "register(", ", ", "#", '"""', " is ", "é", "\r\n", 'f"{', "}", "import qwen"]


@given(st.lists(st.sampled_from(PARTS)).map("".join))
def test_no_line_is_looked_at_that_would_not_be_in_shared_code(text: str) -> None:
    lines, brief = BEARING.lines(text.encode())
    whole, all_brief = OPENING.lines(text.encode())
    assert set(lines) <= set(whole)
    assert set(brief) <= {*whole, *all_brief}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("if supported:", (1,), id="a name"),
        pytest.param("if not supported and x:", (1,), id="between operators"),
        pytest.param("x = a.supported(y)", (1,), id="an attribute"),
        pytest.param('getattr(x, "supported")', (1,), id="a string of its own"),
        pytest.param("import supported as y", (1,), id="an import"),
        pytest.param("supported = 1", (1,), id="what a module sets"),
        pytest.param("self.supported = 1", (1,), id="what is kept on an object"),
        pytest.param("    supported = 1", (), id="what a function or a class sets"),
        pytest.param("# supported", (), id="a comment"),
        pytest.param("both are supported here", (), id="prose before a word"),
        pytest.param("only two are supported", (), id="prose behind a word"),
        pytest.param('raise ValueError("not supported")', (), id="the end of a message"),
        pytest.param("None of it is not supported. So", (), id="the end of a sentence"),
        pytest.param("x = 1  # not supported", (), id="a comment behind code"),
        pytest.param(">>> supported", (), id="an example"),
        pytest.param("`supported`", (), id="in back quotes"),
        pytest.param("x = {'a\\'s': \"it's\", 'b': supported}", (1,), id="behind strings with quotes in them"),
        pytest.param(f"{'x = 1; ' * 100}raise E('supported or not')", (1,), id="far behind on a long line, where nobody looks for strings"),
    ],
)
def test_a_word_is_used_where_it_can_be_an_identifier(text: str, lines: tuple[int, ...]) -> None:
    assert Uses(["supported"]).lines(text.encode())[0] == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("from a import Norm\nclass A(Norm):\n    norm = Norm(1)\ndef f() -> Norm: ...\n__all__ = ['Norm']", (), id="never"),
        pytest.param("from a import Norm\nisinstance(x, Norm)\ny = Norm(1)", (1, 2, 3), id="in a test, and then all of them"),
        pytest.param("from a import (\n    Norm,\n)\nx = Norm()", (), id="an import over several lines"),
        pytest.param("from a import norm\nnorm(x)", (1, 2), id="a function is asked for where it is called"),
    ],
)
def test_a_class_is_used_where_it_is_asked_for(text: str, lines: tuple[int, ...]) -> None:
    assert Uses(["Norm", "norm"]).lines(text.encode())[0] == lines


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("x = [" + "cfg.model_type == 'qwen3', " * 20_000 + "]", id="tests"),
        pytest.param("x = '" + 'model_type " ' * 20_000 + "'", id="prose with quotes"),
        pytest.param("class A: " + "self.a = self.model_type; " * 20_000, id="members"),
        pytest.param("if (" * 20_000 + "model_type in (" * 20_000, id="brackets"),
        pytest.param("from a import " + "Norm, " * 20_000, id="an import"),
    ],
)
def test_a_line_of_half_a_megabyte_takes_no_more_than_moments(line: str) -> None:
    started = process_time()
    BEARING.lines(line.encode())
    Uses(["model_type", "Norm", "a"]).lines(line.encode())
    Heirs(["model_type", "a"], FAMILIES).lines(line.encode())
    Members(["model_type", "a"], ["A"], names_model).lines(line.encode())
    assert process_time() - started < SECONDS


CONFIGURED = (
    'from qwen.a import (\n    QwenConfig,\n)\nclass QwenConfig:\n    model_type = "qwen3"\nclass Other(Base):\n    model_type = "y"\n'
)


def test_a_class_that_is_asked_for_by_name_gives_its_member_and_where_it_comes_from() -> None:
    assert Members(["model_type"], ["QwenConfig"], names_model).lines(CONFIGURED.encode()) == ((5,), (1, 4))


def test_a_file_without_the_class_gives_nothing() -> None:
    assert Members(["model_type"], ["JambaConfig"], names_model).lines(CONFIGURED.encode()) == ((), ())


def test_heirs_are_read_where_they_set_a_member_to_names_with_what_they_inherit_from() -> None:
    text = "from a import Base\nfrom b import Other\nclass Heir(Base):\n    kinds = ['qwen3']\nclass Third(Other):\n    kinds = ['x']\n"
    assert Heirs(["kinds"], FAMILIES).lines(text.encode()) == ((1, 3, 4), ())
    assert Heirs(["others"], FAMILIES).lines(text.encode()) == ((), ())


def test_classes_are_asked_for_the_name_that_they_hold() -> None:
    text = b"x = QwenConfig.model_type\ny = self.model_type\nz = cfg.model_type\nJambaConfig.other\n"
    assert holders(text, SUBJECTS) == {"QwenConfig"}
