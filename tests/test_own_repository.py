"""We preach it, so we live by it: our own shared code decides nothing by a model's name."""

import shutil
from pathlib import Path

import pytest

from namebranch.__main__ import main

ROOT = Path(__file__).resolve().parents[1]
BRANCH = 'def render(config):\n    return config.model_type == "jamba"\n'


def test_a_check_of_our_own_repository_passes(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["check", str(ROOT), "--no-cache", "--quiet"])
    out = capsys.readouterr().out
    assert code == 0, out
    assert "0 decisions in shared code" in out
    assert not (ROOT / ".namebranch").exists(), "nothing is accepted"


def test_one_branch_in_it_would_fail(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "reports").mkdir()
    (tmp_path / "reports" / "table.py").write_text(BRANCH)
    assert main(["check", str(tmp_path), "--no-cache", "--quiet"]) == 1
    out = capsys.readouterr().out
    assert 'NB101 config.model_type == "jamba"' in out
    assert "over budget  /analyzer/" in out
