"""The verb `rules`: the list, and the page of each rule that a detector serves."""

import pytest

from namebranch.__main__ import main
from namebranch.analyzer.finding import detectors
from namebranch.analyzer.finding.detector import Detector, Example
from namebranch.analyzer.inventory import Kind
from namebranch.registry import shelf

MADE = {
    "compare": Detector(
        name="compare",
        rule="NB101",
        kind=Kind.COMPARE,
        title="Equality with a model's name",
        doc="Finds `==` and `!=`.\n\nWhy: **every** new model edits shared code.",
        finds=(Example(title="a config key", code='if cfg.model_type == "jamba":\n    patch()\n'),),
        passes=(Example(title="an optimizer [bold]", code='if cfg.optimizer == "adamw":\n    pass\n'),),
        find=lambda _: (),
    ),
    "table-use": Detector(
        name="table-use",
        rule="NB202",
        kind=Kind.TABLE_USE,
        title="A lookup by a model's name",
        doc="Finds it.",
        finds=(),
        passes=(),
        find=lambda _: (),
    ),
}


@pytest.fixture(autouse=True)
def _two_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "gather", lambda folder, kind: MADE if (folder, kind) == (detectors, Detector) else {})
    monkeypatch.setenv("COLUMNS", "80")


def test_the_list_holds_each_rule_once_and_only_what_is_served(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines if line.startswith("NB")] == [["NB101", "compare"], ["NB202", "table-use"]]


@pytest.mark.parametrize("word", ["NB101", "nb101", "compare"])
def test_a_page_is_found_by_id_or_kind(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", word]) == 0
    out = capsys.readouterr().out
    assert out.startswith("NB101 compare  Equality with a model's name\n")
    assert '      if cfg.model_type == "jamba":' not in out.splitlines()[0]
    assert '    if cfg.model_type == "jamba":\n        patch()\n' in out
    assert "leaves alone\n  # an optimizer [bold]\n" in out


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        pytest.param("NB110", "did you mean 'NB101'?", id="an id beside another"),
        pytest.param("tableuse", "did you mean 'table-use'?", id="a kind misspelled"),
        pytest.param("zzz", "`namebranch rules` lists them", id="nothing like it"),
    ],
)
def test_an_unknown_rule_names_the_nearest(word: str, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", word]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert hint in captured.err
