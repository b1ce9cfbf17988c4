"""The verb `move-defs`: a diff that git applies, words for what is to be accepted, files written all or none, a second run that does nothing."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from repositories import repository

Run = Callable[..., tuple[int, str, str]]
ASKED = ("move-defs", "--dialect", "automodel", "--no-cache")
SHARED = '''\
"""Collates."""


def pad(rows):
    return rows


def kite_jamba_collate(rows):
    return pad(rows)


COLLATES = {"JambaProcessor": kite_jamba_collate}
'''
COLLATE = "nemo_automodel/components/datasets/collate_fns.py"
OWNER = "nemo_automodel/components/models/jamba/preprocessing.py"


@pytest.fixture
def kit(here: Path) -> Path:
    """Return a committed work tree with a small framework that keeps its models as Automodel does, in which we are."""
    made = repository(here)
    packages = ["", "_transformers/", "components/", "components/datasets/", "components/models/", "components/models/jamba/"]
    for folder in packages:
        (here / "nemo_automodel" / folder).mkdir(parents=True, exist_ok=True)
        (here / "nemo_automodel" / folder / "__init__.py").write_text("# package\n")
    (here / "nemo_automodel/_transformers/registry.py").write_text("MODEL_ARCH_MAPPING = {}\n")
    (here / COLLATE).write_text(SHARED)
    made.write(
        namebranch_toml='[zones]\nmodel = ["nemo_automodel/components/models/*/**"]\n[subsystems]\ncollators = ["**/collate_fns.py"]\n'
    )
    made.commit("a framework")
    return here


def files(root: Path) -> dict[str, bytes]:
    """Return all files of the work tree."""
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*.py")}


def test_a_diff_by_default_which_git_applies_and_which_is_what_write_writes(kit: Path, verb: Run) -> None:
    before = files(kit)
    code, out, err = verb(*ASKED)
    assert (code, files(kit)) == (0, before)
    assert "1 definitions move, 0 stay; 2 files change" in err
    assert "to be accepted: module: `__module__` of kite_jamba_collate, pad is nemo_automodel.components.models.jamba.preprocessing" in err
    (kit / "a.diff").write_text(out)
    subprocess.run(["git", "apply", "a.diff"], cwd=kit, check=True)  # noqa: S607  git
    applied = files(kit)
    subprocess.run(["git", "checkout", "-q", "."], cwd=kit, check=True)  # noqa: S607  git
    (kit / OWNER).unlink()
    assert verb(*ASKED, "--write", "-q")[0] == 0
    assert files(kit) == applied
    code_run = f"from {COLLATE[:-3].replace('/', '.')} import COLLATES as c, kite_jamba_collate as k; assert c['JambaProcessor'] is k and k(3) == 3"
    subprocess.run([sys.executable, "-B", "-c", code_run], cwd=kit, check=True)


def test_a_second_run_does_nothing(kit: Path, verb: Run) -> None:
    verb(*ASKED, "--write")
    after = files(kit)
    code, out, err = verb(*ASKED)
    assert (code, out, files(kit)) == (0, "", after)
    assert "0 definitions move, 0 stay; 0 files change" in err


def test_a_dirty_tree_is_refused(kit: Path, verb: Run) -> None:
    (kit / COLLATE).write_text(SHARED + "\nMORE = 1\n")
    code, _, err = verb(*ASKED, "--write")
    assert code == 2
    assert "holds changes that are not committed" in err
    assert not (kit / OWNER).exists()


def test_another_model_is_left_alone(kit: Path, verb: Run) -> None:
    assert verb(*ASKED, "--model", "llama")[:2] == (0, "")
    assert kit.exists()


def test_a_person_says_whose_it_is(kit: Path, verb: Run) -> None:
    code, out, _ = verb(*ASKED, "--at", f"{COLLATE}:8", "--to", "kite", "--format", "json")
    (plan,) = json.loads(out)["plans"]
    assert (code, plan["point"]["name"]) == (0, "nemo_automodel.components.models.kite.preprocessing.kite_jamba_collate")
    assert kit.exists()


def test_to_needs_a_place(kit: Path, verb: Run) -> None:
    code, _, err = verb(*ASKED, "--to", "kite")
    assert code == 2
    assert "add --at PATH:LINE" in err
    assert kit.exists()
