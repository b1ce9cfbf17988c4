"""The evidence for a split of a small framework that was counted by hand."""

import pytest
from splits import evidence, items
from zoo import FILES, LOADER, TABLES, TRAINER

from namebranch.analyzer.judging.filters import Filters
from namebranch.analyzer.judging.select import FilterError


def test_every_site_of_shared_code_is_an_item_with_its_line() -> None:
    assert {(item.path, item.line, str(item.kind)) for item in items(evidence())} >= {
        (LOADER, 5, "compare"),
        (LOADER, 7, "membership"),
        (LOADER, 16, "predicate"),
        (TABLES, 1, "nameset"),
        (TABLES, 6, "table"),
        (TABLES, 13, "per-model-def"),
        (TRAINER, 5, "flag-use"),
    }


def test_an_item_is_quoted_as_it_stands() -> None:
    (table,) = [item for item in items(evidence()) if item.kind == "table"]
    assert table.quote == (
        "PLANS = {",
        '    "Qwen3MoeForCausalLM": 1,',
        '    "Gemma3ForConditionalGeneration": 2,',
        '    "default": 3,',
        "}",
    )


def test_what_leaves_a_file_is_counted_by_line_once_and_a_decision_leaves_one_line_that_asks() -> None:
    (tables,) = [file for file in evidence().files if file.path == TABLES]
    assert tables.lines == 14
    assert tables.leaving == 12  # the set, the table and the function, each whole
    assert tables.after == tables.lines - 12 + tables.asking
    assert tables.asking == tables.decisions == 2


def test_no_file_ever_loses_more_lines_than_it_has() -> None:
    assert all(0 <= file.leaving <= file.lines for file in evidence().files)


def test_what_a_model_needs_names_the_file_it_would_lie_in() -> None:
    needs = {need.model: need for need in evidence().needs}
    moved = {(item.path, item.line): where for where, item in needs["qwen3_moe"].items}
    assert moved[TABLES, 13].endswith("qwen3_moe/descriptor.py") or "qwen3_moe" in moved[TABLES, 13]
    assert moved[TRAINER, 5] == ""  # it only asks


def test_models_with_a_folder_come_first_in_the_order() -> None:
    at_home = [bool(need.at) for need in evidence().needs]
    assert at_home == sorted(at_home, reverse=True)


def test_growth_is_told_where_an_earlier_tree_is_given_and_who_joined() -> None:
    before = {path: text for path, text in FILES.items() if "zephyrus" not in path} | {TABLES: "FUSED = {'mixtral', 'gemma3'}\n"}
    found = evidence(before=before)
    (tables,) = [file for file in found.files if file.path == TABLES]
    assert (tables.before, tables.decisions_before) == (1, 1)
    assert "zephyrus" in found.joined


def test_nothing_is_told_of_growth_where_nothing_was_compared_with() -> None:
    assert {file.before for file in evidence().files} == {None}
    assert evidence().joined == ()


def test_a_filter_keeps_its_part_alone() -> None:
    assert {group.subsystem for group in evidence(only=Filters(subsystem=("tables",))).groups} == {"tables"}


def test_a_word_that_no_site_has_is_refused() -> None:
    with pytest.raises(FilterError, match="tabels"):
        evidence(only=Filters(subsystem=("tabels",)))


def test_a_tree_without_names_has_no_evidence() -> None:
    found = evidence({"pkg/__init__.py": "", "pkg/loader.py": "def load(config):\n    return 1\n"})
    assert (found.groups, found.needs, found.files) == ((), (), ())
