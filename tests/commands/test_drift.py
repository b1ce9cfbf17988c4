"""The verb `drift`: series, events, parts of histories, releases, and every exit code."""

import csv
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from histories import imported
from repositories import Repository, repository

from namebranch.__main__ import main
from published import Published

CASE = Path(__file__).resolve().parents[1] / "cases" / "g05_trend_across_git_mv"
Run = Callable[..., tuple[int, str, str]]

JAMBA = 'def load(cfg):\n    if cfg.model_type == "jamba":\n        return 1\n'
TWO = 'def load(cfg):\n    if cfg.model_type in ("jamba", "mamba"):\n        return 1\n'
MORE = TWO + '\n\ndef save(cfg):\n    return 2 if cfg.model_type == "dbrx" else 3\n'
OWN = 'def load(cfg):\n    return 1\n\n\ndef save(cfg):\n    return 2 if cfg.model_type == "dbrx" else 3\n'
SUPPORT = (
    'from pkg.registry import register\n\n\n@register("jamba")\nclass Jamba:\n    pass\n\n\n@register("mamba")\nclass Mamba:\n    pass\n'
)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs `drift` with a cache of its own."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def drift(*arguments: str | Path) -> tuple[int, str, str]:
        code = main(["drift", "--jobs", "1", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return drift


@pytest.fixture
def grown(tmp_path: Path) -> Repository:
    """Return a history in which branches come, grow, move and go."""
    made = repository(tmp_path / "grown")
    made.commit("Begin", pkg__loader_py="x = 1\n", pkg__registry_py="def register(key):\n    return lambda cls: cls\n")
    made.commit("Jamba (#1)", pkg__loader_py=JAMBA)
    made.commit("Mamba too (#2)", pkg__loader_py=TWO)
    made.commit("Only words", README_md="words")
    made.commit("DBRX (#3)", pkg__loader_py=MORE)
    made.git("mv", "pkg/loader.py", "pkg/loading.py")
    made.commit("Rename the loader (#4)")
    made.commit("Jamba and Mamba say it themselves (#5)", pkg__loading_py=OWN, pkg__support_py=SUPPORT)
    return made


def lines(out: str) -> list[dict[str, Any]]:
    """Return what each line of JSON holds."""
    return [json.loads(line) for line in out.splitlines()]


def points(out: str) -> list[int]:
    """Return the decisions of each point."""
    return [line["decisions"] for line in lines(out) if line["type"] == "point"]


def events(out: str) -> list[tuple[str, int | None]]:
    """Return what happened, and in which pull request."""
    return [(line["event"], line["pull_request"]) for line in lines(out) if line["type"] == "event"]


def test_the_series_holds_every_step_at_which_a_number_changed(run: Run, grown: Repository) -> None:
    code, out, _ = run(grown.root, "--format", "jsonl")
    assert code == 0
    assert points(out) == [0, 1, 2, 1]


def test_events_say_what_happened_and_in_which_pull_request(run: Run, grown: Repository) -> None:
    out = run(grown.root, "--format", "jsonl")[1]
    assert events(out) == [("added", 1), ("widened", 2), ("added", 3), ("moved", 4), ("moved", 4), ("migrated", 5)]
    assert lines(out)[-1]["by"] == ["pkg/support.py:5 pkg.support.Jamba", "pkg/support.py:10 pkg.support.Mamba"]


def test_the_table_shows_curve_series_and_events(run: Run, grown: Repository) -> None:
    code, out, err = run(grown.root, "--by", "op", "--goal", "0")
    assert code == 0
    assert "1 decision now" in out
    assert "goal 0: 1 to go" in out
    assert "widened  pkg/loader.py: cfg.model_type in" in out
    assert "migrated pkg/loading.py" in out
    assert err.startswith("preset generic")


def test_the_spark_is_one_line(run: Run, grown: Repository) -> None:
    out = run(grown.root, "--format", "spark")[1]
    assert out.count("\n") == 1
    assert out.endswith("most 2\n")


def test_the_csv_has_a_column_for_each_part(run: Run, grown: Repository) -> None:
    rows = list(csv.DictReader(io.StringIO(run(grown.root, "--format", "csv", "--by", "file")[1])))
    assert [(row["decisions"], row["pkg/loader.py"], row["pkg/loading.py"], row["pull_request"]) for row in rows] == [
        ("0", "0", "0", ""),
        ("1", "1", "0", "1"),
        ("2", "2", "0", "3"),
        ("2", "0", "2", "4"),
        ("1", "0", "1", "5"),
    ]


def test_filters_choose_what_is_counted_and_told(run: Run, grown: Repository) -> None:
    out = run(grown.root, "--format", "jsonl", "--model", "dbrx")[1]
    assert (points(out), events(out)) == ([0, 1, 1], [("added", 3), ("moved", 4)])


def test_a_range_begins_behind_its_first_revision(run: Run, grown: Repository) -> None:
    out = run(grown.root, "--format", "jsonl", "--range", "HEAD~2..HEAD")[1]
    assert (points(out), events(out)) == ([2, 1], [("moved", 4), ("moved", 4), ("migrated", 5)])


def test_a_revision_says_where_it_ends(run: Run, grown: Repository) -> None:
    assert points(run(f"{grown.root}@HEAD~2", "--format", "jsonl")[1]) == [0, 1, 2]


def test_a_second_run_prints_the_same(run: Run, grown: Repository) -> None:
    cold, warm = (run(grown.root, "--format", "jsonl")[1] for _ in range(2))
    assert cold == warm == run(grown.root, "--format", "jsonl", "--no-cache")[1]


def test_nothing_of_the_repository_is_touched(run: Run, grown: Repository) -> None:
    (grown.root / "pkg" / "loading.py").write_text("edited\n")
    before = {path: path.read_bytes() for path in grown.root.rglob("*") if path.is_file()}
    run(grown.root)
    assert {path: path.read_bytes() for path in grown.root.rglob("*") if path.is_file()} == before


def test_the_trend_goes_on_across_git_mv(run: Run, tmp_path: Path) -> None:
    made = repository(tmp_path / "moved")
    engine = (CASE / "base" / "pkg" / "shared" / "engine.py").read_text()
    made.commit("c1", pkg__shared__engine_py=engine)
    (made.root / "src").mkdir()
    made.git("mv", "pkg", "src/pkg")
    made.commit("c2")
    rows = engine.splitlines(keepends=True)
    made.commit("c3", src__pkg__shared__engine_py="".join([*rows[:1], *rows[3:]]))
    trend = json.loads((CASE / "expect.json").read_text())["expect"]["trend"]
    rows_of_files = csv.DictReader(io.StringIO(run(made.root, "--format", "csv", "--by", "file")[1]))
    assert [int(row["pkg/shared/engine.py"]) for row in rows_of_files] == sorted({one["total"] for one in trend}, reverse=True)
    out = run(made.root, "--format", "jsonl")[1]
    assert [line["event"] for line in lines(out) if line["type"] == "event" and line["subject"] == "c2"] == []


def test_a_file_that_cannot_be_read_in_the_middle_is_named_with_its_commit(run: Run, tmp_path: Path) -> None:
    broken = JAMBA.replace(":", "(", 1).encode()
    folder = imported(tmp_path / "made", [{"a.py": JAMBA.encode()}, {"a.py": broken}, {"a.py": TWO.encode()}])
    code, out, err = run(folder, "--format", "jsonl")
    assert code == 4
    assert points(out) == [1, 0, 1]
    assert "a.py: NB905 not read at" in err
    assert run(folder, "--exit-zero")[0] == 0


def test_a_shallow_clone_names_its_horizon(run: Run, grown: Repository, tmp_path: Path) -> None:
    grown.git("clone", "--quiet", "--depth", "2", grown.root.as_uri(), str(tmp_path / "shallow"))
    code, out, err = run(tmp_path / "shallow", "--format", "jsonl")
    assert (code, points(out)) == (4, [2, 1])
    assert "this clone is shallow: its history begins at" in err
    assert "migrated" in out


@pytest.mark.parametrize("filtered", ["blob:none", "tree:0"], ids=["a clone without old files", "a clone without old trees"])
def test_a_partial_clone_is_told_and_never_fetched(filtered: str, run: Run, grown: Repository, tmp_path: Path) -> None:
    grown.git("config", "uploadpack.allowFilter", "true")
    grown.git("clone", "--quiet", f"--filter={filtered}", grown.root.as_uri(), str(tmp_path / "partial"))
    grown.git("config", "uploadpack.allowFilter", "false")
    objects = sorted((tmp_path / "partial" / ".git" / "objects").rglob("*"))
    code, out, err = run(tmp_path / "partial", "--format", "jsonl")
    assert code == 4
    assert points(out)[-1] == 1
    assert "partial" in err
    assert sorted((tmp_path / "partial" / ".git" / "objects").rglob("*")) == objects


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["--range", "HEAD"], "is no range", id="a range without dots"),
        pytest.param(["--range", "HEAD...HEAD"], "is no range", id="a range with three dots"),
        pytest.param(["--range", "nowhere..HEAD"], "no revision 'nowhere'", id="a revision that is none"),
        pytest.param(["--range", "HEAD~1..HEAD", "--rev", "HEAD"], "both say where to end", id="two ends"),
        pytest.param(["--kind", "compares"], "did you mean 'compare'", id="a kind that is none"),
        pytest.param(["elsewhere"], "one target", id="two targets"),
        pytest.param(["--releases"], "two archives or more", id="releases of a folder"),
    ],
)
def test_what_cannot_be_answered_is_an_error(arguments: list[str], words: str, run: Run, grown: Repository) -> None:
    code, out, err = run(grown.root, *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_a_folder_that_is_no_repository_has_no_history(run: Run, tmp_path: Path) -> None:
    code, _, err = run(tmp_path)
    assert code == 2
    assert "not in a git repository" in err


def archive(path: Path, **texts: str) -> Path:
    """Write a zip of a release."""
    with zipfile.ZipFile(path, "w") as file:
        for name, text in texts.items():
            file.writestr(name.replace("__", "/").replace("_py", ".py"), text)
    return path


def test_releases_are_put_in_the_order_of_their_versions(run: Run, tmp_path: Path) -> None:
    files = [
        archive(tmp_path / "pkg-0.10.0.zip", pkg__loader_py=MORE),
        archive(tmp_path / "pkg-0.9.0.zip", pkg__loader_py=TWO),
        archive(tmp_path / "pkg-0.9.0rc1.zip", src__pkg__loader_py=JAMBA),
    ]
    out = run("--releases", *files, "--format", "jsonl")[1]
    assert [(line["id"], line["decisions"]) for line in lines(out) if line["type"] == "point"] == [("0.9.0rc1", 1), ("0.10.0", 2)]
    assert [(line["event"], line["id"]) for line in lines(out) if line["type"] == "event"] == [("widened", "0.9.0"), ("added", "0.10.0")]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        pytest.param(["pkg.zip", "pkg-1.0.zip"], "holds no version", id="a name without a version"),
        pytest.param(["pkg-1.0.zip", "pkg-1.0.0.zip"], "are both version", id="one version twice"),
    ],
)
def test_releases_that_have_no_order_are_an_error(names: list[str], words: str, run: Run, tmp_path: Path) -> None:
    files = [archive(tmp_path / name, pkg__loader_py=JAMBA) for name in names]
    code, _, err = run("--releases", *files)
    assert code == 2
    assert words in err


@pytest.mark.parametrize(
    ("op", "counts"),
    [("==", (15, 13, 11)), ("in", (7, 8, 10)), ("not in", (0, 1, 1))],
    ids=["equalities", "memberships", "negated memberships"],
)
def test_releases_of_axolotl_count_what_people_counted(op: str, counts: tuple[int, ...], run: Run, published: Published) -> None:
    wheels = [published("axolotl", version) for version in ("0.18.0", "0.17.0", "0.19.0")]
    chosen = ("--path", "axolotl/loaders/patch_manager.py", "--subject", "*model_config_type", "--by", "op")
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(run("--releases", *wheels, *chosen, "--format", "csv")[1]))}
    assert tuple(int(rows[version][op]) for version in ("0.17.0", "0.18.0", "0.19.0")) == counts


def test_releases_of_axolotl_tell_which_one_brought_mistral3(run: Run, published: Published) -> None:
    wheels = [published("axolotl", version) for version in ("0.17.0", "0.18.0", "0.19.0")]
    out = run("--releases", *wheels, "--path", "axolotl/integrations/liger/**", "--role", "elif", "--format", "jsonl")[1]
    assert points(out) == [9, 7, 9]
    added = [line for line in lines(out) if line["type"] == "event" and line["event"] == "added"]
    assert [(line["id"], line["added"]) for line in added if "mistral3" in line["added"]] == [("0.19.0", ["ministral3", "mistral3"])]


def test_the_histories_of_a_fleet_are_told_as_one(run: Run, grown: Repository, tmp_path: Path) -> None:
    (tmp_path / "fleet.txt").write_text(f"left = {grown.root}\nright = {grown.root}\n")
    one = points(run(grown.root, "--format", "jsonl")[1])
    code, out, _ = run("--repos", tmp_path / "fleet.txt", "--format", "jsonl")
    assert (code, points(out)[-1]) == (0, 2 * one[-1])
    assert len(events(out)) == 2 * len(events(run(grown.root, "--format", "jsonl")[1]))


@pytest.mark.parametrize("more", [("--releases",), ("--range", "A..B"), ("--rev", "HEAD"), ("elsewhere",)], ids=" ".join)
def test_beside_a_fleet_no_other_steps_are_named(more: tuple[str, ...], run: Run, tmp_path: Path) -> None:
    (tmp_path / "fleet.txt").write_text("x\n")
    code, _, err = run("--repos", tmp_path / "fleet.txt", *more)
    assert (code, "--repos names all targets" in err) == (2, True)
