"""Names leave constants one model at a time, those made of them too, until nothing asks the constant any more."""

from textwrap import dedent

import pytest
import spelled

FAMILIES = """
EXPERTS = ("mixtral", "qwen3_moe", "olmoe")
PACKED = [
    *EXPERTS,
    "llama",  # the first
    "qwen2",
]
ALONE = set(EXPERTS) - {"olmoe"}
"""
ASKING = """
from framework.families import ALONE, EXPERTS, PACKED


def packed(cfg):
    return cfg.model_type in PACKED


def experts(cfg):
    if cfg.fast and cfg.model_type not in EXPERTS:
        return 0
    return 1 if cfg.model_type in ALONE else 2
"""
FILES: dict[str, str | bytes] = {"framework/families.py": FAMILIES, "framework/loaders/asking.py": ASKING}


def after(files: dict[str, str | bytes], *models: str) -> tuple[dict[str, str | bytes], list[str]]:
    """Return all files after a migration, and why what stays does."""
    planned, changed = spelled.migrated(files, *models)
    return dict(changed), [one.reason for one in planned.refused]


def text(files: dict[str, str | bytes], path: str) -> str:
    data = files[path]
    return data if isinstance(data, str) else data.decode()


def test_one_name_leaves_every_constant_that_holds_it() -> None:
    files, refused = after(FILES, "mixtral")
    assert refused == []
    assert 'EXPERTS = ("qwen3_moe", "olmoe")' in text(files, "framework/families.py")
    asking = text(files, "framework/loaders/asking.py")
    assert '(cfg.model_type in PACKED or fact(cfg.model_type, "families.packed", False))' in asking
    assert '(cfg.model_type not in EXPERTS and not fact(cfg.model_type, "families.experts", False))' in asking
    owner = text(files, "framework/owners/mixtral.py")
    assert [name for name in ("families.packed", "families.experts", "families.alone") if f'"{name}": True' not in owner] == []


def test_the_next_name_finds_the_questions_there() -> None:
    first, _ = after(FILES, "mixtral")
    second, refused = after(first, "qwen3_moe")
    assert refused == []
    asking = text(second, "framework/loaders/asking.py")
    assert asking.count("fact(") == 3
    assert 'return 1 if (fact(cfg.model_type, "families.alone", False)) else 2' in asking
    assert 'EXPERTS = ("olmoe",)' in text(second, "framework/families.py")


def test_an_item_on_a_line_of_its_own_goes_with_its_comment() -> None:
    files, _ = after(FILES, "llama")
    assert '*EXPERTS,\n    "qwen2",\n]' in text(files, "framework/families.py")


def test_the_last_name_takes_the_constants_with_it() -> None:
    files, refused = after(FILES)
    assert refused == []
    assert not any(name in text(files, "framework/families.py") for name in ("EXPERTS", "PACKED", "ALONE"))
    asking = text(files, "framework/loaders/asking.py")
    assert "import ALONE" not in asking
    assert asking.count("fact(") == 3


def test_what_a_program_writes_is_not_edited() -> None:
    generated = "# This file was automatically generated. Do not edit.\n"
    files: dict[str, str | bytes] = {**FILES, "framework/families.py": generated + FAMILIES}
    moved, refused = after(files, "mixtral")
    assert refused
    assert all("which is not edited" in reason for reason in refused)
    assert moved == after({**files}, "nobody")[0]
    branch = f"{generated}def patch(cfg):\n    if cfg.model_type == 'mixtral':\n        cfg.patch()\n"
    moved, refused = after({"framework/loaders/made.py": branch}, "mixtral")
    assert refused == ["a program writes the file, and would write it anew"]
    assert text(moved, "framework/loaders/made.py") == branch


@pytest.mark.parametrize(
    ("more", "words"),
    [
        pytest.param(
            "def told():\n    return sorted(EXPERTS)\n", "EXPERTS is used for something else at framework/families.py:", id="it is printed"
        ),
        pytest.param("BY_SIZE = {name: 1 for name in PACKED}\n", "PACKED is used for something else at", id="a table is made of one"),
    ],
)
def test_a_constant_that_is_used_for_something_else_keeps_its_names(more: str, words: str) -> None:
    files, refused = after({**FILES, "framework/families.py": FAMILIES + dedent(more)}, "mixtral")
    assert refused
    assert all(reason.startswith(words) for reason in refused)
    assert text(files, "framework/families.py").strip() == (FAMILIES + dedent(more)).strip()


def test_asked_whole_its_tests_move_and_it_stays_where_it_is_printed() -> None:
    files, refused = after({**FILES, "framework/families.py": FAMILIES + "def told():\n    return sorted(EXPERTS)\n"})
    assert {reason.partition(":")[0] for reason in refused} == {"its tests ask the models now, and something else reads the set"}
    assert "EXPERTS = (" in text(files, "framework/families.py")
    assert "in EXPERTS" not in text(files, "framework/loaders/asking.py")


def test_a_question_that_a_formatter_laid_out_anew_is_found() -> None:
    first, _ = after(FILES, "mixtral")
    path = "framework/loaders/asking.py"
    asking = text(first, path).replace(
        'fact(cfg.model_type, "families.packed", False)', "fact(\n        cfg.model_type, 'families.packed', False\n    )"
    )
    second, refused = after({**first, path: asking}, "qwen3_moe")
    assert refused == []
    assert text(second, path).count("families.packed") == 1
