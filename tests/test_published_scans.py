"""Scans of published frameworks against what people judged, site by site."""

import json
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from namebranch.__main__ import main
from published import NOT_RUN, Published

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
KINDS = "compare,membership,table,table-use,nameset,predicate,flag,flag-use"
CHANGED = (
    "cli/utils/args.py",
    "integrations/kernels/libs/scattermoe_lora/kernels/lora_ops.py",
    "integrations/kernels/libs/scattermoe_lora/kernels/ops.py",
    "integrations/kernels/libs/scattermoe_lora/kernels/single.py",
    "integrations/kernels/libs/sonicmoe/triton_nvfp4.py",
    "loaders/patch_manager.py",
    "telemetry/manager.py",
    "utils/mistral/mistral_tokenizer.py",
)
"""Files of axolotl 0.18.0 that are not those of the commit that was labelled."""


def scanned(capsys: pytest.CaptureFixture[str], target: Path) -> list[dict[str, Any]]:
    """Return the sites of all zones; everything was read, or the exit code would be another."""
    assert main(["scan", str(target), "--no-cache", "--quiet", "--format", "jsonl", "--zone", "shared,model,frozen"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def same(path: str) -> bool:
    """Whether a file is the one that was labelled."""
    return not any(fnmatch(path, f"*axolotl/{changed}") for changed in CHANGED)


def labels(name: str) -> list[dict[str, Any]]:
    """Return labels, or name the test as one that did not run."""
    file = SHARED / "labels" / name
    if not file.is_file():
        pytest.skip(f"{NOT_RUN}the labels of people lie beside the checkout, and there are none")
    return [label for line in file.read_text().splitlines() if same((label := json.loads(line))["path"])]


def written(path: Path, rows: list[dict[str, Any]]) -> str:
    """Write rows as lines of JSON; returns the path."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return str(path)


@pytest.mark.parametrize(
    ("kinds", "strict", "loose", "precision"),
    [pytest.param(KINDS, 0.98, 0.98, 0.97, id="the first eight kinds"), pytest.param("", 0.96, 0.98, 0.96, id="all kinds")],
)
def test_what_people_found_in_axolotl_is_found_and_little_else(
    kinds: str, strict: float, loose: float, precision: float, published: Published, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    hard, soft = labels("axolotl.jsonl"), labels("axolotl.ambiguous.jsonl")
    sites = [site for site in scanned(capsys, published("axolotl", "0.18.0")) if same(site["path"])]
    command = [
        sys.executable,
        str(SHARED / "tools" / "score.py"),
        written(tmp_path / "scan.jsonl", sites),
        "--complete",
        "--prefix",
        "src/",
    ]
    command += ["--kinds", kinds, "--labels", written(tmp_path / "hard.jsonl", hard), "--dont-care", written(tmp_path / "soft.jsonl", soft)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    score = json.loads(said.splitlines()[-1])
    assert score["labels"] > 90
    assert score["recall_strict"] >= strict, said
    assert score["recall"] >= loose, said
    assert score["precision"] >= precision, said


def test_what_only_looks_like_a_name_in_axolotl_is_passed(published: Published, capsys: pytest.CaptureFixture[str]) -> None:
    silent = {(row["path"].removeprefix("src/"), row["line"]) for row in labels("axolotl.negatives.jsonl")}
    sites = scanned(capsys, published("axolotl", "0.18.0"))
    assert [site for site in sites if (site["path"], site["line"]) in silent and site["zone"] == "shared"] == []


def test_what_the_rfc_of_automodel_lists_is_found_in_the_release_that_followed(
    published: Published, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lines moved between the commit that was labelled and the release: a label is found by its file, kind and what it is about."""
    file = SHARED / "labels" / "automodel.rfc.jsonl"
    if not file.is_file():
        pytest.skip(f"{NOT_RUN}the labels of people lie beside the checkout, and there are none")
    hard = [label for line in file.read_text().splitlines() if not (label := json.loads(line)).get("ambiguous")]
    sites = scanned(capsys, published("nemo-automodel", "0.5.0"))
    missed = [label for label in hard if not any(is_about(label, site) for site in sites)]
    assert len(hard) == 40
    assert len(missed) <= 1, missed


def is_about(label: dict[str, Any], site: dict[str, Any]) -> bool:
    """Whether a site is what a label names, on whichever line."""
    if (site["path"], site["kind"]) != (label["path"], label["kind"]):
        return False
    return bool(label["subject"].rpartition(".")[2] == site["subject"].rpartition(".")[2] or set(label["names"]) & set(site["names"]))
