"""The verb `cost`: rows, one model, one more model, growth, JSON, hostile text, and every exit code."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from repositories import repository
from syrupy.assertion import SnapshotAssertion
from zoo import FILES, LOADER, TABLES

from namebranch import reports
from namebranch.__main__ import main
from published import Published

Run = Callable[..., tuple[int, str, str]]
SCHEMA = Path(str(reports.__file__)).parent / "schema" / "cost-1.schema.json"
EVIL = "evil\x1b[31m\u202e[bold]|`<b>@x"


def written(folder: Path, files: dict[str, str]) -> Path:
    """Write files; returns their folder."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return folder


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs `cost` in a folder that holds the framework, with a cache of its own."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(written(tmp_path / "tree", FILES))

    def cost(*arguments: str | Path) -> tuple[int, str, str]:
        code = main(["cost", "--jobs", "1", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return cost


def validated(out: str) -> dict[str, Any]:
    """Return the document, which obeys its schema."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    held: dict[str, Any] = json.loads(out)
    Draft202012Validator(schema).validate(held)
    return held


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param((), id="a row a model"),
        pytest.param(("--by", "file"), id="a row a file"),
        pytest.param(("--by", "subsystem"), id="a row a part"),
        pytest.param(("--model", "gemma3"), id="one model with its places"),
        pytest.param(("--like", "qwen3_moe"), id="one more model"),
        pytest.param(("--like", "mixtral"), id="one more model like one without files"),
    ],
)
def test_the_whole_table(run: Run, arguments: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    code, out, err = run("--quiet", *arguments)
    assert (code, err) == (0, "")
    assert out == snapshot


@pytest.mark.parametrize("arguments", [(), ("--like", "qwen3_moe"), ("--model", "gemma3"), ("--kind", "table")])
def test_the_json_obeys_its_schema(run: Run, arguments: tuple[str, ...]) -> None:
    assert validated(run("--format", "json", *arguments)[1])["schema"] == 1


def test_the_json_of_one_more_model_holds_the_lines_where_it_is_added(run: Run) -> None:
    found = validated(run("--format", "json", "--like", "qwen3_moe")[1])
    assert [(step["place"]["path"], step["beside"]) for step in found["like"]["steps"]] == [
        (LOADER, [17]),
        (TABLES, [3]),
        (TABLES, [7]),
        (TABLES, [13]),
    ]


def test_one_model_keeps_the_files_and_families_that_concern_it(run: Run) -> None:
    found = validated(run("--format", "json", "--model", "zephyrus")[1])
    assert [file["path"] for file in found["files"]] == [LOADER]
    assert [part["subsystem"] for part in found["subsystems"]] == ["core"]
    assert found["families"] == []


def test_two_runs_say_the_same(run: Run) -> None:
    assert run("--format", "json")[1] == run("--format", "json", "--no-cache")[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(("--like", "nothing_of_the_kind"), "no model 'nothing_of_the_kind'", id="no such model to be like"),
        pytest.param(("--model", "gemma33"), "near are gemma3", id="no such model, but one nearly called so"),
        pytest.param(("--against", "HEAD"), "add --by file or --by subsystem", id="growth of models"),
        pytest.param(("--by", "file", "--against", "HEAD"), "not in a git repository", id="growth without a history"),
        pytest.param(("--like", "gemma3", "--model", "gemma3"), "give one of them", id="two ways to choose a model"),
        pytest.param(("--zone", "model"), "what shared code holds", id="places in a model's own files"),
        pytest.param(("--kind", "tabel"), "did you mean 'table'", id="an unknown kind"),
        pytest.param(("--by", "moon"), "'moon'", id="rows of nothing"),
    ],
)
def test_refused(run: Run, arguments: tuple[str, ...], words: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_a_file_that_cannot_be_read_makes_the_numbers_a_lower_bound(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tree/tinytrain/core/broken.py").write_text('def (:\n    cfg.model_type == "llama"\n')
    code, out, err = run()
    assert code == 4
    assert "lower bound" in out
    assert "tinytrain/core/broken.py: NB905 not read" in err
    assert run("--exit-zero")[0] == 0


def test_an_archive_has_no_revision_to_compare_with(run: Run, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "tree.zip", "w") as archive:
        archive.writestr("pkg/a.py", "x = 1\n")
    code, _, err = run(tmp_path / "tree.zip", "--by", "file", "--against", "HEAD")
    assert code == 2
    assert "leave --against out" in err


def test_growth_since_a_revision(run: Run, tmp_path: Path) -> None:
    made = repository(tmp_path / "history")
    written(made.root, {path: text for path, text in FILES.items() if path != TABLES})
    written(made.root, {TABLES: 'FUSED = {"mixtral", "gemma3"}\n'})
    made.git("add", ".")
    made.git("commit", "-q", "-m", "Begin")
    written(made.root, {TABLES: FILES[TABLES]})
    code, out, err = run(made.root, "--by", "file", "--against", "HEAD")
    assert code == 0, err
    (row,) = [line.split() for line in out.splitlines() if "tables.py" in line]
    assert row[1:7] == ["14", "+13", "2", "+1", "3", "+1"]
    found = validated(run(made.root, "--format", "json", "--against", "HEAD")[1])
    assert {file["path"]: file["before"]["lines"] for file in found["files"]}[TABLES] == 1
    assert "no revision" in run(made.root, "--by", "file", "--against", "nonesuch")[2]


def test_a_revision_is_read_without_a_checkout(run: Run, tmp_path: Path) -> None:
    made = repository(tmp_path / "history")
    written(made.root, FILES)
    made.git("add", ".")
    made.git("commit", "-q", "-m", "Begin")
    (made.root / TABLES).unlink()
    assert validated(run(f"{made.root}@HEAD", "--format", "json")[1])["mean"] == 1.67


def test_nothing_of_a_target_is_obeyed_by_a_terminal(run: Run, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    written(
        tree,
        {
            f"tinytrain/models/gemma{EVIL}/model.py": "x = 1\n",
            f"tinytrain/core/{EVIL}.py": f'def f(c):\n    return c.model_type in ("gemma3", "qwen3_{EVIL}")\n',
        },
    )
    for arguments in ((), ("--by", "file"), ("--by", "subsystem"), ("--model", "gemma3"), ("--like", "gemma3"), ("--format", "json")):
        code, out, err = run("--all", *arguments)
        assert code == 0, err
        assert all(line.isprintable() for line in (out + err).splitlines()), arguments
    validated(run("--format", "json")[1])


def test_a_tree_without_models_says_so(run: Run, tmp_path: Path) -> None:
    code, out, _ = run(written(tmp_path / "empty", {"pkg/a.py": "x = 1\n"}))
    assert code == 0
    assert "No model has files of its own here" in out


def test_the_costs_of_a_published_framework(published: Published, run: Run, snapshot: SnapshotAssertion) -> None:
    code, out, _ = run(published("nemo-automodel", "0.5.0"), "--format", "json")
    assert code == 0
    found = validated(out)
    own = {model["model"]: {role["role"]: role["lines"] for role in model["roles"]} for model in found["models"] if model["at"]}
    parts = {part["subsystem"]: (part["all_files"], part["all_lines"], part["now"]["files"]) for part in found["subsystems"]}
    assert {"own lines": own, "files, lines, files with names": parts} == snapshot
