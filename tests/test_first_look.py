"""The example that ships with the repository: every rule shows there, and everything a person finds is found, no more."""

import json
from pathlib import Path
from typing import Any

import pytest

from namebranch.__main__ import main
from namebranch.analyzer.finding import detectors
from namebranch.registry import shelf

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "first_look"
KINDS = set(shelf.names(detectors))


def scanned(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """Return the sites of a scan of the example."""
    assert main(["scan", str(EXAMPLE), "--no-cache", "--quiet", "--format", "jsonl", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def labelled() -> list[tuple[str, frozenset[str]]]:
    """Return each place with the kinds that are right there, for the kinds that have a detector."""
    lines = (ROOT / "tests" / "first_look.txt").read_text().splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    kinds = [(place, frozenset(word.split("|"))) for place, *words in rows for word in words]
    return sorted((place, right & KINDS) for place, right in kinds if right & KINDS)


def test_what_a_person_finds_is_found_and_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    found = [(f"{site['path']}:{site['line']}", site["kind"]) for site in scanned(capsys)]
    missing = []
    for place, right in labelled():
        hit = next((one for one in found if one[0] == place and one[1] in right), None)
        if hit is None:
            missing.append((place, sorted(right)))
        else:
            found.remove(hit)
    assert (missing, found) == ([], [])


def test_every_detector_shows_in_the_example() -> None:
    assert KINDS - {kind for _, right in labelled() for kind in right} == set()


def test_optimizers_and_schedules_are_no_models(capsys: pytest.CaptureFixture[str]) -> None:
    assert scanned(capsys, "--path", "**/optimizers.py") == []


def test_folders_of_one_model_are_shown_only_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert not [site for site in scanned(capsys) if "/models/" in site["path"]]
    assert {site["path"] for site in scanned(capsys, "--zone", "model")} == {
        "tinytrain/models/nemotron_h/mamba.py",
        "tinytrain/models/qwen3_moe/experts.py",
    }


def test_tests_of_the_target_do_not_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert not [site for site in scanned(capsys) if site["path"].startswith("tests/")]
