"""The options that verbs share: what the user writes, and what the verb receives."""

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer.judging.filters import Filters
from namebranch.commands import options
from namebranch.commands.options.filters import HELP, at_commas
from namebranch.commands.options.reports import Report

Decorate = Callable[[Callable[..., Any]], Callable[..., Any]]


def received(argv: list[str], *decorators: Decorate) -> dict[str, Any]:
    """Return what a verb with these decorators is called with for *argv*."""
    got: list[dict[str, Any]] = []

    def verb(**kwargs: object) -> None:
        got.append(kwargs)

    decorated: Callable[..., Any] = verb
    for decorator in decorators:
        decorated = decorator(decorated)
    outcome = CliRunner().invoke(click.command(decorated), argv)
    assert outcome.exit_code == 0, outcome.output
    return got[0]


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        pytest.param([], Filters(), id="nothing asked for keeps everything"),
        pytest.param(["--kind", "table"], Filters(kind=("table",)), id="one word"),
        pytest.param(["--kind", "table", "--kind", "flag"], Filters(kind=("table", "flag")), id="an option given twice"),
        pytest.param(["--kind", "table,flag, nameset"], Filters(kind=("table", "flag", "nameset")), id="a list"),
        pytest.param(["--op", "not in"], Filters(op=("not in",)), id="an operator of two words"),
        pytest.param(["--path", "src/{a,b}/*.py"], Filters(path=("src/{a,b}/*.py",)), id="a comma in braces is no list"),
        pytest.param(["--subject", "getattr(cfg, 'x')"], Filters(subject=("getattr(cfg, 'x')",)), id="a comma in a call is no list"),
        pytest.param(["--rule", "NB101", "--zone", "model"], Filters(rule=("NB101",), zone=("model",)), id="two fields"),
        pytest.param(["--model", ",,"], Filters(), id="commas alone are no words"),
    ],
)
def test_filters_are(argv: list[str], expected: Filters) -> None:
    assert received(argv, options.filters) == {"filters": expected}


def test_every_filter_has_an_option_and_the_other_way_round() -> None:
    assert tuple(HELP) == tuple(field.name for field in fields(Filters))


@given(st.lists(st.text(st.characters(codec="ascii", exclude_characters=",()[]{}"), min_size=1).map(str.strip).filter(bool)))
def test_a_list_of_plain_words_comes_back_as_it_was(words: list[str]) -> None:
    assert at_commas(",".join(words)) == words


@pytest.mark.parametrize(("filters", "asked"), [(Filters(), False), (Filters(op=("in",)), True)], ids=["nothing", "something"])
def test_filters_are_true_when_something_was_asked_for(filters: Filters, asked: bool) -> None:
    assert bool(filters) is asked


def test_the_target_is_the_folder_at_hand_unless_named() -> None:
    assert received([], options.target, options.revision) == {"target": ".", "revision": None}
    assert received(["a@b", "--rev", "v1"], options.target, options.revision) == {"target": "a@b", "revision": "v1"}


def test_reports_are_repeatable_and_keep_equals_signs_in_the_path() -> None:
    got = received(["--report", "json=a.json", "--report", "jsonl=b=c.jsonl"], options.reports)
    assert got == {"reports": (Report(format="json", path=Path("a.json")), Report(format="jsonl", path=Path("b=c.jsonl")))}


@pytest.mark.parametrize("value", ["json", "=a.json", "json=", ""])
def test_a_report_without_a_kind_or_a_path_is_refused(value: str) -> None:
    outcome = CliRunner().invoke(click.command(options.reports(lambda **_: None)), ["--report", value])
    assert outcome.exit_code == 2
    assert "is not KIND=PATH, for example json=names.json" in outcome.output


def test_the_configuration_must_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "it.toml").touch()
    assert received(["--config", str(tmp_path / "it.toml")], options.config) == {"config_file": tmp_path / "it.toml"}
    assert CliRunner().invoke(click.command(options.config(lambda **_: None)), ["--config", str(tmp_path)]).exit_code == 2


def test_jobs_are_at_least_one_and_by_default_as_many_as_cores() -> None:
    assert received([], options.jobs)["jobs"] >= 1
    assert received(["--jobs", "3"], options.jobs) == {"jobs": 3}
    assert CliRunner().invoke(click.command(options.jobs(lambda **_: None)), ["--jobs", "0"]).exit_code == 2


def test_loudness_counts() -> None:
    assert received([], options.loudness) == {"quiet": False, "verbose": 0}
    assert received(["-q", "-vv"], options.loudness) == {"quiet": True, "verbose": 2}


def test_the_format_is_one_of_those_named() -> None:
    formats: Decorate = options.formats("table", "json", default="table")
    assert received([], formats) == {"format_name": "table"}
    assert received(["--format", "json"], formats) == {"format_name": "json"}
    assert CliRunner().invoke(click.command(formats(lambda **_: None)), ["--format", "xml"]).exit_code == 2
