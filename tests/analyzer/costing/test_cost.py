"""What models cost in a small framework that was counted by hand."""

import pytest
from zoo import FILES, LOADER, OWN, TABLES, TRAINER, cost, model

from namebranch.analyzer.costing.cost import Size
from namebranch.analyzer.costing.like import UnknownModelError
from namebranch.analyzer.judging.select import FilterError


@pytest.mark.parametrize(
    ("name", "touched", "places", "follow", "decisions"),
    [
        pytest.param("qwen3_moe", 2, 4, 3, 6, id="a model in a test, a set, a table, a function, and three places that ask them"),
        pytest.param("gemma3", 2, 3, 1, 4, id="a wrapper and the text type inside it"),
        pytest.param("zephyrus", 1, 1, 0, 1, id="a model that only its own folder declares"),
        pytest.param("mixtral", 1, 1, 1, 2, id="a model without a folder"),
    ],
)
def test_the_shared_places_of(name: str, touched: int, places: int, follow: int, decisions: int) -> None:
    found = model(cost(), name)
    assert (found.touched, found.places, found.follow, found.decisions) == (touched, places, follow, decisions)


def test_every_place_of_a_model_with_its_file_line_and_kind() -> None:
    places = [
        (place.path, place.line, str(place.kind), place.follows) for file in model(cost(), "qwen3_moe").shared for place in file.places
    ]
    assert places == [
        (LOADER, 7, "membership", True),
        (LOADER, 16, "predicate", True),
        (LOADER, 17, "compare", False),
        (TABLES, 1, "nameset", False),
        (TABLES, 6, "table", False),
        (TABLES, 13, "per-model-def", False),
        (TRAINER, 5, "flag-use", True),
    ]


def test_a_file_that_only_asks_is_listed_but_not_touched() -> None:
    asked = {file.path: file.written for file in model(cost(), "qwen3_moe").shared}
    assert asked == {LOADER: True, TABLES: True, TRAINER: False}


def test_all_spellings_of_one_model_are_shown() -> None:
    assert model(cost(), "gemma3").spelled == ("Gemma3ForConditionalGeneration", "gemma3", "gemma3_text")


@pytest.mark.parametrize(
    ("name", "roles", "lines"),
    [
        pytest.param("qwen3_moe", {"adapter": 1, "model": 2, "package": 1, "rope": 4}, 7, id="blank lines count, __init__.py in no total"),
        pytest.param("zephyrus", {"model": 6, "other": 1}, 7, id="a file that no role names"),
        pytest.param("gemma3", {"model": 2, "package": 0}, 2, id="an empty __init__.py"),
        pytest.param("mixtral", {}, 0, id="no files at all"),
    ],
)
def test_the_own_lines_by_role_of(name: str, roles: dict[str, int], lines: int) -> None:
    found = model(cost(), name)
    assert ({role.role: role.lines for role in found.roles}, found.lines) == (roles, lines)


def test_a_part_of_a_name_is_listed_apart_and_says_who_may_be_meant() -> None:
    (family,) = cost().families
    assert (family.family, family.spelled, family.models, family.places) == ("gemma", ("gemma",), ("gemma3",), 1)
    assert model(cost(), "gemma3").families == ("gemma",)
    assert all(place.spelled != ("gemma",) for file in model(cost(), "gemma3").shared for place in file.places)


def test_what_stands_among_names_and_is_none_is_no_model() -> None:
    assert cost().strangers == ("default",)
    assert [one.model for one in cost().models] == ["qwen3_moe", "gemma3", "mixtral", "zephyrus"]


def test_the_mean_is_over_models_with_a_folder() -> None:
    assert (cost().mean, cost().median) == (1.67, 2.0)


def test_each_shared_file_that_names_models() -> None:
    found = {file.path: (file.now.lines, file.now.decisions, file.now.places, file.models, file.families) for file in cost().files}
    assert found == {
        LOADER: (17, 4, 6, ("gemma3", "mixtral", "qwen3_moe", "zephyrus"), ("gemma",)),
        TABLES: (14, 2, 3, ("gemma3", "mixtral", "qwen3_moe"), ()),
        TRAINER: (7, 1, 1, ("qwen3_moe",), ()),
    }


def test_the_totals_of_each_part() -> None:
    found = {part.subsystem: (part.all_files, part.all_lines, part.now) for part in cost().subsystems}
    assert found["core"] == (2, 24, Size(files=2, lines=24, decisions=5, places=7, models=4))
    assert found["tables"] == (1, 14, Size(files=1, lines=14, decisions=2, places=3, models=3))
    assert found["models"] == (1, 0, Size(files=0, lines=0, decisions=0, places=0, models=0))


def test_growth_is_told_file_by_file() -> None:
    earlier = {path: text for path, text in FILES.items() if path != TRAINER}
    earlier[TABLES] = 'FUSED = {"mixtral", "gemma3"}\n'
    found = {file.path: file for file in cost(before=earlier).files}
    assert found[TABLES].before == Size(files=1, lines=1, decisions=1, places=1, models=2)
    assert found[TRAINER].before is None
    assert found[LOADER].before is not None
    assert {file.before for file in cost().files} == {None}


def test_models_are_chosen_by_any_spelling() -> None:
    assert [one.model for one in cost(model=("Qwen3-MoE", "gemma3_text")).models] == ["qwen3_moe", "gemma3"]


def test_other_filters_choose_places() -> None:
    found = cost(kind=("table", "nameset"))
    assert model(found, "qwen3_moe").places == 2
    assert model(found, "zephyrus").places == 0


def test_a_model_that_nothing_names_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownModelError, match=r"no model 'qwen3_mo': .* near are qwen3_moe"):
        cost(like="qwen3_mo")
    with pytest.raises(FilterError, match="tabel"):
        cost(kind=("tabel",))


def test_one_more_model_touches_the_written_places_and_finds_its_line_in_a_literal() -> None:
    like = cost(like="Qwen3-MoE").like
    assert like is not None
    assert [(step.place.path, step.place.line, step.beside) for step in like.steps] == [
        (LOADER, 17, (17,)),
        (TABLES, 1, (3,)),
        (TABLES, 6, (7,)),
        (TABLES, 13, (13,)),
    ]
    assert [(place.path, place.line) for place in like.follow] == [(LOADER, 7), (LOADER, 16), (TRAINER, 5)]
    assert [file.path.removeprefix(f"{OWN}qwen3_moe/") for file in like.skeleton] == [
        "__init__.py",
        "model.py",
        "rope_utils.py",
        "state_dict_adapter.py",
    ]


def test_one_more_model_is_told_of_the_tests_of_its_family() -> None:
    like = cost(like="gemma3").like
    assert like is not None
    assert [family.family for family in like.families] == ["gemma"]


def test_registrations_of_own_files_are_told_and_are_no_shared_places() -> None:
    files = {
        **FILES,
        "tinytrain/models/qwen3_moe/model.py": 'from ..shelf import register\n\n\n@register("qwen3_moe")\nclass Qwen3Moe:\n    pass\n',
        "tinytrain/core/shelf.py": 'from .registry import register\n\n\nregister("gemma3", object)\n',
    }
    found = cost(files, like="qwen3_moe")
    assert found.like is not None
    assert [(entry.path, entry.line, entry.key) for entry in found.like.registrations] == [(f"{OWN}qwen3_moe/model.py", 5, "qwen3_moe")]
    assert {place.kind for file in found.models[0].shared for place in file.places} >= {"nameset"}
    assert "registration" not in {place.kind for file in found.models[0].shared for place in file.places}
    shelf = [file for file in model(cost(files), "gemma3").shared if file.path == "tinytrain/core/shelf.py"]
    assert [place.kind for file in shelf for place in file.places] == ["registration"]


def test_a_tree_without_models_costs_nothing() -> None:
    found = cost({"pkg/a.py": "x = 1\n"})
    assert (found.models, found.families, found.files, found.mean) == ((), (), (), 0.0)


def test_what_could_not_be_read_is_said() -> None:
    assert [one.path for one in cost({"pkg/a.py": "def (:\n    x.model_type == 'llama'\n", **FILES}).unread] == ["pkg/a.py"]
