"""Every format: whole outputs, and what holds for any inventory and any terminal."""

import json
from dataclasses import asdict, replace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inventories import CLEAN, EMPTY, EVIL, SMALL, WIDE, hostile, inventories, inventory, site, words
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from namebranch.analyzer.inventory import Inventory, Kind, Registration, Site
from namebranch.analyzer.judging.counts import count
from namebranch.analyzer.judging.filters import Filters
from namebranch.analyzer.judging.select import select
from namebranch.reports.format import Content, View, zones_left_out
from namebranch.reports.rendering import find, known

SHARED = select(SMALL, Filters())
VIEW = View(again=("tinytrain",), elsewhere=zones_left_out(SMALL, SHARED))


def rendered(name: str, whole: Inventory, view: View = VIEW) -> str:
    """Return the whole output of one format."""
    return "".join(find(name).render(whole, view))


def test_the_formats_of_the_contract_are_there() -> None:
    assert {"table", "short", "json", "jsonl"} <= set(known())


@pytest.mark.parametrize("width", [80, 160])
@pytest.mark.parametrize("content", list(Content))
@pytest.mark.parametrize("name", known())
def test_the_whole_output_is_as_it_was(name: str, content: Content, width: int, snapshot: SnapshotAssertion) -> None:
    assert rendered(name, SHARED, replace(VIEW, content=content, width=width)) == snapshot


@pytest.mark.parametrize(
    ("whole", "view"),
    [
        pytest.param(CLEAN, VIEW, id="nothing found in shared code"),
        pytest.param(EMPTY, VIEW, id="nothing to look at"),
        pytest.param(CLEAN, replace(VIEW, filters=Filters(kind=("compare",), path=("a b/*",))), id="filters that keep nothing"),
        pytest.param(CLEAN, replace(VIEW, content=Content.REGISTRATIONS), id="no registrations"),
        pytest.param(select(SMALL, Filters(zone=("model",))), replace(VIEW, elsewhere=()), id="another zone than shared"),
        pytest.param(select(SMALL, Filters(kind=("per-model-def",))), VIEW, id="only what is counted apart"),
        pytest.param(select(SMALL, Filters(path=("patch_manager.py",))), VIEW, id="one file, by function"),
        pytest.param(SHARED, replace(VIEW, unicode=False), id="a terminal without Unicode"),
        pytest.param(SHARED, replace(VIEW, colour=True), id="a terminal with colours"),
        pytest.param(SHARED, replace(VIEW, width=40), id="a narrow terminal"),
        pytest.param(hostile(), VIEW, id="hostile text"),
    ],
)
def test_the_table_of_odd_cases_is_as_it_was(whole: Inventory, view: View, snapshot: SnapshotAssertion) -> None:
    assert rendered("table", whole, view) == snapshot


def many() -> Inventory:
    """Return an inventory of a large framework: 12 subsystems, 120 files."""
    return inventory(
        *(site(f"big/part{at % 12}/file{at}.py", line, f"m{line}", subsystem=f"part{at % 12}") for at in range(120) for line in range(1, 4))
    )


def test_a_large_framework_fits_on_a_screen_unless_all_of_it_is_asked_for() -> None:
    table = rendered("table", many())
    assert len(table.splitlines()) <= 44
    shown = table.count(".py") - table.count("--path")
    assert shown == 12
    assert f"and {120 - shown} more files with {3 * (120 - shown)} decisions: --all" in table
    assert rendered("table", many(), replace(VIEW, every=True)).count(".py") >= 120


def test_the_headline_counts_each_decision_once() -> None:
    assert rendered("table", SHARED).splitlines()[2] == "7 decisions by a model's name in shared code"
    assert count(SHARED).drift == 7
    assert count(SHARED).sites == 10


@pytest.mark.parametrize("content", list(Content))
@pytest.mark.parametrize("name", known())
def test_nothing_that_a_terminal_obeys_or_hides_comes_out(name: str, content: Content) -> None:
    out = rendered(name, hostile(), replace(VIEW, content=content, again=(EVIL,), filters=Filters(model=(EVIL,))))
    assert all(line.isprintable() for line in out.split("\n"))
    out.encode()


@pytest.mark.parametrize("name", ["table", "short"])
def test_markup_of_a_name_is_text(name: str) -> None:
    assert "[bold]loud[/bold] :smile:" in rendered(name, hostile(), replace(VIEW, width=400))


def test_a_file_name_cannot_start_a_line_that_ci_takes_for_a_command() -> None:
    assert not any(line.lstrip().startswith("::") for line in rendered("short", hostile()).splitlines())


def test_wide_letters_keep_the_columns() -> None:
    whole = inventory(site(WIDE, 3, "a", subsystem="b"), site("plain.py", 3, "a", subsystem="b"))
    rows = [line for line in rendered("table", whole).splitlines() if ".py" in line and "█" in line]
    assert len({cell_len(line[: line.index("█")]) for line in rows}) == 1


@pytest.mark.parametrize("width", [40, 80, 120, 200])
def test_no_row_is_wider_than_the_terminal(width: int) -> None:
    long = inventory(*(site(f"{'deep/' * at}{'folder' * 6}/file.py", at, "m" * 60, subsystem="s" * 90) for at in range(1, 9)))
    rows = rendered("table", long, replace(VIEW, width=width)).split("what next")[0].splitlines()
    assert max(cell_len(row) for row in rows) <= width


@settings(max_examples=40, deadline=None)
@given(whole=inventories(), content=st.sampled_from(list(Content)), width=st.integers(20, 200))
def test_any_inventory_renders_in_every_format(whole: Inventory, content: Content, width: int) -> None:
    for name in known():
        out = rendered(name, whole, replace(VIEW, content=content, width=width))
        assert all(line.isprintable() for line in out.split("\n"))
        assert not out or out.endswith("\n")


@settings(max_examples=60, deadline=None)
@given(whole=inventories(words))
def test_jsonl_reads_back_as_the_same_sites(whole: Inventory) -> None:
    lines = rendered("jsonl", whole).splitlines()
    assert tuple(msgspec.json.decode(line, type=Site) for line in lines) == whole.sites
    lines = rendered("jsonl", whole, replace(VIEW, content=Content.REGISTRATIONS)).splitlines()
    assert tuple(msgspec.json.decode(line, type=Registration) for line in lines) == whole.registrations


def test_json_lines_hold_the_keys_in_the_order_of_the_contract() -> None:
    order = (
        "id rule kind op path line column end_line end_column lines unit subject origin space names constant scope zone subsystem "
        "decision chain arm role confidence via"
    )
    assert list(json.loads(rendered("jsonl", SHARED).splitlines()[0])) == order.split()


def test_the_json_document_holds_what_jsonl_holds() -> None:
    document = json.loads(rendered("json", SHARED))
    assert [json.loads(line) for line in rendered("jsonl", SHARED).splitlines()] == document["sites"]
    assert document["counts"]["drift"] == 7
    assert document["registrations"][0] == asdict(SMALL.registrations[0])


def test_a_summary_holds_numbers_only() -> None:
    document = json.loads(rendered("json", SHARED, replace(VIEW, content=Content.SUMMARY)))
    assert not {"sites", "registrations", "findings"} & set(document)
    assert document["counts"]["per_model_defs"] == 1


def test_only_existing_verbs_are_advised() -> None:
    assert "namebranch rules" in rendered("table", SHARED)
    assert "namebranch rules" not in rendered("table", SHARED, replace(VIEW, verbs=("scan",)))


@pytest.mark.parametrize(
    ("path", "advised"),
    [
        pytest.param("pkg/a b/[x],y.py", "--path '?x??y.py'", id="letters that a glob or a list would read match any one letter"),
        pytest.param("pkg/plain.py", "--path plain.py", id="the file's own name is enough where it is the only one"),
    ],
)
def test_advised_commands_can_be_pasted(path: str, advised: str) -> None:
    assert advised in rendered("table", inventory(site(path, 1, "jamba", kind=Kind.COMPARE)))
