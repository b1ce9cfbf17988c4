"""The dialects that ship, and what a wrong file is told."""

import doctest
import tomllib
from collections.abc import Callable

import pytest

from namebranch.analyzer.settings import presets
from namebranch.registry.dialects import emit, keys, load, template
from namebranch.registry.dialects.dialect import Dialect, HookKind, Mark, Part
from namebranch.registry.dialects.load import DialectError, fitting, names, read, take
from namebranch.registry.dialects.policies import KeyRule
from namebranch.registry.space import Space

every_dialect = pytest.mark.parametrize("name", names())
SMALL = """
name = "small"
family = "small"
summary = "for tests"
recognised = []
marks = [{ path = "a.py", text = "x" }]
spaces = ["model_type"]
kinds = ["effect"]
binding = "mapping"
calls = [{ kind = "effect", text = "run($key)" }]
[policies]
duplicate = "refused"
unknown = "nothing"
loading = "per-key"
order = "exact"
keys = "many"
[owner]
module = "m.$package"
class_name = "$stem"
files = [{ role = "descriptor", path = "m/$package.py", part = "owner" }]
[texts.owner]
text = "$descriptor"
[texts.hook]
text = "def $name(): $body"
"""


def changed(old: str, new: str) -> str:
    assert old in SMALL
    return SMALL.replace(old, new)


# those that ship


@every_dialect
def test_it_is_read(name: str) -> None:
    assert take(name).name == name


@every_dialect
def test_all_five_policies_have_a_note_or_say_enough(name: str) -> None:
    assert {"duplicate", "unknown", "loading"} <= set(take(name).policy_notes)


@every_dialect
def test_each_kind_that_it_carries_can_be_asked_for_or_moves(name: str) -> None:
    dialect = take(name)
    silent = {HookKind.MOVE, HookKind.ENTRY}
    assert [kind for kind in dialect.kinds if kind not in silent and dialect.call(kind, dialect.spaces[0]) is None] == []


@every_dialect
def test_each_registry_that_it_names_is_read_by_an_idiom(name: str) -> None:
    dialect = take(name)
    known = {idiom["registry"] for preset in presets.names() for idiom in presets.take(preset).tables.get("registry", {}).get("idioms", ())}
    assert [registry for registry in dialect.recognised if registry not in known] == []


@every_dialect
def test_all_placeholders_of_paths_are_those_of_an_owner(name: str) -> None:
    owner = take(name).owner
    assert {word for file in owner.files for word in template.placeholders(file.path)} <= {"package"}


def test_each_family_of_a_preset_ships() -> None:
    named = {presets.take(preset).tables.get("registry", {}).get("dialect") for preset in presets.names()}
    assert named - {None} <= {take(name).family for name in names()}


@pytest.mark.parametrize("module", [emit, keys, load, template], ids=lambda module: module.__name__.rpartition(".")[2])
def test_examples_in_docstrings(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


# which one fits


def test_the_form_with_the_most_marks_that_hold_fits() -> None:
    assert fitted(lambda mark: mark.path.endswith("_transformers/registry.py")) == "automodel"
    assert fitted(lambda _: True) == "automodel-on-import"
    assert fitted(lambda _: False) is None


def fitted(holds: Callable[[Mark], bool]) -> str | None:
    found = fitting("automodel", holds)
    return None if found is None else found.name


def test_a_family_that_does_not_ship_is_told_the_nearest() -> None:
    with pytest.raises(DialectError, match="no family of dialects 'automodal'; did you mean 'automodel'"):
        fitting("automodal", lambda _: True)


# what is carried


def test_a_kind_under_a_space_is_carried_or_not() -> None:
    dialect = take("modelopt")
    assert dialect.carries(HookKind.FACT, Space.MODEL_TYPE)
    assert not dialect.carries(HookKind.CAPABILITY, Space.MODEL_TYPE)
    assert not dialect.carries(HookKind.FACT, Space.PROCESSOR)
    assert dialect.policies.keys is KeyRule.ONE


def test_a_hook_goes_to_the_file_of_its_subsystem() -> None:
    dialect = take("automodel")
    assert [
        dialect.file(subsystem).role for subsystem in ("distributed", "collators", "checkpoint", "monkeypatch", "loaders", "elsewhere")
    ] == [
        "parallelizer",
        "preprocessing",
        "state_dict_adapter",
        "patches",
        "misc",
        "misc",
    ]


def test_a_registry_is_founded_only_beside_a_file_of_its_package() -> None:
    founding = take("modelopt").founding
    assert founding is not None
    assert founding.seat.startswith("modelopt/")
    assert {name for name in names() if take(name).founding is not None} == {"modelopt"}


# mistakes


def test_a_small_one_is_read() -> None:
    assert isinstance(read(SMALL, "small"), Dialect)
    assert read(SMALL, "small").texts[Part.HOOK].text == "def $name(): $body"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("name = ", "not valid TOML", id="no TOML"),
        pytest.param(changed('family = "small"', 'familie = "small"'), "familie", id="an unknown key"),
        pytest.param(changed('summary = "for tests"', ""), "missing required field `summary`", id="a missing key"),
        pytest.param(changed('keys = "many"', 'keys = "lots"'), r"'lots' - at `\$.policies.keys`", id="a policy that is none"),
        pytest.param(changed('spaces = ["model_type"]', 'spaces = ["modell"]'), r"'modell' - at `\$.spaces", id="a key space that is none"),
        pytest.param(changed('name = "small"', 'name = "large"'), "a dialect is named like its file", id="another name than its file's"),
        pytest.param(
            changed("$body", "$boddy"), r"texts.hook asks for \$boddy, which no hook has; did you mean 'body'", id="an unknown placeholder"
        ),
        pytest.param(changed("run($key)", "run($kay)"), r"kind effect asks for \$kay; did you mean 'key'", id="one of a call"),
        pytest.param(changed('part = "owner"', 'part = "side"'), "made of texts.side, which is missing", id="a file without a text"),
        pytest.param(
            changed('kinds = ["effect"]', 'kinds = ["effect", "value"]'), "kind value, and no call", id="a kind that nobody can ask for"
        ),
        pytest.param(changed('kinds = ["effect"]', 'kinds = ["fact"]'), "kind fact, and no call", id="a fact that nobody can ask for"),
        pytest.param('extends = "automodal"\n', "no dialect 'automodal'; did you mean 'automodel'", id="one that it is laid over"),
    ],
)
def test_a_mistake_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(DialectError, match=message):
        read(text, "small")


def test_one_laid_over_another_joins_tables_and_replaces_lists() -> None:
    upper, lower = take("automodel-on-import"), take("automodel")
    assert upper.policies.duplicate is lower.policies.duplicate
    assert upper.owner == lower.owner
    assert (upper.plumbing, upper.listings) != (lower.plumbing, lower.listings)
    assert tomllib.loads(load._text("automodel-on-import"))["extends"] == "automodel"  # noqa: SLF001  what it is laid over
