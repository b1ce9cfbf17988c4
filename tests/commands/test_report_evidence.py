"""The verb `report evidence`: the whole page, growth, JSON, hostile text, an incomplete tree, and what is refused."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest
from jsonschema import Draft202012Validator
from repositories import repository
from syrupy.assertion import SnapshotAssertion
from zoo import FILES, TABLES

from namebranch import reports
from namebranch.__main__ import main

Run = Callable[..., tuple[int, str, str]]
SCHEMA = Path(str(reports.__file__)).parent / "schema" / "split-1.schema.json"
EVIL = "evil\x1b[31m\u202e|`<b>@x"


def written(folder: Path, files: dict[str, str]) -> Path:
    """Write files; returns their folder."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return folder


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs `report evidence` in a folder that holds the framework, with a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(written(tmp_path / "tree", FILES))

    def evidence(*arguments: str | Path) -> tuple[int, str, str]:
        code = main(["report", "evidence", "--jobs", "1", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return evidence


def test_the_whole_page(run: Run, snapshot: SnapshotAssertion) -> None:
    code, out, err = run("--quiet")
    assert (code, err) == (0, "")
    assert out == snapshot


def test_a_dialect_says_where_each_item_would_lie(run: Run) -> None:
    _, out, _ = run("--quiet", "--dialect", "automodel")
    assert "| `nemo_automodel/components/models/<name>/parallelizer.py` | parallelizer | `distributed` |" in out
    assert f"| `{TABLES}:13` | per-model definition | `qwen3_moe_plan` | `nemo_automodel/components/models/qwen3_moe/" in out


def test_there_is_no_such_dialect(run: Run) -> None:
    code, _, err = run("--dialect", "automodle")
    assert code == 2
    assert "automodel" in err


def test_json_obeys_its_schema_and_holds_every_item_of_the_page(run: Run) -> None:
    page = run("--quiet")[1]
    code, out, _ = run("--quiet", "--format", "json")
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    held = json.loads(out)
    Draft202012Validator(schema).validate(held)
    rows = [item for group in held["groups"] for file in group["files"] for item in file["items"]]
    assert (code, len(rows) >= 10) == (0, True)
    assert all(f"| {item['line']} |" in page for item in rows)


def test_growth_since_an_earlier_release_in_an_archive(run: Run, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "old-1.0.zip", "w") as archive:
        archive.writestr(TABLES, "FUSED = {'mixtral', 'gemma3'}\n")
        archive.writestr("setup.py", "")
    code, out, _ = run("--quiet", "--against", tmp_path / "old-1.0.zip")
    assert code == 0
    assert f"| `{TABLES}` | 1 | 14 | 0 | 2 |" in out


def test_growth_since_a_revision_and_the_date_of_the_commit(run: Run, tmp_path: Path) -> None:
    kept = repository(tmp_path / "repo")
    kept.commit("one", tinytrain__core__tables_py="FUSED = {'mixtral', 'gemma3'}\n")
    written(kept.root, FILES)
    kept.commit("two")
    code, out, _ = run(f"{kept.root}@HEAD", "--quiet", "--against", "HEAD~1")
    assert code == 0
    assert f"| `{TABLES}` | 1 | 14 | 0 | 2 |" in out
    assert ", 2026-01-02.\n" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(("--zone", "model"), "shared code holds", id="another zone"),
        pytest.param(("--subsystem", "tabels"), "tabels", id="an unknown part"),
        pytest.param(("--against", "v9"), "revision", id="a revision of what is no repository"),
    ],
)
def test_what_cannot_be_answered_says_so(arguments: tuple[str, ...], words: str, run: Run) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_an_archive_has_no_revision_to_compare_with(run: Run, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "new-2.0.zip", "w") as archive:
        archive.writestr("pkg/loader.py", "")
    code, _, err = run(tmp_path / "new-2.0.zip", "--against", "v1")
    assert code == 2
    assert "archive of an earlier release" in err


def test_a_file_that_cannot_be_read_makes_it_incomplete(run: Run) -> None:
    Path("tinytrain/core/broken.py").write_text("if model_type == 'llama':\n\x00(\n", encoding="utf-8")
    code, out, err = run("--quiet")
    assert code == 4
    assert "NB905" in err
    assert "**Incomplete**" in out


def test_text_of_a_target_is_obeyed_by_nothing(run: Run) -> None:
    text = f"def f(config):\n    if config.model_type in ({EVIL!r}, 'mixtral'):\n        return 1\n"
    Path("tinytrain/core/evil.py").write_text(text, encoding="utf-8")
    outs = {}
    for kind in ("markdown", "json"):
        code, outs[kind], _ = run("--quiet", "--format", kind)
        assert code == 0
        assert "evil" in outs[kind]
        assert not set("\x1b\u202e") & set(outs[kind])
    rows = [line for line in outs["markdown"].splitlines() if line.startswith("| 2 |")]
    assert len(rows) == 1
    assert "<b>" not in rows[0]
    assert "@x" not in rows[0]
    assert rows[0].count(" | ") == 4  # cells: what a name holds makes no more of them


def test_quoted_code_cannot_end_its_block(run: Run) -> None:
    text = 'T = {"llama": "```", "mixtral": "````"}\n\n\ndef plan(config):\n    return T[config.model_type]\n'
    Path("tinytrain/core/fences.py").write_text(text, encoding="utf-8")
    _, out, _ = run("--quiet", "--path", "**/fences.py")
    fence = "`" * 8
    assert f'{fence}python\n# tinytrain/core/fences.py:1\nT = {{"llama": "```", "mixtral": "````"}}\n{fence}\n' in out
