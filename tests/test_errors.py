"""What goes wrong is said with what was wrong, and with what to do next: one line for each mistake that people make."""

import re
import zipfile
from pathlib import Path

import pytest

from namebranch.__main__ import main

NEXT = re.compile(
    r"did you mean|`[^`]+`|known are|there are|say |paths are |name (a|the|it|two)|give |add |leave |write |take |fetch|remove|correct|is not one of"
)
MISTAKES = [
    ("scna .", "scna"),
    ("scan nowhere", "nowhere"),
    ("scan broken.whl", "broken.whl"),
    ("scan . --rev v9", "not in a git repository"),
    ("scan . --kind tabel", "tabel"),
    ("scan . --role iff", "iff"),
    ("scan . --zone mine", "mine"),
    ("scan . --rule compare", "compare"),
    ("scan . --subsystem loadrs", "loadrs"),
    ("scan . --config wrong.toml", "zoness"),
    ("scan . --format jsno", "jsno"),
    ("scan . --names broken.whl", "--names"),
    ("scan . --report short", "short"),
    ("scan . --jobs 0", "0"),
    ("check . --against v9", "not in a git repository"),
    ("baseline add X .", "--reason"),
    ("drift .", "not in a git repository"),
    ("drift . --range x", "x"),
    ("drift --releases broken.whl", "--releases"),
    ("cost . --like nosuch", "nosuch"),
    ("cost . --against v1", "--against"),
    ("explain", "what to explain"),
    ("explain . --at nowhere.py:1", "nowhere.py"),
    ("audit . --dep nosuch", "nosuch"),
    ("audit . --select NBX", "NBX"),
    ("audit . --kind table", "--kind"),
    ("plan .", "dialect"),
    ("plan . --dialect nope", "nope"),
    ("migrate . --write", "what to move"),
    ("move-models a b .", "a"),
    ("prove .", "OLD NEW"),
    ("prove . . --part nope", "nope"),
    ("registry vendor nopkg .", "nopkg"),
    ("report", "which"),
    ("report dashbord", "dashbord"),
    ("report tracker . --write", "--page"),
    ("report comment .", "--against"),
    ("report evidence . --zone model", "--zone"),
    ("report dashboard . --zone model", "--zone"),
    ("config", "which"),
    ("names sync .", "--write"),
    ("names diff a b", "a"),
    ("rules NB9999", "NB9999"),
    ("completion csh", "csh"),
]


@pytest.mark.parametrize(("line", "wrong"), MISTAKES, ids=[line for line, _ in MISTAKES])
def test_a_mistake_is_named_and_what_to_do_is_said(
    line: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "loaders.py").write_text("def load(config):\n    return config.model_type == 'mixtral'\n", encoding="utf-8")
    (tmp_path / "wrong.toml").write_text("[zoness]\n", encoding="utf-8")
    (tmp_path / "broken.whl").write_text("no archive", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert main(line.split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    message = said.err[said.err.index("error: ") :]
    assert wrong in message
    assert NEXT.search(message), message
    assert "Traceback" not in message
    assert "internal error" not in message


def test_an_archive_that_is_empty_is_no_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with zipfile.ZipFile(tmp_path / "empty-1.0.zip", "w"):
        pass
    assert main(["scan", str(tmp_path / "empty-1.0.zip")]) == 0
    assert "error" not in capsys.readouterr().err
