"""`scan --repos` and `drift --repos`: many repositories as one, whole."""

from collections.abc import Callable
from pathlib import Path

import pytest
from repositories import repository

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


def test_a_mark_and_ends_of_lines_that_an_editor_leaves_say_nothing(run: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.py").write_text('def f(cfg):\n    return cfg.model_type == "gemma3"\n')
    (tmp_path / "fleet.txt").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    code, out, _ = run("scan", "--repos", "fleet.txt", "--format", "short", "--no-cache")
    assert (code, {line.partition("/")[0] for line in out.splitlines()}) == (0, {"one", "two"})


def test_a_file_that_is_no_text_is_an_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "fleet.txt").write_bytes(b"\xff\xfe\x00")
    code, _, err = run("scan", "--repos", "fleet.txt")
    assert (code, "is no text in UTF-8" in err) == (2, True)


def test_a_repository_without_a_history_is_named_and_the_others_are_told(run: Run, tmp_path: Path) -> None:
    kept = repository(tmp_path / "kept")
    kept.commit("begin", a_py='def f(cfg):\n    return cfg.model_type == "gemma3"\n')
    (tmp_path / "fleet.txt").write_text("kept\ngone\n")
    code, out, err = run("drift", "--repos", "fleet.txt", "--no-cache")
    assert (code, "kept: begin" in out) == (4, True)
    assert [line for line in err.splitlines() if line.startswith("gone: NB905 not read: ")] != []
