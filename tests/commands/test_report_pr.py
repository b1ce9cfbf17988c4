"""The verb `report pr`: every table of a pull request for one model and for a stack, with the numbers of the very trees."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import msgspec
import oracle
import pytest
from repositories import Repository, repository
from syrupy.assertion import SnapshotAssertion

from namebranch.parity.evidence import Claim, Evidence, Grade, Planted, Side, Verdict

Run = Callable[..., tuple[int, str, str]]
LOADER = '''
"""Loads."""


def load(cfg, model):
    if cfg.model_type == "gemma3":
        model.scale_embeddings(cfg.hidden_size)
        model.freeze_normalisation()
    model.tied = cfg.model_type == "mixtral"
    if cfg.model_type.startswith("qwen"):
        model.rotate()
    return model
'''


@pytest.fixture
def tree(here: Path) -> Repository:
    """Return a repository with one commit."""
    made = repository(here / "tree")
    (made.root / "pkg").mkdir()
    (made.root / "pkg" / "__init__.py").write_text("")
    made.commit("Begin", pkg__loader_py=dedent(LOADER).lstrip("\n"), namebranch_toml='[registry]\ndialect = "vendored"\n')
    return made


def section(page: str, title: str) -> str:
    """Return what stands below a heading."""
    return page.partition(f"### {title}\n")[2].partition("\n### ")[0]


def cells(page: str, title: str) -> list[list[str]]:
    """Return the rows of the first table below a heading, without its head."""
    rows = [line for line in section(page, title).split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


def test_the_page_of_a_small_series(tree: Repository, verb: Run, snapshot: SnapshotAssertion) -> None:
    code, page, err = verb("report", "pr", "tree", "-q")
    assert (code, err) == (0, "")
    told = page.replace(tree.git("rev-parse", "HEAD")[:12], "COMMIT")
    assert re.sub(r"[\d,]+ lines of the registry's runtime", "MANY lines of the registry's runtime", told) == snapshot


def test_one_model_where_the_registry_is_there_is_one_pull_request(tree: Repository, here: Path, verb: Run) -> None:
    verb("migrate", "tree", "-q", "--model", "gemma3", "--branch", "moved")
    code, page, _ = verb("report", "pr", "tree@moved", "-q", "--model", "mixtral")
    assert code == 0
    assert "### The series" not in page
    assert "runtime" not in section(page, "Size")
    assert [row[0] for row in cells(page, "What moves where")] == ['`cfg.model_type == "mixtral"`']
    assert [row[0] for row in cells(page, "Keys that are added to the registry")] == ["`mixtral`"]


def test_a_key_that_is_registered_already_says_more(tree: Repository, verb: Run) -> None:
    verb("migrate", "tree", "-q", "--model", "gemma3", "--branch", "moved")
    tree.git("checkout", "--quiet", "moved")
    tree.commit("More", pkg__more_py='def f(cfg):\n    return 1 if cfg.model_type == "gemma3" else 2\n')
    page = verb("report", "pr", "tree", "-q", "--model", "gemma3")[1]
    assert "### Keys that are added to the registry" not in page
    assert "Keys that are in the registry already say more: `gemma3` (`more.f`)." in page


def test_a_part_of_a_series_is_told_alone(tree: Repository, here: Path, verb: Run) -> None:
    """The parts together tell what the page of the series tells."""
    whole = verb("report", "pr", "tree", "-q")[1]
    (here / "evidence.json").write_text(_evidence(tree, verb))
    pages = [verb("report", "pr", "tree", "-q", "--part", str(number), "--evidence", "evidence.json")[1] for number in (1, 2, 3)]
    assert [re.findall(r"This is part (\d) of 3: ", page) for page in pages] == [["1"], ["2"], ["3"]]
    assert [row for page in pages for row in cells(page, "What moves where")] == cells(whole, "What moves where")
    assert [row for page in pages for row in cells(page, "Keys that are added to the registry")] == cells(
        whole, "Keys that are added to the registry"
    )
    assert {row[1] for page in pages for row in cells(page, "Testing")[:-1]} <= {"all parts", "the plan"}
    assert verb("report", "pr", "tree", "-q", "--part", "4")[2] == "error: there is no part 4: the series has 3\n"


def test_a_reviewed_plan_is_one_pull_request(tree: Repository, here: Path, verb: Run) -> None:
    (here / "plan.json").write_text(verb("plan", "tree", "-q", "--model", "gemma3", "--format", "json")[1])
    code, page, _ = verb("report", "pr", "tree", "-q", "--plan", "plan.json")
    assert code == 0
    assert "### The series" not in page
    assert [row[0] for row in cells(page, "What moves where")] == ['`cfg.model_type == "gemma3"`']
    tree.commit("Other", pkg__loader_py=dedent(LOADER).replace('"gemma3"', '"gemma3_text"'))
    assert verb("report", "pr", "tree", "-q", "--plan", "plan.json")[0] == 2
    assert "leave --model and --part out" in verb("report", "pr", "tree", "--plan", "plan.json", "--part", "1")[2]


def _evidence(tree: Repository, verb: Run) -> str:
    verb("migrate", "tree", "-q", "--branch", "moved")
    return verb("prove", "tree@main", "tree@moved", "-q", "--part", "body", "--format", "json")[1]


def test_nothing_to_move_is_said(tree: Repository, verb: Run) -> None:
    code, page, _ = verb("report", "pr", "tree", "-q", "--model", "jamba")
    assert code == 0
    assert "Nothing would move: `namebranch plan` says what stays, and why." in page


def test_evidence_is_told_for_what_it_is_of(tree: Repository, here: Path, verb: Run) -> None:
    verb("migrate", "tree", "-q", "--model", "gemma3", "--branch", "moved")
    out = verb("prove", "tree@main", "tree@moved", "-q", "--part", "body", "--part", "reach", "--format", "json")[1]
    whole = msgspec.json.decode(out, type=Evidence)
    other = replace(whole, new=Side(target="tree", tree="0" * 16))
    claim = Claim(id="suite", part="suite", subject="tests", names=0, grade=Grade.NOT_RUN, verdict=Verdict.OPEN, reason="no GPU here")
    missed = replace(whole, claims=(claim,), planted=(Planted(claim="c", fault="a|b", caught=False),))
    for name, bundle in {"whole": whole, "other": other, "missed": missed}.items():
        (here / f"{name}.json").write_bytes(msgspec.json.encode(bundle))

    def told(*names: str) -> list[list[str]]:
        given = [word for name in names for word in ("--evidence", f"{name}.json")]
        rows = cells(verb("report", "pr", "tree", "-q", "--model", "gemma3", *given)[1], "Testing")
        assert rows[0][:2] == ["what the plan has to show: body", "the plan"]
        return [row for row in rows if row[1] != "the plan"]

    assert {row[1] for row in told("whole")[:-1]} == {"all parts"}
    assert told("whole")[-1][2:] == ["not run", "**not run**: they are run by people, or by `namebranch prove --part suite`"]
    assert {row[1] for row in told("other")} == {"an earlier form", "—"}
    assert told("other")[-2][0].startswith("`namebranch prove OLD NEW`")
    assert told("missed")[0][2:] == ["not run", "**not run**: no GPU here"]
    assert told("missed")[1][3] == "0 of 1 caught; not caught: <code>a&#124;b</code>"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["--evidence", "none.json"], "'none.json' does not exist", id="no such evidence"),
        pytest.param(["--evidence", "page.md"], "page.md: not the evidence of `prove --format json`", id="a file that is none"),
        pytest.param(["--dialect", "axolotl"], "has no registry of the dialect axolotl", id="another dialect"),
    ],
)
def test_a_page_is_refused(arguments: list[str], words: str, tree: Repository, here: Path, verb: Run) -> None:
    (here / "page.md").write_text("# Ours\n")
    code, out, err = verb("report", "pr", "tree", "-q", *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_hostile_text_of_a_target_does_nothing(tree: Repository, verb: Run) -> None:
    evil = 'qwen3_<b>@x|y`"'
    text = dedent(LOADER).replace('== "mixtral"', f"== {evil!r}").replace('"gemma3"', '"gemma3_`|<i>@team"')
    tree.commit("@team <b>", pkg__loader_py=text)
    code, page, _ = verb("report", "pr", "tree", "-q")
    assert code == 0
    assert not re.search("<b>|<i>|@(?:team|x)\\b", re.sub(r"```python\n.*?```", "", page, flags=re.DOTALL))
    assert {len(row) for row in cells(page, "What moves where")} <= {3}


def test_a_stack_of_tinytrain_has_every_table_with_its_own_numbers(here: Path, verb: Run) -> None:
    """The counterparts of the tables of a real pull request, for what the tool makes of tinytrain."""
    oracle.history().build(here / "tt")
    asked = ("--dialect", "vendored", "--model", "gemma3", "--model", "mamba", "-q")
    verb("migrate", "tt", *asked, "--branch", "moved")
    made = Repository(root=here / "tt")
    subjects = made.git("log", "--reverse", "--format=%s", "main..moved").split("\n")
    (here / "evidence.json").write_text(verb("prove", "tt@main", "tt@moved", "-q", "--part", "body", "--format", "json")[1])
    code, page, _ = verb("report", "pr", "tt", *asked, "--evidence", "evidence.json")
    assert code == 0
    series, sizes, moves = cells(page, "The series"), cells(page, "Size"), cells(page, "What moves where")
    assert [row[1] for row in series] == subjects
    assert [sum(int(size[2]) for size in sizes if size[0] == row[0].partition("/")[0]) for row in series] == [int(row[3]) for row in series]
    assert all((int(row[5]) > 0) is ("branches of" in row[1]) for row in series[1:])  # tests that come with what each model says
    for number, row in enumerate(series):
        added = made.git(
            "diff",
            "--numstat",
            f"moved~{len(series) - number}",
            f"moved~{len(series) - number - 1}",
            "--",
            "*.py",
            ":!*_namebranch*",
            ":!tests",
        )
        assert int(row[3]) + int(row[4]) <= sum(int(line.split("\t")[0]) for line in added.split("\n"))
    assert all((here / "tt" / row[1].strip("`").partition(":")[0]).is_file() for row in moves)
    registered = json.loads(verb("scan", "tt@moved", "-q", "--registrations", "--format", "json")[1])["registrations"]
    added_keys = {row[0].strip("`") for row in cells(page, "Keys that are added to the registry")}
    assert added_keys
    assert added_keys <= {entry["key"] for entry in registered}
    assert "`mamba`" in {row[0] for row in cells(page, "Keys that are added to the registry")}  # in a registry of its own before, by hand
    assert {row[0] for row in cells(page, "Left out on purpose")} >= {"X9"}
    assert "```python\n# tinytrain/model_support/my_model.py\n" in section(page, "Usage")
    compile(section(page, "Usage").partition("```python\n")[2].partition("```")[0], "usage", "exec")
    assert {row[1] for row in cells(page, "Testing")} == {"the plan", "all parts", "—"}
