"""The verb `explain`: whole pages, JSON, what one may point at, words that help, hostile text, and every exit code."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import oracle
import pytest
from histories import imported
from jsonschema import Draft202012Validator
from syrupy.assertion import SnapshotAssertion

from namebranch import reports
from namebranch.__main__ import main

Run = Callable[..., tuple[int, str, str]]
SCHEMA = Path(str(reports.__file__)).parent / "schema" / "explain-1.schema.json"
TINYTRAIN = Path(__file__).resolve().parents[2] / "examples" / "tinytrain"
PATCHES, MODEL, GGUF = "tinytrain/loaders/patches.py", "tinytrain/loaders/model.py", "tinytrain/export/gguf.py"
ONE = b'def load(cfg):\n    if cfg.model_type == "jamba":\n        return 1\n'
EVIL = "evil\x1b[31m\u202e[bold]|`<b>@x"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for what these tests cache."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def run(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs `explain` in a copy of tinytrain that is in no repository."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    tree = tmp_path / "tree"
    shutil.copytree(TINYTRAIN / "tinytrain", tree / "tinytrain", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(TINYTRAIN / "namebranch.toml", tree)
    monkeypatch.chdir(tree)

    def explain(*arguments: str | Path) -> tuple[int, str, str]:
        code = main(["explain", "--jobs", "1", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return explain


def validated(out: str) -> dict[str, Any]:
    """Return the document, which obeys its schema."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    held: dict[str, Any] = json.loads(out)
    assert [error.json_path for error in Draft202012Validator(schema).iter_errors(held)] == []
    return held


@pytest.mark.parametrize(
    "at",
    [
        pytest.param(f"{PATCHES}:81", id="a list through a constant and a predicate in one decision"),
        pytest.param(f"{MODEL}:89", id="an arm of a chain"),
        pytest.param("tinytrain/families.py:22", id="a beginning that hits names nobody spelled"),
        pytest.param("tinytrain/families.py:6", id="a list made of other lists"),
        pytest.param("tinytrain/kernels/plugin.py:54", id="a flag that is set elsewhere"),
        pytest.param("tinytrain/data/collate.py:70", id="a table that is asked"),
        pytest.param(f"{PATCHES}:12", id="an import of a model's own code"),
    ],
)
def test_the_whole_page(run: Run, at: str, snapshot: SnapshotAssertion) -> None:
    code, out, err = run("--quiet", "--no-history", "--at", at)
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 100  # commands are never broken; all else keeps to 80
    assert out == snapshot


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return tinytrain's history."""
    folder = tmp_path_factory.mktemp("history") / "tinytrain"
    oracle.history().build(folder)
    return folder


@pytest.mark.parametrize("at", ["tinytrain/families.py:3", "tinytrain/loaders/model.py:83", "tinytrain/kernels/plugin.py:50"])
def test_since_when(run: Run, history: Path, at: str, snapshot: SnapshotAssertion) -> None:
    out = run("--quiet", f"{history}@HEAD", "--at", at)[1]
    told = out[out.index("Since when") : out.index("\ncheck")]
    assert re.sub(r" [0-9a-f]{9} ", " <commit> ", told) == snapshot  # which commit, the date and its subject say


@pytest.mark.parametrize("at", [f"{PATCHES}:81", "tinytrain/families.py", GGUF])
def test_the_json_obeys_its_schema(run: Run, at: str) -> None:
    held = validated(run("--format", "json", "--at", at)[1])
    assert held["schema"] == 1
    assert {one["site"]["path"] for one in held["explanations"]} == {at.partition(":")[0]}
    assert all(one["ancestry"]["missing"] == "it lies in no git repository" for one in held["explanations"])


def test_the_json_holds_the_history(run: Run, history: Path) -> None:
    held = validated(run(f"{history}@HEAD", "--format", "json", "--at", f"{MODEL}:83")[1])
    (one,) = held["explanations"]
    assert one["ancestry"]["changes"][-1]["event"] == "introduced"
    assert one["ancestry"]["missing"] is None


@pytest.mark.parametrize(
    "words",
    [
        pytest.param((f"{PATCHES}:74",), id="as the target, a place"),
        pytest.param(("--at", f"./{PATCHES}:74"), id="as a shell completes it"),
        pytest.param(("--at", "patches.py:74:12"), id="a file's name, a line and a column"),
        pytest.param((PATCHES, "--path", "patches.py", "--model", "qwen2_vl", "--kind", "compare"), id="a file and filters"),
        pytest.param(("--path", PATCHES, "--model", "qwen2_vl", "--kind", "compare"), id="filters alone"),
    ],
)
def test_ways_to_point_at_one_site(run: Run, words: tuple[str, ...]) -> None:
    (found,) = json.loads(run("--format", "json", "--no-history", *words)[1])["explanations"]
    assert (found["site"]["line"], found["site"]["names"]) == (74, ["qwen2_vl"])
    assert json.loads(run("--format", "json", "--no-history", "--at", found["site"]["id"])[1])["explanations"] == [found]


def test_a_target_seen_from_above(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path.cwd().parent)
    assert run("tree", "--no-history", "-q", "--at", f"tree/{PATCHES}:74")[0] == 0


@pytest.mark.parametrize("rule", ["NB101", "nb203", "NB401"])
def test_a_rule_is_its_page(run: Run, rule: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("--at", rule)
    assert main(["rules", rule]) == code == 0
    assert out == capsys.readouterr().out
    assert run(rule)[1] == out


def test_a_rule_and_a_site_at_once(run: Run) -> None:
    out = run("-q", "--no-history", "--at", "NB101", "--at", f"{PATCHES}:74")[1]
    assert out.startswith("NB101 compare")
    assert f"{PATCHES}:74:12  NB101 compare" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        pytest.param((), "say what to explain: --at PATH:LINE", id="nothing"),
        pytest.param(
            ("--at", f"{PATCHES}:56"),
            "no site is on that line; the nearest are on line 52 (NB102 model_type), line 53 (NB101 model_type), line 61",
            id="a line beside",
        ),
        pytest.param(("--at", "tinytrain/loader/patches.py:74"), f"is it {PATCHES}?", id="a path beside"),
        pytest.param(("--at", "0" * 16), "no site of this target has that id", id="an id of nothing"),
        pytest.param(("--at", "NB998"), "there is no rule 'NB998'", id="a rule of nothing"),
        pytest.param(("--at", f"{PATCHES}:74", "--kind", "table"), "the filters keep no site", id="filters against it"),
        pytest.param(("--at", f"{PATCHES}:74", "--kind", "tabel"), "did you mean 'table'?", id="a filter that is misspelled"),
        pytest.param(("nowhere", "--at", f"{PATCHES}:74"), "nowhere", id="a target that is not there"),
    ],
)
def test_words_that_help(run: Run, words: tuple[str, ...], told: str) -> None:
    code, out, err = run("-q", *words)
    assert (code, out) == (2, "")
    assert told in err


def test_a_file_that_cannot_be_read_makes_it_incomplete(run: Run) -> None:
    Path("tinytrain/broken.py").write_text('def f(cfg):\n    if cfg.model_type == "jamba"\n')
    code, out, err = run("--no-history", "--at", f"{PATCHES}:74")
    assert code == 4
    assert "1 file could not be read" in out
    assert "tinytrain/broken.py: NB905 not read" in err
    assert run("--no-history", "--exit-zero", "--at", f"{PATCHES}:74")[0] == 0


def test_nothing_is_written_into_the_target(run: Run) -> None:
    before = {file: file.stat().st_mtime_ns for file in Path().rglob("*")}
    run("--at", f"{PATCHES}:74")
    assert {file: file.stat().st_mtime_ns for file in Path().rglob("*")} == before


@pytest.mark.parametrize("form", ["table", "json"])
def test_hostile_text_comes_out_harmless(run: Run, tmp_path: Path, form: str) -> None:
    """A name, a path, a function, a comment and the subject of a commit that want to own the terminal."""
    code = f'def load(cfg):\n    return cfg.model_type in ("jamba", "{EVIL}")  # namebranch: keep[NB102] {EVIL}\n'
    folder = imported(tmp_path / "hostile", [{"x[bold]\u202e.py": b"x = 1\n"}, {"x[bold]\u202e.py": code.encode()}])
    (folder / "x[bold]\u202e.py").write_text(code)
    status, out, err = run(folder, "--at", "x[bold]\u202e.py:2", "--format", form)
    assert status == 0
    assert not set(out + err) & {"\x1b", "\u202e"}
    assert "[bold]" in out
    assert "jamba" in out


def test_no_colour_and_no_progress_where_nobody_looks(run: Run) -> None:
    _, out, err = run("--no-history", "--at", f"{PATCHES}:74")
    assert "\x1b" not in out + err


def test_two_runs_say_the_same_with_and_without_the_cache(run: Run, history: Path) -> None:
    words = (f"{history}@HEAD", "--format", "json", "--at", f"{PATCHES}")
    assert run(*words)[1] == run(*words, "--no-cache")[1]
