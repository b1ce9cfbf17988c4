"""What shared code asks of a model, and what classes of a registry let a descriptor say."""

from collections.abc import Mapping
from textwrap import dedent

import pytest

from namebranch.analyzer.inventory import Zone
from namebranch.analyzer.scanned import File
from namebranch.codemods.onboarding.asked import slots
from namebranch.codemods.onboarding.example import made, smallest
from namebranch.codemods.onboarding.fields import classes, fields
from namebranch.codemods.onboarding.guide import Owned, Slot
from namebranch.registry.dialects.load import take


def file(text: str, path: str = "pkg/x.py", zone: Zone = Zone.SHARED) -> File:
    """Return a file as it was read."""
    return File(path=path, data=dedent(text).encode(), digest=b"", zone=zone, owner=None, subsystem="x")


def told(text: str, dialect: str = "vendored") -> list[tuple[str, str, tuple[str, ...], str, str]]:
    """Return what a text asks, in the words of a dialect."""
    spelled = take(dialect, "pkg") if dialect == "vendored" else take(dialect)
    return [(slot.name, slot.kind, slot.arguments, slot.default, slot.role) for slot in slots([file(text)], spelled)]


@pytest.mark.parametrize(
    ("text", "dialect", "expected"),
    [
        pytest.param('model_fact("a.b", cfg.t, False)', "vendored", [("a.b", "fact", (), "False", "")], id="a fact with its default"),
        pytest.param(
            'x = ask_model_hook("a.b", k, cfg, self.m, default=f(1))',
            "vendored",
            [("a.b", "value", ("cfg", "self.m"), "f(1)", "")],
            id="a value hook with what it is handed",
        ),
        pytest.param('if not run_model_hook("a", k):\n    pass', "vendored", [("a", "effect", (), "", "")], id="an effect hook"),
        pytest.param(
            'ask_model_hook("a", k, default=DECLINED)',
            "vendored",
            [("a", "value", (), "", "")],
            id="a default that leaves what stands there",
        ),
        pytest.param(
            'adjust_by_model_hook("a", k, v, w)', "vendored", [("a", "adjust", ("w",), "", "")], id="what is adjusted is no argument"
        ),
        pytest.param('model_can("a", k)', "vendored", [("a", "capability", (), "", "")], id="a capability"),
        pytest.param(
            'model_fact(k, "flops", "count", None)',
            "automodel",
            [("count", "fact", (), "None", "flops")],
            id="a fact of one of the model's files",
        ),
        pytest.param("get_ptq_spec(t).device_map", "modelopt", [("device_map", "fact", (), "", "")], id="a field of a section"),
        pytest.param('run_hook(t, "load", model)', "modelopt", [("load", "effect", ("model",), "", "")], id="a hook by its function"),
        pytest.param("model_fact(name, k, False)", "vendored", [], id="a name that is no text"),
        pytest.param("other_fact('a.b', k, False)", "vendored", [], id="another function"),
        pytest.param("def model_fact(name, key, default): ...", "vendored", [], id="a definition"),
        pytest.param("# model_fact('a.b', k, False)", "vendored", [], id="a comment"),
        pytest.param("model_fact('a.b')", "vendored", [], id="a call with too little"),
        pytest.param("model_fact('a.b', k, False, more)", "vendored", [], id="a call with too much"),
        pytest.param("model_fact(", "vendored", [], id="a file that does not parse"),
    ],
)
def test_what_is_asked_is(text: str, dialect: str, expected: list[object]) -> None:
    assert told(text, dialect) == expected


def test_what_is_asked_twice_is_one_and_what_models_ask_is_none() -> None:
    twice = 'model_fact("a", k, 0)\nmodel_fact("a", j, 0)\n'
    found = slots([file(twice), file(twice, "pkg/models/m.py", Zone.MODEL)], take("vendored", "pkg"))
    assert [slot.places for slot in found] == [("pkg/x.py:1", "pkg/x.py:2")]


SPECS = '''
from dataclasses import dataclass, field
from enum import Enum


class Phase(str, Enum):
    BEFORE = "before"


@dataclass(frozen=True)
class Inner:
    """What is inside."""

    phases: "tuple[Phase, ...]" = field(default_factory=tuple)


@dataclass
class Spec:
    name: str
    inner: Inner = field(default_factory=Inner)
    limit: int | None = None
    """How many.

    More words."""
    _own: int = 0

    def check(self):
        """No field."""


class Support:
    targets = None

    def after_build(self, model, cfg):
        """Adjust the ``model``
        that was built.
        """

    def build(self, cfg):
        return Model(cfg)

    @property
    def computed(self):
        return 1

    def _hidden(self): ...
'''


@pytest.mark.parametrize(
    ("roots", "expected"),
    [
        pytest.param(
            ("Spec",),
            [
                ("Spec", "name", "field", "str", None, ""),
                ("Spec", "inner", "field", "Inner", "Inner()", ""),
                ("Spec", "limit", "field", "int | None", "None", "How many."),
                ("Inner", "phases", "field", "'tuple[Phase, ...]'", "tuple()", ""),
            ],
            id="a record, and what its fields are made of",
        ),
        pytest.param(
            ("Support",),
            [
                ("Support", "targets", "field", "", "None", ""),
                ("Support", "after_build", "method", "(model, cfg)", "", "Adjust the `model` that was built."),
                ("Support", "build", "method", "(cfg)", "build", ""),
            ],
            id="a class with methods to override",
        ),
        pytest.param(("Phase",), [("Phase", "BEFORE", "value", "", "'before'", "")], id="values to choose from"),
        pytest.param(("Nobody",), [], id="a class that is elsewhere"),
    ],
)
def test_what_a_descriptor_can_say_is(roots: tuple[str, ...], expected: list[object]) -> None:
    found = fields(classes([SPECS.encode(), b"x = ("]), roots)
    assert [(one.owner, one.name, one.kind, one.type, one.default, one.words) for one in found] == expected


@pytest.mark.parametrize("dialect", ["vendored", "axolotl", "automodel", "automodel-on-import", "modelopt", "axolotl-classes"])
def test_the_example_of_every_dialect_is_code(dialect: str) -> None:
    spelled = take(dialect, "pkg") if dialect == "vendored" else take(dialect)
    role = next((one.role for one in spelled.owner.files if one.part == "side"), "") if spelled.binding == "name" else ""
    asked = [
        Slot(name="x.limit", kind="fact", arguments=(), default="False", role=role, places=("pkg/x.py:1",)),
        Slot(name="x.load", kind="effect", arguments=("self.model", "cfg['a']"), default="", role=role, places=("pkg/x.py:2",)),
    ]
    files = made(spelled, asked, "my_model", {"pkg/x.py": "x"})
    for one in files:
        compile(one.text, one.path, "exec")
    text = "".join(one.text for one in files)
    assert "def load(" in text
    assert "limit" in text
    assert "True" in text
    assert made(spelled, (), "my_model", {}) == ()


@pytest.mark.parametrize(
    ("owned", "expected"),
    [
        pytest.param({"a": "m/a.py", "b": "m/b.py"}, "m/b.py", id="the shortest"),
        pytest.param({"a": "m/a.py", "r": "registry.py"}, "m/a.py", id="not the registry itself"),
        pytest.param({"long": "m/long.py"}, "", id="none that is too long"),
        pytest.param({"gone": "m/gone.py"}, "", id="none that is not there"),
        pytest.param(dict.fromkeys("cdef", "m/b.py"), "", id="no table of many"),
        pytest.param({}, "", id="nobody is registered"),
    ],
)
def test_the_descriptor_that_is_shown_is(owned: Mapping[str, str], expected: str) -> None:
    lines = {"m/a.py": 3, "m/b.py": 2, "m/long.py": 500, "registry.py": 1}
    files = {path: file("x = 1\n" * number, path) for path, number in lines.items()}
    found = smallest([Owned(key=key, path=path, line=1) for key, path in owned.items()], files, ["registry.py"])
    assert "".join(one.path for one in found) == expected
