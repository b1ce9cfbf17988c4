"""Audits of published frameworks: what is shown by default, place by place; each was read and found to be true."""

import json
from collections import Counter

import pytest
from syrupy.assertion import SnapshotAssertion

from namebranch.__main__ import main
from published import Published

MOST = 60  # findings of axolotl by default
UPSTREAM = "NB403,NB413"  # what releases of other packages hold; its own tests tell

PACKAGES = [
    pytest.param("axolotl", "0.19.0", id="axolotl"),
    pytest.param("llamafactory", "0.9.5", id="llamafactory"),
    pytest.param("ms-swift", "4.6.0", id="ms-swift"),
    pytest.param("nvidia-modelopt", "0.47.0", id="modelopt"),
]


def audited(capsys: pytest.CaptureFixture[str], path: str, *arguments: str) -> list[dict[str, str]]:
    """Return the findings of one wheel."""
    assert main(["audit", path, "--no-cache", "--quiet", "--format", "json", *arguments]) == 0
    found: list[dict[str, str]] = json.loads(capsys.readouterr().out)["findings"]
    return found


@pytest.mark.parametrize(("name", "version"), PACKAGES)
def test_what_is_wrong_in(
    name: str, version: str, published: Published, capsys: pytest.CaptureFixture[str], snapshot: SnapshotAssertion
) -> None:
    found = audited(capsys, str(published(name, version)))
    assert len(found) <= MOST
    mine = [one for one in found if one["rule"] not in UPSTREAM.split(",")]
    assert {"rules": dict(sorted(Counter(one["rule"] for one in mine).items())), "places": [_said(one) for one in mine]} == snapshot


def _said(one: dict[str, str]) -> str:
    return f"{one['path']}:{one['line']} {one['rule']} {one['witness']}"
