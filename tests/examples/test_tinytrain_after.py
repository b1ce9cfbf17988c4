"""Tinytrain without a branch: what it is once every model says itself what it needs. (That it does the same: its own tests, which need torch.)"""

import ast
import json
import runpy
from collections import Counter
from pathlib import Path
from typing import Any

import comparing
import oracle
import pytest

from namebranch import __version__
from namebranch.__main__ import main
from namebranch.analyzer.inventory import Confidence, Inventory, Zone
from namebranch.analyzer.judging.counts import count
from namebranch.analyzer.judging.verdict import Fate
from namebranch.codemods.vendoring import runtime, vendoring

HERE = Path(__file__).resolve().parents[2] / "examples" / "tinytrain_after"
BUILDER: dict[str, Any] = runpy.run_path(str(HERE / "__main__.py"))
TREE = {path.relative_to(HERE / "tree").as_posix(): path.read_text() for path in sorted((HERE / "tree").rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("after") / "tree"
    BUILDER["build"](folder)
    return folder


@pytest.fixture(scope="module")
def found(after: Path) -> Inventory:
    return oracle.inventory(str(after))


def test_no_shared_code_decides_by_a_name(found: Inventory) -> None:
    assert count(found).drift == 0
    shared = [(site.path, site.subject, site.names) for site in found.sites if site.zone is Zone.SHARED]
    assert shared == [("tinytrain/data/strategies.py", "cfg.chat_template", ("qwen_25",))]  # a template, as people ask for it
    assert [site.confidence for site in found.sites if site.zone is Zone.SHARED] == [Confidence.INFERRED]


BREAKS = [
    pytest.param(
        "mamba.descriptor", "mamba.gone", {"NB501", "NB505"}, id="an owner that is not there, so that nobody imports the one that is"
    ),
    pytest.param("from ._", "from .models.whisper import processing\nfrom ._", {"NB506"}, id="a registry that imports a model"),
]


def checked(tree: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, set[str]]:
    """Return the exit code of a check of the registry's contract, and the rules that are broken."""
    capsys.readouterr()
    code = main(["check", str(tree), "--registry", "--format", "json", "-q"])
    return code, {finding["rule"] for finding in json.loads(capsys.readouterr().out)["findings"]}


def test_its_registry_keeps_all_promises(after: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(after, capsys) == (0, set())


@pytest.mark.parametrize(("right", "wrong", "rules"), BREAKS)
def test_a_broken_promise_is_told(right: str, wrong: str, rules: set[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    BUILDER["build"](tmp_path / "tree")
    registry = tmp_path / "tree" / "tinytrain" / "registry.py"
    registry.write_text(registry.read_text().replace(right, wrong))
    assert checked(tmp_path / "tree", capsys) == (1, rules)


# What is left of them, name by name, and why nobody can see that a registration took it over.
BEFORE = "registered before already, and that a model answers one more question is no registration"
WORDS = "no model's name: a pattern, a default, an architecture as GGUF spells it, a text in which one is looked for"
WITHIN = "a class that nobody asks for any more: the model itself knows what it is"
LEFT = [
    ("checkpoint/saving.py", "mamba", BEFORE),
    ("data/collate.py", "default", WORDS),
    ("export/gguf.py", "deepseek_v\\d+$", WORDS),
    ("export/gguf.py", "falcon[_-]h\\d", WORDS),
    ("export/gguf.py", "gptneox mamba", WORDS),
    ("export/gguf.py", "mamba", BEFORE),
    ("families.py", "granitemoehybrid", BEFORE),
    ("families.py", "mamba", BEFORE),
    ("loaders/adapter.py", "mamba", BEFORE),
    ("loaders/patches.py", "LlavaForConditionalGeneration", WITHIN),
    ("loaders/patches.py", "MixtralTopKRouter", WITHIN),
    ("normalize.py", "mamba", BEFORE),
    ("quantization/calibration.py", "gemma3_text,", WORDS),
    ("training/optimizers.py", "mamba", BEFORE),
]


def test_a_check_against_the_tree_before_finds_each_branch_taken_over_or_can_say_why_not() -> None:
    before = {
        path.relative_to(oracle.FOLDER).as_posix(): path.read_bytes()
        for glob in ("tinytrain/**/*.py", "namebranch.toml")
        for path in oracle.FOLDER.glob(glob)
    }
    changes = comparing.compared(before, BUILDER["files"]()).changes
    fates = Counter(change.fate for change in changes)
    assert set(fates) == {Fate.TAKEN_OVER, Fate.FIXED, Fate.DROPPED, Fate.LOST}
    lost = [(change.path.removeprefix("tinytrain/"), " ".join(change.removed)) for change in changes if change.fate is Fate.LOST]
    assert sorted(lost) == [(path, names) for path, names, _ in LEFT]
    assert fates[Fate.TAKEN_OVER] > 5 * fates[Fate.LOST]


def test_what_is_frozen_is_as_it_was_and_the_readme_counts_right(found: Inventory) -> None:
    before = oracle.inventory(str(oracle.FOLDER))
    frozen = [[site.id for site in inventory.sites if site.zone is Zone.FROZEN] for inventory in (before, found)]
    assert frozen[0] == frozen[1] != []
    assert f"in {count(before).drift} places" in (HERE / "README.md").read_text()


def test_all_that_is_read_could_be_read(found: Inventory) -> None:
    assert found.unread == ()


def test_shared_code_imports_no_model(after: Path) -> None:
    shared = [path for path in after.glob("tinytrain/**/*.py") if "models" not in path.relative_to(after).parts]
    imported = {
        (path.name, node.module) for path in shared for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)
    }
    assert {(file, module) for file, module in imported if module and "models" in module.split(".")} == set()


def test_the_runtime_is_in_it_as_the_command_would_put_it_there(after: Path) -> None:
    vendored = after / BUILDER["RUNTIME"]
    again = vendoring(BUILDER["RUNTIME"], {path.name: path.read_bytes() for path in vendored.iterdir()}, runtime(), __version__)
    assert again.changes == ()
    assert {"__init__.py", "conversions.py"} <= {path.name for path in vendored.iterdir()}


def test_every_file_of_the_tree_changes_something() -> None:
    same = [
        name
        for name, text in TREE.items()
        if text and (BUILDER["BEFORE"] / name).is_file() and text == (BUILDER["BEFORE"] / name).read_text()
    ]
    assert same == []
    assert [name for name in BUILDER["GONE"] if not (BUILDER["BEFORE"] / name).is_file() or name in TREE] == []


def test_a_folder_that_exists_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        BUILDER["build"](tmp_path)
    assert list(tmp_path.iterdir()) == []
