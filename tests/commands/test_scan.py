"""The verb `scan`: what goes where, and every exit code; the scan itself is replaced by an inventory made by hand."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from inventories import CLEAN, EVIL, SMALL, inventory, site

from namebranch.__main__ import main
from namebranch.analyzer.inventory import Confidence, Inventory, Unread
from namebranch.commands import _terminal
from namebranch.commands import scan as verb

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs `scan` in a small folder, with the given inventory as the result."""
    (tmp_path / "tinytrain").mkdir()
    (tmp_path / "tinytrain" / "loader.py").write_text("x = 1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def scan(found: Inventory, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(verb, "inventory", lambda _source, _loaded, _options: found)
        code = main(["scan", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return scan


PARTLY = replace(SMALL, unread=(Unread(path="tinytrain/broken.py", reason="line 3: unexpected indent"),))
GUESSED = inventory(site("a.py", 1, "jamba", confidence=Confidence.INFERRED))


def test_the_table_is_data_and_the_preset_is_words(run: Run) -> None:
    code, out, err = run(SMALL)
    assert code == 0
    assert "7 decisions by a model's name in shared code" in out
    assert err.startswith("preset generic: ")
    assert "preset generic:" not in out


def test_quiet_says_nothing_on_stderr(run: Run) -> None:
    assert run(SMALL, "-q")[2] == ""


@pytest.mark.parametrize(
    ("found", "arguments", "code"),
    [
        pytest.param(SMALL, [], 0, id="whatever is found is no failure"),
        pytest.param(CLEAN, [], 0, id="nothing found"),
        pytest.param(PARTLY, [], 4, id="a file that was not read"),
        pytest.param(PARTLY, ["--exit-zero"], 0, id="a file that was not read, forgiven"),
        pytest.param(SMALL, ["--fail-on", "NB101"], 1, id="a rule that must not be there is"),
        pytest.param(SMALL, ["--fail-on", "nb2"], 1, id="a family of rules that must not be there is"),
        pytest.param(SMALL, ["--fail-on", "NB105,NB106"], 0, id="rules that must not be there are not"),
        pytest.param(SMALL, ["--fail-on", "NB101", "--path", "model.py", "--scope"], 2, id="an option that does not exist"),
        pytest.param(SMALL, ["--fail-on", "NB102", "--path", "liger/**"], 0, id="the rule is elsewhere than was asked"),
        pytest.param(SMALL, ["--fail-on", "NB101", "--exit-zero"], 0, id="a failure, forgiven"),
        pytest.param(PARTLY, ["--fail-on", "NB101"], 1, id="a failure goes before what was not read"),
        pytest.param(PARTLY, ["--fail-on", "NB905"], 1, id="what was not read as a failure"),
        pytest.param(GUESSED, ["--fail-on", "NB101"], 0, id="an inferred site does not fail"),
    ],
)
def test_the_exit_code_says_what_happened(run: Run, found: Inventory, arguments: list[str], code: int) -> None:
    assert run(found, *arguments)[0] == code


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["--kind", "compar"], "--kind 'compar' is unknown; did you mean 'compare'?", id="an unknown kind names the nearest"),
        pytest.param(["--role", "elfi"], "did you mean 'elif'?", id="an unknown role names the nearest"),
        pytest.param(["--zone", "share"], "did you mean 'shared'?", id="an unknown zone names the nearest"),
        pytest.param(["--subsystem", "loader"], "did you mean 'loaders'?", id="an unknown subsystem names the nearest"),
        pytest.param(["--op", "starts"], "did you mean 'startswith'?", id="an unknown operator names the nearest"),
        pytest.param(["--rule", "E501"], "--rule 'E501' is no rule", id="a rule of another tool"),
        pytest.param(["--fail-on", "all"], "is no rule", id="a failure on what is no rule"),
        pytest.param(["--summary", "--registrations"], "exclude each other", id="two contents at once"),
        pytest.param(["--registrations", "--kind", "compare"], "cannot choose registrations", id="a filter that registrations lack"),
        pytest.param(["--report", "jsn=x"], "there is no format 'jsn'", id="a report of an unknown format"),
        pytest.param(["nowhere"], "nowhere", id="a target that is not there"),
    ],
)
def test_a_mistake_is_explained_and_exits_2(run: Run, arguments: list[str], message: str) -> None:
    code, out, err = run(SMALL, *arguments)
    assert code == 2
    assert out == ""
    assert message in err


def test_what_was_not_read_is_named_line_by_line_on_stderr(run: Run) -> None:
    code, out, err = run(PARTLY, "-q", "--format", "jsonl")
    assert (code, err) == (4, "tinytrain/broken.py: NB905 not read: line 3: unexpected indent\n")
    assert all(json.loads(line)["zone"] == "shared" for line in out.splitlines())


def test_a_hostile_name_of_an_unread_file_stays_one_harmless_line(run: Run) -> None:
    err = run(replace(CLEAN, unread=(Unread(path=EVIL, reason=EVIL),)), "-q")[2]
    assert err.count("\n") == 1
    assert err.rstrip("\n").isprintable()


def test_sites_outside_shared_code_are_shown_only_by_their_zone(run: Run) -> None:
    assert "models/jamba" not in run(SMALL, "--format", "short")[1]
    assert run(SMALL, "--format", "short", "--zone", "model")[1].count("models/jamba") == 2


def test_registrations_replace_the_sites(run: Run) -> None:
    out = run(SMALL, "--registrations", "--format", "short", "--model", "jamba")[1]
    assert out == 'tinytrain/models/jamba/modeling.py:5:1: MODELS["jamba"] = tinytrain.models.jamba.Jamba  (decorator)\n'


def test_a_report_is_a_further_copy_in_a_file(run: Run, tmp_path: Path) -> None:
    _, out, _ = run(SMALL, "--format", "jsonl", "--report", "jsonl=copy.jsonl", "--report", "table=face.txt")
    assert (tmp_path / "copy.jsonl").read_bytes() == out.encode()
    assert "what next" in (tmp_path / "face.txt").read_text(encoding="utf-8")


def test_the_commands_that_are_advised_exist_and_name_the_target(run: Run, tmp_path: Path) -> None:
    out = run(SMALL, str(tmp_path))[1]
    assert f"namebranch scan {tmp_path} --zone model" in out
    assert "namebranch scan --zone model" in run(SMALL)[1]


def test_two_runs_are_byte_identical(run: Run) -> None:
    for name in ("table", "short", "json", "jsonl"):
        assert run(SMALL, "--format", name) == run(SMALL, "--format", name)


def test_a_terminal_that_lacks_letters_still_gets_the_table(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_terminal, "can_show", lambda _stream: False)
    out = run(SMALL)[1]
    assert out.isascii()
    assert "####" in out
