"""We preach it, so we live by it: our own shared code decides nothing by a model's name."""

import json
from pathlib import Path

import pytest

from namebranch.__main__ import main

ROOT = Path(__file__).resolve().parents[1]


def test_a_scan_of_our_own_repository_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", str(ROOT), "--no-cache", "--quiet", "--format", "jsonl"]) == 0
    sites = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [f"{site['path']}:{site['line']} {site['subject']}" for site in sites] == []
