"""Formats of a verdict that CI reads: whole outputs, and what holds for any verdict."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from inventories import EVIL, SMALL
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt
from markdown_it.token import Token
from syrupy.assertion import SnapshotAssertion
from verdicts import BETTER, CLEAN, EVERY, PARTIAL, change, evil, verdict, verdicts, worse
from verdicts import known as known_of_site

from namebranch import reports
from namebranch.analyzer.judging.verdict import Fate, OverBudget, Verdict
from namebranch.reports.delivering import find, known
from namebranch.reports.format import Content, View
from namebranch.reports.rendering import find as scan_format

VIEW = View()
COMMAND = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")


def rendered(name: str, whole: Verdict, view: View = VIEW) -> str:
    """Return the whole output of one format."""
    return "".join(find(name).render(whole, view))


def commands(whole: Verdict, view: View = VIEW) -> list[tuple[str, dict[str, str], str]]:
    """Return the annotations as the runner reads them: command, properties, message."""
    found = [COMMAND.fullmatch(line) for line in rendered("github", whole, view).splitlines()]
    assert None not in found
    return [(one[1], {k: raw(v) for k, _, v in (p.partition("=") for p in one[2].split(","))}, raw(one[3])) for one in found if one]


def raw(text: str) -> str:
    """Undo the escapes of workflow commands."""
    for escape, letter in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(escape, letter)
    return text


@pytest.mark.parametrize(
    "whole",
    [
        pytest.param(EVERY, id="every fate at once"),
        pytest.param(CLEAN, id="nothing changed"),
        pytest.param(BETTER, id="the baseline needs an update"),
        pytest.param(PARTIAL, id="a file could not be read"),
        pytest.param(evil(), id="hostile text"),
    ],
)
@pytest.mark.parametrize("name", ["github", "markdown", "outputs", "short"])
def test_the_whole_output_is_as_it_was(name: str, whole: Verdict, snapshot: SnapshotAssertion) -> None:
    assert rendered(name, whole) == snapshot


@settings(max_examples=40, deadline=None)
@given(whole=verdicts())
def test_any_verdict_renders_in_every_format(whole: Verdict) -> None:
    for name in known():
        out = rendered(name, whole)
        assert all(line.isprintable() for line in out.split("\n"))
        assert not out or out.endswith("\n")


@pytest.mark.parametrize("name", known())
def test_nothing_that_a_terminal_obeys_or_hides_comes_out(name: str) -> None:
    out = rendered(name, evil())
    assert all(line.isprintable() for line in out.split("\n"))
    out.encode()


# annotations


@pytest.mark.parametrize(
    ("number", "shown", "last"),
    [
        pytest.param(0, 0, "", id="nothing fails"),
        pytest.param(10, 10, "say it in", id="ten are all shown"),
        pytest.param(11, 10, "2 more are not shown here", id="of eleven, nine and how many are missing"),
        pytest.param(500, 10, "491 more are not shown here", id="of five hundred, nine and how many are missing"),
    ],
)
def test_at_most_ten_annotations(number: int, shown: int, last: str) -> None:
    found = commands(worse(number))
    assert len(found) == shown
    assert not found or last in found[-1][2]


def test_what_fails_comes_first_and_what_is_better_not_at_all() -> None:
    titles = [properties["title"] for _, properties, _ in commands(EVERY)]
    assert [title.partition(" ")[2] for title in titles] == [
        "name branch widened" if at == 2 else "name branch lost" if at in {3, 4} else "new name branch" for at in range(5)
    ] + ["budget exceeded", ""]


@settings(max_examples=100, deadline=None)
@given(whole=verdicts())
def test_any_annotation_is_one_command_on_one_line(whole: Verdict) -> None:
    for command, properties, _ in commands(whole):
        assert command in {"error", "warning"}
        assert set(properties) <= {"file", "line", "endLine", "col", "endColumn", "title"}
        assert ("col" in properties) <= (properties.get("line") == properties.get("endLine"))


def test_a_path_cannot_forge_a_property_or_a_command() -> None:
    for _, properties, message in commands(evil()):
        assert "::error::x" not in properties.get("file", "").splitlines()
        assert "\x1b" not in message


def test_annotations_follow_from_where_the_tool_runs() -> None:
    files = {properties["file"] for _, properties, _ in commands(EVERY, replace(VIEW, below="packages/train")) if "file" in properties}
    assert all(file.startswith("packages/train/tinytrain/") for file in files)


# job summary


def tokens(text: str) -> Sequence[Token]:
    """Return everything that Markdown makes of *text*."""
    parsed = MarkdownIt("commonmark", {"html": True}).enable("table").parse(text)
    return [token for block in parsed for token in (block, *(block.children or ()))]


HARMLESS = re.compile(r"</?(code|br)>|<!-- -->")


@settings(max_examples=100, deadline=None)
@given(whole=verdicts())
def test_no_verdict_brings_html_links_or_images_into_the_summary(whole: Verdict) -> None:
    found = tokens(rendered("markdown", whole))
    assert {token.type for token in found} & {"link_open", "image", "html_block", "fence", "code_block"} == set()
    assert [token.content for token in found if token.type == "html_inline" and not HARMLESS.fullmatch(token.content)] == []


def test_hostile_text_is_shown_and_does_nothing() -> None:
    text = rendered("markdown", evil())
    found = tokens(text)
    assert {token.type for token in found} & {"link_open", "image", "html_block", "strong_open", "em_open"} <= {"strong_open"}
    assert sum(token.type == "strong_open" for token in found) == text.count("**exceeded**") + 1
    assert "<script" not in text
    assert "<b>" not in text
    assert len({len(row) for row in cells(found)}) == 1 or all(len(row) in {3, 4} for row in cells(found))


def cells(found: Sequence[Token]) -> list[list[str]]:
    """Return the rows of all tables."""
    rows: list[list[str]] = []
    for token in found:
        if token.type == "tr_open":
            rows.append([])
        elif token.type in {"th_open", "td_open"}:
            rows[-1].append(token.type)
    return rows


def test_the_summary_says_the_drift_and_what_to_do() -> None:
    text = rendered("markdown", EVERY)
    assert "## namebranch: the answer is no" in text
    assert re.search(r"\*\*\d+\*\* decisions by a model's name in shared code", text)
    assert text.index("What fails") < text.index("What to do") < text.index("What else changed")
    assert "# namebranch: keep[NB" in text


def test_a_huge_summary_stays_below_what_github_takes() -> None:
    text = rendered("markdown", worse(5000))
    assert len(text.encode()) < 1_000_000
    assert "and 4800 more" in text


# outputs


@settings(max_examples=50, deadline=None)
@given(whole=verdicts())
def test_outputs_are_numbers_only(whole: Verdict) -> None:
    assert all(re.fullmatch(r"[a-z-]+=\d+", line) for line in rendered("outputs", whole).splitlines())


def test_outputs_count_what_became_of_branches() -> None:
    held = dict(line.split("=") for line in rendered("outputs", EVERY).splitlines())
    assert {name: held[name] for name in ("new", "widened", "lost", "taken-over", "suppressed", "owed", "over-budget")} == {
        "new": "2",
        "widened": "1",
        "lost": "2",
        "taken-over": "1",
        "suppressed": "1",
        "owed": "1",
        "over-budget": "1",
    }
    assert held["exit-code"] == "1"
    assert int(held["drift"]) > 0


def test_a_clean_verdict_over_hostile_names_raises_no_annotation() -> None:
    assert commands(replace(verdict(), against=EVIL, inventory=replace(SMALL, target=EVIL))) == []


# lines of `short`, which a runner reads too


@pytest.mark.parametrize("path", ["::error ::x.py", "  ::set-output name=a::b.py", "##[error]x.py", "pkg/##[group]x.py"])
def test_no_line_of_short_is_a_command_to_a_runner(path: str) -> None:
    def heard(text: str) -> list[str]:
        return [line for line in text.splitlines() if line.lstrip().startswith("::") or "##[" in line]

    here = replace(SMALL.sites[0], path=path, subject=path, names=(path,), scope=path)
    entry = replace(SMALL.registrations[0], path=path, key=path)
    finding = replace(SMALL.findings[0], path=path, message=path)
    whole = replace(SMALL, target=path, sites=(here,), registrations=(entry,), findings=(finding,))
    asked = replace(
        verdict(change(Fate.NEW, None, here), change(Fate.LOST, known_of_site(here), None)),
        budgets=(OverBudget(paths=(path,), kinds=(), most=0, now=1, reason=None),),
        findings=(finding,),
    )
    of_scan = ["".join(scan_format("short").render(whole, View(content=content))) for content in Content]
    assert [line for text in (*of_scan, rendered("short", asked)) for line in heard(text)] == []
    assert all(text.strip() for text in of_scan)
    assert len(rendered("short", asked).splitlines()) == 4


# json


VERDICT = Draft202012Validator(json.loads((Path(str(reports.__file__)).parent / "schema" / "verdict-1.schema.json").read_text("utf-8")))


@pytest.mark.parametrize(
    "whole",
    [
        pytest.param(EVERY, id="every fate at once"),
        pytest.param(CLEAN, id="nothing changed"),
        pytest.param(BETTER, id="the baseline needs an update"),
        pytest.param(PARTIAL, id="a file could not be read"),
        pytest.param(evil(), id="hostile text"),
    ],
)
def test_the_document_obeys_its_schema(whole: Verdict) -> None:
    VERDICT.validate(json.loads(rendered("json", whole)))


@settings(max_examples=20, deadline=None)
@given(whole=verdicts())
def test_any_document_obeys_its_schema_and_holds_every_change_once(whole: Verdict) -> None:
    told = json.loads(rendered("json", whole))
    VERDICT.validate(told)
    assert len(told["failing"]) + len(told["changes"]) == len(whole.changes)


def test_the_whole_document_is_as_it_was(snapshot: SnapshotAssertion) -> None:
    assert rendered("json", EVERY) == snapshot


def test_the_document_keeps_what_a_comment_says() -> None:
    told = json.loads(rendered("json", EVERY))
    (kept,), (owed,) = told["kept"], told["owed"]
    assert (kept["comment"]["issue"], kept["comment"]["until"]) == ("12", None)
    assert (owed["comment"]["word"], owed["comment"]["until"], owed["comment"]["reason"]) == ("todo", "2031-01-31", "waits for the plugin")
    assert kept["site"]["id"] == EVERY.suppressed[0][0].id


def test_sarif_tells_issue_and_last_day_of_what_is_owed() -> None:
    (log,) = json.loads(rendered("sarif", EVERY))["runs"]
    told = {one["justification"] for result in log["results"] for one in result.get("suppressions", ())}
    assert told == {"T5 has no decoder-only head (issue=12)", "waits for the plugin (until=2031-01-31)"}
