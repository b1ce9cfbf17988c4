"""`config show`: what holds, where it is from, and that it loads back."""

import json
import tomllib
from pathlib import Path

import pytest

from namebranch.__main__ import main

MARK = "src/axolotl/loaders/patch_manager.py"


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / MARK).parent.mkdir(parents=True)
    (tmp_path / MARK).touch()
    (tmp_path / "namebranch.toml").write_text('[zones]\nfrozen = ["src/axolotl/old.py"]\n[prove]\nsuite = ["pytest"]\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_output_is_a_configuration_with_the_same_meaning(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "show"]) == 0
    first = capsys.readouterr().out
    (target / "namebranch.toml").write_text(first)
    assert main(["config", "show"]) == 0
    assert capsys.readouterr().out == first


def test_origins_are_comments_above_each_value(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "show", "--origin"]) == 0
    out, err = capsys.readouterr()
    assert '# namebranch.toml: zones.frozen\nfrozen = ["src/axolotl/old.py"]\n' in out
    assert '# preset axolotl\nmodel = ["axolotl/model_support/**"]\n' in out
    assert "# preset generic\nignore = []\n" in out
    assert "# default\nbudget = []\n" in out
    assert err == "preset axolotl: axolotl/loaders/patch_manager.py lies in the tree; settings of namebranch.toml\n"


def test_with_and_without_origins_the_values_are_the_same(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["config", "show", "--origin"])
    with_origins = capsys.readouterr().out
    main(["config", "show"])
    assert tomllib.loads(with_origins) == tomllib.loads(capsys.readouterr().out)


def test_json_holds_the_settings_and_their_origins(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "show", "--format", "json", "-q"]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert err == ""
    assert (document["preset"], document["file"]) == ("axolotl", "namebranch.toml")
    assert document["settings"]["zones"]["frozen"] == ["src/axolotl/old.py"]
    assert document["origins"]["zones.frozen"] == "namebranch.toml: zones.frozen"


def test_commands_of_the_work_tree_we_stand_in_are_taken(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "show"]) == 0
    assert 'suite = ["pytest"]' in capsys.readouterr().out


def test_commands_of_another_tree_are_left_out_and_said(
    target: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (target / "elsewhere").mkdir()
    monkeypatch.chdir(target / "elsewhere")
    main(["config", "show", str(target)])
    assert 'suite = ["pytest"]' in capsys.readouterr().out
    monkeypatch.chdir(target.parent)
    main(["config", "show", str(target)])
    out, err = capsys.readouterr()
    assert "suite = []" in out
    assert "note: namebranch.toml: prove.suite: left out" in err


def test_a_given_file_is_the_one_that_holds(target: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.toml").write_text('preset = "generic"\nignore = ["NB3"]\n')
    assert main(["config", "show", "--config", "mine.toml"]) == 0
    assert 'preset = "generic"\nselect = ["NB1", "NB201", "NB203"]\nignore = ["NB3"]\n' in capsys.readouterr().out


def test_an_unknown_key_is_an_error_with_the_nearest(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (target / "namebranch.toml").write_text("[zone]\n")
    assert main(["config", "show", "--exit-zero"]) == 2
    assert capsys.readouterr().err == "error: namebranch.toml: zone: unknown key; did you mean 'zones'?\n"


def test_what_a_terminal_would_obey_is_spelled_out(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (target / "namebranch.toml").write_text('[subsystems]\n"a\\u001b[31m" = ["\\u202e/"]\n')
    main(["config", "show", "--origin"])
    main(["config", "show", "--format", "json"])
    assert all(letter.isprintable() or letter == "\n" for stream in capsys.readouterr() for letter in stream)
