"""Claims that were measured elsewhere count where they are of these trees, and say where and how; else they only stand there."""

from dataclasses import replace

import pytest
from evidences import claim, difference, evidence

from namebranch.parity.evidence import Evidence, Verdict
from namebranch.parity.importing import ImportedError, imported, with_imported
from namebranch.reports.evidence_rendering import find, known
from namebranch.reports.format import View

HERE = evidence(claim(Verdict.SAME))
MODELS = claim(Verdict.SAME, "llama", "models", where="eight H100")


def text(found: Evidence) -> bytes:
    """Return evidence as it is printed."""
    return "".join(find("json").render(found, View())).encode()


def test_a_claim_of_the_same_trees_counts() -> None:
    found = with_imported(HERE, imported(text(evidence(MODELS)), "gpu.json"))
    assert [(one.subject, one.verdict, one.where, one.trees) for one in found.claims][1] == (
        "llama",
        Verdict.SAME,
        "eight H100 (namebranch prove old new; python 3.11.9, torch 2.8)",
        "",
    )
    assert len(found.counting) == 2


def test_a_difference_that_was_measured_elsewhere_is_a_no() -> None:
    held = replace(MODELS, verdict=Verdict.DIFFERENT, differing=1)
    found = with_imported(HERE, imported(text(evidence(held, differences=[difference(held)])), "gpu.json"))
    assert not found.equal
    assert len(found.differences) == 1


def test_what_did_not_run_here_is_answered_by_what_ran_there() -> None:
    open_here = evidence(claim(Verdict.OPEN, "llama", "models"))
    assert not open_here.complete
    assert with_imported(open_here, evidence(MODELS)).complete
    assert not with_imported(open_here, evidence(replace(claim(Verdict.OPEN, "llama", "models"), where="there"))).complete


def test_a_claim_of_other_trees_counts_for_nothing() -> None:
    bad = replace(MODELS, verdict=Verdict.DIFFERENT, differing=1)
    found = with_imported(HERE, evidence(bad, trees=("aa", "a form before")))
    assert found.equal
    assert found.counting == HERE.claims
    assert found.claims[1].trees == "aa..a form before"


def test_claims_of_other_trees_alone_show_nothing() -> None:
    assert not with_imported(evidence(), evidence(MODELS, trees=("aa", "a form before"))).complete


@pytest.mark.parametrize("name", [name for name in known() if name != "json"])
def test_each_format_says_that_it_was_an_earlier_form(name: str) -> None:
    found = with_imported(HERE, evidence(MODELS, trees=("aa", "a form before")))
    shown = "".join(find(name).render(found, View(width=200)))
    assert "ran on an earlier form" in shown
    assert "eight H100" in shown


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"{}", "not the evidence", id="something else"),
        pytest.param(b"\xff", "not the evidence", id="no text"),
        pytest.param(text(HERE), "does not say where", id="nobody says where"),
        pytest.param(text(replace(evidence(MODELS), command="")), "does not say where and how", id="nobody says how"),
        pytest.param(text(replace(evidence(MODELS), schema=2)), "schema 2", id="of another schema"),
        pytest.param(text(evidence(MODELS)).replace(b'"cases": 9', b'"cases": 0'), "not the same", id="the same, without a case"),
    ],
)
def test_a_file_that_cannot_be_taken_in_says_why(data: bytes, said: str) -> None:
    with pytest.raises(ImportedError, match=said):
        imported(data, "gpu.json")
