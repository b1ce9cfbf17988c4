"""Tinytrain without a branch: what it is once every model says itself what it needs. (That it does the same: its own tests, which need torch.)"""

import ast
import runpy
from pathlib import Path
from typing import Any

import oracle
import pytest

from namebranch import __version__
from namebranch.analyzer.inventory import Confidence, Inventory, Zone
from namebranch.analyzer.judging.counts import count
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


def test_what_is_frozen_is_as_it_was(found: Inventory) -> None:
    frozen = [
        [site.id for site in inventory.sites if site.zone is Zone.FROZEN] for inventory in (oracle.inventory(str(oracle.FOLDER)), found)
    ]
    assert frozen[0] == frozen[1] != []


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
