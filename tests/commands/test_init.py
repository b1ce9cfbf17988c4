"""`init`: what it prints of a tree, and the file that it writes when asked."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from namebranch.__main__ import main

TREE = [
    "src/trainer/__init__.py", "src/trainer/loading.py", "src/trainer/patches/llama_attention.py", "src/trainer/patches/common.py",
    "src/trainer/zoo/llama/model.py", "src/trainer/zoo/mistral/model.py", "src/trainer/zoo/qwen3_moe/model.py",
    "src/trainer/zoo/gemma/model.py", "src/trainer/zoo/gemma/rope.py", "src/trainer/zoo/newcomer/model.py", "src/trainer/zoo/utils/a.py",
    "src/trainer/collate/text.py", "src/trainer/collate/image.py", "tests/test_loading.py", "docs/conf.py", "README.md",
]  # fmt: skip


def plant(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).touch()


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    plant(tmp_path, *TREE)
    return tmp_path


@pytest.mark.parametrize("width", [80, 140])
def test_what_is_printed(
    target: Path, width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    assert main(["init"]) == 0
    out, err = capsys.readouterr()
    assert out == snapshot
    assert max(map(len, out.splitlines())) <= width
    assert err == (
        "preset generic: nothing in the tree is known to be of another framework\n"
        "`namebranch init . --write` writes this down as namebranch.toml, to be edited\n"
    )


def test_nothing_is_written_unasked(target: Path) -> None:
    before = sorted(target.rglob("*"))
    assert main(["init", "-q"]) == 0
    assert sorted(target.rglob("*")) == before


def test_what_is_written_changes_nothing_that_is_printed(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "--write"]) == 0
    first = capsys.readouterr()
    assert f"wrote {target / 'namebranch.toml'}" in first.err
    assert "[tool.namebranch]" in first.err
    assert main(["init"]) == 0
    second = capsys.readouterr()
    assert second.out == first.out
    assert second.err == "preset generic: namebranch.toml names it; settings of namebranch.toml\n"


def test_a_file_that_exists_is_not_written_over(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (target / "namebranch.toml").write_text("# mine\n")
    assert main(["init", "--write"]) == 2
    assert (target / "namebranch.toml").read_text() == "# mine\n"
    assert "namebranch.toml holds settings already" in capsys.readouterr().err


def test_settings_in_pyproject_are_not_hidden_by_a_new_file(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (target / "pyproject.toml").write_text("[tool.namebranch]\nignore = []\n")
    assert main(["init", "--write"]) == 2
    assert not (target / "namebranch.toml").exists()
    assert "pyproject.toml holds settings already" in capsys.readouterr().err


def test_a_link_that_leads_away_is_not_written_through(target: Path) -> None:
    (target / "namebranch.toml").symlink_to(target.parent / "elsewhere.toml")
    assert main(["init", "--write"]) == 2
    assert not (target.parent / "elsewhere.toml").exists()


def test_an_archive_cannot_be_written(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from zipfile import ZipFile  # noqa: PLC0415  only here

    with ZipFile(target / "a.zip", "w") as archive:
        archive.writestr("pkg/a.py", "")
    assert main(["init", "a.zip"]) == 0
    assert "--write" not in capsys.readouterr().err
    assert main(["init", "a.zip", "--write"]) == 2
    assert "a.zip is no folder" in capsys.readouterr().err


def test_a_tree_without_python_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["init"]) == 0
    assert "No Python file here" in capsys.readouterr().out


def test_a_known_framework_is_recognised_and_said(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plant(target, "src/axolotl/loaders/patch_manager.py", "src/axolotl/monkeypatch/models/apertus/activation.py")
    assert main(["init"]) == 0
    out, err = capsys.readouterr()
    assert "preset axolotl" in out
    assert "[models] folders: apertus" in out
    assert err.startswith("preset axolotl: axolotl/loaders/patch_manager.py lies in the tree\n")


def test_many_rows_are_cut_and_all_shows_them(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plant(target, *(f"src/trainer/patches/llama_part{number}.py" for number in range(40)))
    main(["init"])
    assert "more rows: --all" in capsys.readouterr().out
    main(["init", "--all"])
    out = capsys.readouterr().out
    assert "--all" not in out
    assert "llama_part39.py" in out


def test_names_that_a_terminal_would_obey_are_spelled_out(target: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plant(target, "src/trainer/\x1b[31m[bold]red/llama_\x07.py", "src/trainer/\u202egnp/a.py")
    assert main(["init", "--all"]) == 0
    out = capsys.readouterr().out
    assert all(letter.isprintable() or letter == "\n" for letter in out)
    assert "[bold]" in out
