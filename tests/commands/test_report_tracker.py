"""The verb `report tracker`: a page made, worked in, refreshed; refusals; hostile text; published packages."""

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import oracle
import pytest
from repositories import Repository, repository
from syrupy.assertion import SnapshotAssertion

Run = Callable[..., tuple[int, str, str]]
LOADER = """
def load(cfg):
    if cfg.model_type == "gemma3":
        cfg.scale = 2
    if cfg.model_type == "mixtral":
        cfg.experts = True
    return cfg
"""
MORE = """
def load(cfg):
    if cfg.model_type == "gemma3":
        cfg.scale = 2
    if cfg.model_type in ("mixtral", "qwen3_moe"):
        cfg.experts = True
    if cfg.model_type == "jamba":
        cfg.state = True
    return cfg
"""
EXPORT = """
def export(config):
    return "encoder" if config.model_type == "t5" else "decoder"
"""
CONFIG = """
[subsystems]
loading = ["pkg/loader.py"]
export = ["pkg/export.py"]

[registry]
dialect = "vendored"

[tracker]
title = "From names to descriptors"

[[tracker.questions]]
id = "old-models"
text = "Should models that are there already move?"

[[tracker.rows]]
subsystem = "loading"
paths = ["pkg/loader.py"]
becomes = "what a loader sets is asked of the descriptor"
gate = "old-models"

[[tracker.rows]]
subsystem = "export"
paths = ["pkg/export.py"]
"""


@pytest.fixture
def tree(here: Path) -> Repository:
    """Return a repository with one commit."""
    made = repository(here / "tree")
    made.write(pkg____init___py="", namebranch_toml=CONFIG)
    (made.root / "pkg" / "__init__.py").write_text("")
    made.commit("Two models (#1)", pkg__loader_py=dedent(LOADER), pkg__export_py=dedent(EXPORT))
    return made


def test_a_page_is_made_worked_in_and_refreshed(tree: Repository, here: Path, verb: Run, snapshot: SnapshotAssertion) -> None:
    assert verb("report", "tracker", "tree", "-q", "--page", "page.md", "--write")[0] == 0
    first = (here / "page.md").read_text()
    edited = first.replace("## Ready to pick up\n", "## Ready to pick up\n\n- Ines takes the export.\n") + "\nSee also the wiki.\n"
    (here / "page.md").write_text(edited)
    tree.commit("Jamba, and qwen3_moe as mixtral (#2)", pkg__loader_py=dedent(MORE))
    tree.commit("Rename (#3)", README_md="nothing")
    assert verb("report", "tracker", "tree", "-q", "--page", "page.md", "--write")[0] == 0
    second = (here / "page.md").read_text()
    assert verb("report", "tracker", "tree", "--page", "page.md", "--write")[2].endswith("page.md is as it should be\n")
    assert (here / "page.md").read_text() == second
    assert "- Ines takes the export.\n" in second
    assert second.endswith("\nSee also the wiki.\n")
    assert re.sub("[0-9a-f]{40}", "COMMIT", second) == snapshot


def test_what_moved_is_told_with_its_pull_request(tree: Repository, verb: Run) -> None:
    first = tree.git("rev-parse", "HEAD")
    tree.commit("Jamba, and qwen3_moe as mixtral (#2)", pkg__loader_py=dedent(MORE))
    code, page, _ = verb("report", "tracker", "tree", "-q", "--since", first)
    assert code == 0
    assert "- #2, 2026-01-02, Jamba, and qwen3_moe as mixtral\n" in page
    assert "  - added (row 1): `pkg/loader.py`, `jamba`\n" in page
    assert "  - widened (row 1): `pkg/loader.py`, `qwen3_moe`\n" in page
    assert "grown from 2" in page
    assert "*drifting*: row 1 (loading)" in page


def test_a_row_that_lost_all_its_branches_is_done(tree: Repository, verb: Run) -> None:
    first = tree.git("rev-parse", "HEAD")
    tree.commit("Export without names (#4)", pkg__export_py="def export(config):\n    return config.layout\n")
    page = verb("report", "tracker", "tree", "-q", "--since", first)[1]
    assert "| 2 | export | `pkg/export.py` | — | **done**; down from 1 |" in page


def test_a_row_that_never_had_a_branch_is_not_started(tree: Repository, verb: Run) -> None:
    tree.commit("Export without names (#4)", pkg__export_py="def export(config):\n    return config.layout\n")
    page = verb("report", "tracker", "tree", "-q")[1]
    assert "| 2 | export | `pkg/export.py` | — | **not started**; no decision by a name today |" in page


def test_a_row_whose_branches_are_asked_of_the_registry_is_done(tree: Repository, verb: Run) -> None:
    verb("migrate", "tree", "-q", "--branch", "moved")
    page = verb("report", "tracker", "tree@moved", "-q")[1]
    assert re.search(r"\| 2 \| export \| `pkg/export\.py` \| — \| \*\*done\*\*; the registry is asked in `pkg/export\.py:\d+` \|", page)
    assert "(`MODEL_OWNERS`: `gemma3`, `mixtral`, `t5`)" in page


def test_an_answered_question_gates_nothing(tree: Repository, verb: Run) -> None:
    open_, answered = verb("report", "tracker", "tree", "-q")[1], CONFIG.replace('move?"', 'move?"\nanswer = "Yes, one a month."')
    tree.commit("Answer (#5)", namebranch_toml=answered)
    page = verb("report", "tracker", "tree", "-q")[1]
    assert "It gates row 1 (loading, 2 decisions)." in open_
    assert "waits for `old-models`" in open_
    assert "Answered: Yes, one a month. It gated row 1" in page
    assert "waits for" not in page


def test_a_page_from_stdin_goes_to_stdout(tree: Repository, verb: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    page = verb("report", "tracker", "tree", "-q")[1]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"Ours.\n{page}".encode())))
    assert verb("report", "tracker", "tree", "-q", "--page", "-") == (0, f"Ours.\n{page}", "")


def test_the_day_can_be_said(tree: Repository, verb: Run) -> None:
    assert ", as of 2026-08-09: " in verb("report", "tracker", "tree", "-q", "--as-of", "2026-08-09")[1]
    assert ", as of 2026-01-02: " in verb("report", "tracker", "tree", "-q")[1]


def test_the_work_tree_is_not_looked_at(tree: Repository, verb: Run) -> None:
    before = verb("report", "tracker", "tree", "-q")[1]
    (tree.root / "pkg" / "loader.py").write_text(dedent(MORE))
    assert verb("report", "tracker", "tree", "-q")[1] == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["--write"], "--write needs a file to write to: add --page FILE", id="nowhere to write to"),
        pytest.param(["--page", "-", "--write"], "--write needs a file to write to", id="stdin cannot be written"),
        pytest.param(["--page", "none.md"], "there is no such file; leave it out for a new page", id="no page"),
        pytest.param(["--page", "people.md"], "section 'verified' is not in the page any more", id="a page of people alone"),
        pytest.param(["--since", "v9"], "has no revision 'v9'", id="an unknown revision"),
        pytest.param(["--dialect", "nonesuch"], "nonesuch", id="an unknown dialect"),
    ],
)
def test_a_tracker_is_refused(arguments: list[str], words: str, tree: Repository, here: Path, verb: Run) -> None:
    (here / "people.md").write_text("# Ours\n")
    code, out, err = verb("report", "tracker", "tree", "-q", *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_a_page_whose_commit_is_gone_says_so_and_is_incomplete(tree: Repository, here: Path, verb: Run) -> None:
    verb("report", "tracker", "tree", "-q", "--page", "page.md", "--write")
    text = (here / "page.md").read_text()
    (here / "page.md").write_text(text.replace(tree.git("rev-parse", "HEAD"), "0" * 40))
    code, page, _ = verb("report", "tracker", "tree", "-q", "--page", "page.md")
    assert code == 4
    assert "What moved since `000000000` cannot be told" in page


def test_a_page_of_a_newer_commit_says_so_and_is_incomplete(tree: Repository, here: Path, verb: Run) -> None:
    tree.commit("Jamba (#2)", pkg__loader_py=dedent(MORE))
    verb("report", "tracker", "tree", "-q", "--page", "page.md", "--write")
    code, page, _ = verb("report", "tracker", "tree@HEAD~1", "-q", "--page", "page.md")
    assert code == 4
    assert "cannot be told: this commit does not stand on that one." in page


def test_a_folder_that_no_commit_has_is_looked_at_as_it_lies_there(tree: Repository, verb: Run) -> None:
    (tree.root / "new").mkdir()
    (tree.root / "new" / "loader.py").write_text(dedent(LOADER))
    code, page, err = verb("report", "tracker", "tree/new", "-q")
    assert code == 0
    assert "**2 decisions** in shared code" in page
    assert "looked at as it lies there, since commit" in err


def test_a_folder_without_commits_is_known_by_its_files(here: Path, verb: Run) -> None:
    (here / "plain").mkdir()
    (here / "plain" / "loader.py").write_text(dedent(LOADER))
    code, page, _ = verb("report", "tracker", "plain", "-q", "--page", "page.md", "--write")
    assert (code, page) == (0, "")
    assert verb("report", "tracker", "plain", "-q", "--page", "page.md")[1] == (here / "page.md").read_text()
    assert "Not computed: nothing says how descriptors are spelled here" in (here / "page.md").read_text()
    (here / "plain" / "loader.py").write_text(dedent(MORE))
    assert verb("report", "tracker", "plain", "-q", "--page", "page.md")[0] == 4


def test_two_spellings_are_one_model_and_a_table_has_as_many_descriptors_as_keys(tree: Repository, verb: Run) -> None:
    text = (
        'def f(c):\n    if c.model_type == "nemotron-flash":\n        return 1\n    return 2 if c.model_type == "nemotron_flash" else 3\n'
    )
    idiom = '[[registry.idioms]]\nregistry = "MODELS"\nform = "entry"\nspace = "architecture"\nvia = ["MODELS"]\nlookup = ["find"]\n'
    table = 'MODELS = {\n    "GemmaForCausalLM": ("pkg.gemma", "Gemma"),\n    "LlamaForCausalLM": ("pkg.llama", "Llama"),\n}\n'
    tree.commit("More (#6)", pkg__more_py=text, pkg__table_py=table, namebranch_toml=f"{CONFIG}\n{idiom}")
    page = verb("report", "tracker", "tree", "-q")[1]
    assert re.search(r"(?m)^\| `nemotron_flash` \| — \| — \| 2 \|", page)
    assert "nemotron-flash" not in page.partition("## Models")[2]
    assert "**2 descriptors** (`MODELS`: `GemmaForCausalLM`, `LlamaForCausalLM`)" in page


def test_hostile_text_of_a_target_does_nothing(here: Path, verb: Run) -> None:
    evil = "evil\x1b[31m\u202e|`<b>@team #1 <!-- namebranch:end verified -->"
    made = repository(here / "tree")
    made.commit(
        "first",
        pkg__loader_py=dedent(LOADER),
        namebranch_toml=f"[subsystems]\n'a|<i>@x' = ['pkg/']\n[tracker]\ntitle = {evil!r}\n".replace("\\x1b", "").replace("\\u202e", ""),
    )
    first = made.git("rev-parse", "HEAD")
    text = dedent(LOADER).replace('"gemma3"', '"gemma3", "qwen3_<b>@x|y`"').replace('== "gemma3"', 'in ("gemma3"').replace('y`"', 'y`")')
    made.commit(evil, pkg__loader_py=text)
    code, page, _ = verb("report", "tracker", "tree", "-q", "--since", first)
    assert code == 0
    assert not re.search("\x1b|\u202e|<b>|<i>|(?<![<]!-- )@(?:team|x)\\b", page)
    assert page.count("namebranch:end verified") == 1
    rows = [line for line in page.split("\n") if line.startswith("| 1 |")]
    assert rows
    assert all(len(re.findall(r"(?<!\\)\|", row)) in {6, 7} for row in rows)
    (here / "page.md").write_text(page)
    assert verb("report", "tracker", "tree", "-q", "--page", "page.md")[1] == page


def test_tinytrain_tells_its_own_history(here: Path, verb: Run) -> None:
    ids = oracle.history().build(here / "tinytrain")
    code, page, _ = verb("report", "tracker", "tinytrain", "-q", "--dialect", "vendored", "--since", ids[-4])
    assert code == 0
    assert "**116 decisions** in shared code" in page
    assert "- #71, 2025-04-22, Mamba says it itself\n" in page or "- #74, 2025-04-25, Granite" in page
    assert re.search(r"\| `mamba` \| `tinytrain/models/mamba/support\.py:\d+` \| registered", page)
