"""Bug reports of other projects about moves that were not what they seemed: `prove OLD NEW --entry NAME --probes FILE`."""

import json
from pathlib import Path

import pytest

from namebranch.__main__ import main

CASES = sorted((Path(__file__).parents[1] / "cases").glob("p*"))


def test_there_are_cases() -> None:
    assert len(CASES) == 3


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_each_case_has_its_right_answer(case: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expected = json.loads((case / "expect.json").read_text())["expect"]
    asked = ["prove", str(case / "before.py"), str(case / "after.py"), "--entry", "decide", "--probes", str(case / "probes.json")]
    code = main([*asked, "--format", "json", "--quiet"])
    found = json.loads(capsys.readouterr().out)
    (claim,) = found["claims"]
    told = {int(one["answers"]["probe"]): (one["old"][-1], one["new"][-1]) for one in found["differences"]}
    assert told == {one["probe"]: (f"return {one['before']!r}", f"return {one['after']!r}") for one in expected["differs_on"]}
    assert claim["cases"] == len(expected["differs_on"]) + len(expected["same_on"])
    assert (code, claim["verdict"]) == ((0, "same") if expected["equal"] else (1, "different"))


@pytest.mark.parametrize("text", ["{}", "[1]", "not json"])
def test_a_file_that_holds_no_probes_says_what_it_should_hold(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.py").write_text("def f(): return 1\n")
    (tmp_path / "p.json").write_text(text)
    assert main(["prove", str(tmp_path / "a.py"), str(tmp_path / "a.py"), "--probes", str(tmp_path / "p.json"), "--quiet"]) == 2
    assert "a list of objects" in capsys.readouterr().err


def test_an_entry_that_is_not_there_is_not_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, value in (("a.py", 1), ("b.py", 2)):
        (tmp_path / name).write_text(f"def f():\n    return {value}\n")
    (tmp_path / "p.json").write_text("[{}]")
    asked = ["prove", str(tmp_path / "a.py"), str(tmp_path / "b.py"), "--entry", "g", "--probes", str(tmp_path / "p.json"), "--quiet"]
    assert main(asked) == 4
    assert "not run" in capsys.readouterr().out
