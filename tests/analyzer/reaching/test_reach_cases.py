"""A bug report of another project, retold: which upstream types a prefix reaches that no list names."""

import json
from pathlib import Path
from typing import Any

import pytest
import reaches

CASE = Path(__file__).parents[2] / "cases" / "d01_prefix_gate_versus_support_list"
EXPECTED: dict[str, Any] = json.loads((CASE / "expect.json").read_text())["expect"]
UPSTREAM = reaches.snapshot(json.loads((CASE / "upstream.json").read_text())["model_types"])


@pytest.mark.parametrize("row", EXPECTED["reach"], ids=lambda row: f"line {row['line']}")
def test_a_prefix_reaches_what_upstream_calls_so(row: dict[str, Any]) -> None:
    tree = reaches.Tree((CASE / row["file"]).read_text(), UPSTREAM)
    (site,) = [site for site in tree.sites(row["line"]) if site.op == "startswith"]
    assert site.names == (row["prefix"],)
    assert list(tree.reaches.of_site(site).ever) == row["hits"]


def test_what_no_list_names_is_what_the_gate_lets_in() -> None:
    tree = reaches.Tree((CASE / "shared/build.py").read_text(), UPSTREAM)
    refused = tree.reaches.of_arm(tree.site(5).decision)
    assert refused.ever == ("recurrent_gemma",)
    listed = {"gemma", "gemma2", *tree.site(1).names}
    prefix = tree.reaches.of_site(tree.site(10))
    assert [name for name in prefix.ever if name not in listed] == EXPECTED["drift"][0]["extra"]
