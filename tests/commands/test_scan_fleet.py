"""`scan --repos`: many repositories as one, whole."""

from collections.abc import Callable
from pathlib import Path

import pytest

from namebranch.__main__ import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs the tool in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def tool(*arguments: str) -> tuple[int, str, str]:
        code = main([*arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return tool


def test_a_fleet_is_scanned_as_one_and_the_advice_names_it_again(run: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.py").write_text('def f(cfg):\n    return cfg.model_type == "gemma3"\n')
    fleet = tmp_path / "fleet.txt"
    fleet.write_text(f"{tmp_path / 'one'}\nother = {tmp_path / 'two'}\n{tmp_path / 'none'}\n")
    code, out, err = run("scan", "--repos", str(fleet), "--format", "short", "--no-cache")
    assert list(dict.fromkeys(line.partition(":")[0] for line in out.splitlines())) == ["one/a.py", "other/a.py"]
    assert (code, "none: NB905 not read" in err) == (4, True)
    assert f"scan --repos {fleet}" in run("scan", "--repos", str(fleet), "--no-cache")[1].replace("\n", " ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param((".", "--rev", "HEAD"), "--repos names all targets", id="a revision beside a fleet"),
        pytest.param(("elsewhere",), "--repos names all targets", id="a target beside a fleet"),
        pytest.param((), "no repository is named", id="an empty fleet"),
    ],
)
def test_a_fleet_that_cannot_be_scanned_is_an_error(arguments: tuple[str, ...], words: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "fleet.txt").write_text("# none\n")
    code, _, err = run("scan", *arguments, "--repos", str(tmp_path / "fleet.txt"))
    assert (code, words in err) == (2, True)
