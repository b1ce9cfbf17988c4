"""Published frameworks, scanned as wheels: nothing crashes, nothing stays unread, and known places are found."""

import json
from collections import Counter
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import wheels
from namebranch.__main__ import main
from published import Published

FRAMEWORKS = [(wheel.name, wheel.version) for wheel in wheels.pinned() if wheel.name != "transformers"]


def scanned(capsys: pytest.CaptureFixture[str], target: object, *arguments: str) -> list[dict[str, Any]]:
    """Return the sites of a scan that read everything and said nothing."""
    assert main(["scan", str(target), "--no-cache", "--quiet", "--format", "jsonl", *arguments]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return [json.loads(line) for line in said.out.splitlines()]


@pytest.mark.parametrize(("name", "version"), FRAMEWORKS, ids=[f"{name} {version}" for name, version in FRAMEWORKS])
def test_read_whole_without_a_crash(
    name: str, version: str, published: Published, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    sites = scanned(capsys, published(name, version))
    assert sites == sorted(sites, key=lambda site: (site["path"], site["line"], site["column"]))
    assert dict(sorted(Counter(site["kind"] for site in sites).items())) == snapshot(name="sites in shared code by kind")


def test_the_patch_manager_of_axolotl_decides_by_model_config_type(published: Published, capsys: pytest.CaptureFixture[str]) -> None:
    sites = scanned(capsys, published("axolotl", "0.18.0"), "--path", "axolotl/loaders/patch_manager.py", "--kind", "compare,membership")
    ops = Counter((site["subject"].rpartition(".")[2], site["op"]) for site in sites)
    assert ops["model_config_type", "=="] == 13
    assert ops["model_config_type", "in"] == 8
    assert ops["model_config_type", "not in"] == 1
    assert ops["mct", "not in"] == 1
    (alias,) = [site for site in sites if site["subject"] == "mct"]
    assert alias["origin"].endswith("model_config_type")


@pytest.mark.parametrize(("version", "arms"), [("0.18.0", 7), ("0.19.0", 9)])
def test_the_liger_plugin_of_axolotl_patches_by_hand_in_arms(
    version: str, arms: int, published: Published, capsys: pytest.CaptureFixture[str]
) -> None:
    sites = scanned(capsys, published("axolotl", version), "--path", "**/integrations/liger/plugin.py", "--role", "elif")
    assert len({site["decision"] for site in sites if site["kind"] in {"compare", "membership"}}) == arms
