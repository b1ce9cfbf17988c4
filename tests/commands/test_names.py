"""`names show`, `names sync`, `names diff`."""

from pathlib import Path

import pytest

from namebranch.__main__ import main
from namebranch.registry.universe.releases import from_json

FILES = {
    "transformers/__init__.py": '__version__ = "9.9.9"\n',
    "transformers/models/auto/auto_mappings.py": 'CONFIG_MAPPING_NAMES = {"ant": "AntConfig"}\nMODEL_MAPPING_NAMES = {"ant": "AntModel"}\n',
    "transformers/models/ant/configuration_ant.py": 'class AntConfig:\n    model_type = "ant"\n',
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return written(tmp_path / "tree", FILES)


def written(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


def test_show_counts_what_ships(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["names", "show"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("transformers 5.23.0\n  model types  807 (543 of checkpoints, 264 inside other configurations)\n")
    assert "names show NAME" in out


def test_show_says_what_is_known_of_a_type(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["names", "show", "Gemma-3"]) == 0
    out = capsys.readouterr().out
    assert "known to transformers 5.23.0" in out
    assert "    text_config: gemma3_text\n" in out
    assert "  a name where only its spelling speaks: yes\n" in out


def test_show_says_why_a_word_is_no_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["names", "show", "clip"]) == 0
    assert capsys.readouterr().out.endswith("speaks: no\n    a word of training code: an operation, an option, a unit, something counted\n")


def test_show_of_a_class_says_whose_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["names", "show", "LlamaForCausalLM"]) == 0
    assert "  class of llama in MODEL_FOR_CAUSAL_LM_MAPPING_NAMES\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("qwen3", "  as a model type in transformers 4.51 … 5.23\n"),
        ("LlamaFlashAttention2", "  as a class or function in transformers 4.40 … 4.47\n"),
    ],
)
def test_show_says_which_releases_have_it(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["names", "show", name]) == 0
    assert said in capsys.readouterr().out


def test_show_of_an_unknown_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["names", "show", "nonsense\x1b[31m"]) == 0
    out = capsys.readouterr().out
    assert "not known to transformers 5.23.0" in out
    assert "\x1b" not in out


def test_sync_writes_what_diff_finds_equal(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "names.json"
    assert main(["names", "sync", str(tree), "--write", str(file)]) == 0
    assert capsys.readouterr().err.endswith("1 model types of transformers 9.9.9\n")
    assert main(["names", "diff", str(file), str(tree)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "model types added (0)",
        "model types removed (0)",
        "classes added (0)",
        "classes removed (0)",
        "model types changed (0)",
    ]


def test_diff_says_what_came(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = written(
        tmp_path / "more", FILES | {"transformers/models/bee/configuration_bee.py": 'class BeeConfig:\n    model_type = "bee"\n'}
    )
    assert main(["names", "diff", str(tree), str(more)]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == [
        "model types added (1): bee",
        "model types removed (0)",
        "classes added (1): BeeConfig",
    ]


def test_sync_writes_nothing_without_a_file_to_write(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["names", "sync", str(tree)]) == 2
    assert "--write" in capsys.readouterr().err


def test_sync_of_something_else_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path / "other", {"other/__init__.py": ""})
    assert main(["names", "sync", str(tmp_path / "other"), "--write", str(tmp_path / "names.json")]) == 2
    assert "is this a source tree or wheel of transformers?" in capsys.readouterr().err
    assert not (tmp_path / "names.json").exists()


def test_diff_with_a_file_that_is_no_snapshot(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "names.json").write_text("{}")
    assert main(["names", "diff", str(tmp_path / "names.json"), str(tree)]) == 2
    assert "not a snapshot of model names" in capsys.readouterr().err


def test_sync_of_several_releases_writes_which_has_what(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    older = written(tmp_path / "older", {**FILES, "transformers/__init__.py": '__version__ = "9.8.0"\n', "transformers/gone.py": "X = 1\n"})
    file = tmp_path / "releases.json"
    assert main(["names", "sync", "--releases", str(tree), str(older), "--write", str(file)]) == 0
    found = from_json(file.read_bytes())
    assert found.versions == ("9.8.0", "9.9.9")
    assert found.said(found.member("gone", "X")) == "9.8"
    assert found.said(found.types["ant"]) == "9.8 … 9.9"
    assert "2 releases of transformers" in capsys.readouterr().err


def test_one_snapshot_is_of_one_source(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["names", "sync", str(tree), str(tree), "--write", str(tmp_path / "x.json")]) == 2
    assert "--releases" in capsys.readouterr().err
