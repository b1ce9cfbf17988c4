"""The pages on single verbs: each command that they show works, and prints what they show."""

import re
from pathlib import Path
from typing import Any

import pytest
from walking import ROOT, commands, missing, programs, walk

PAGES = {
    "audit.md": 3,
    "comparison.md": 1,
    "evidence.md": 1,
    "explain.md": 3,
    "proving.md": 3,
    "reach.md": 3,
}  # how many outputs each shows at least


@pytest.mark.parametrize("page", PAGES)
def test_every_command_prints_what_the_page_shows(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs(tmp_path, monkeypatch)
    monkeypatch.setenv("COLUMNS", "80")
    variables: dict[str, str] = {}
    shown = 0
    for command in commands((ROOT / "docs" / page).read_text(encoding="utf-8")):
        told: Any = command
        ran = walk.run(told, variables, capture=True)
        assert ran.returncode == 0, told.line
        if not walk.ASSIGNMENT.fullmatch(told.line):
            assert missing(told.shown, ran.stdout) is None, f"{told.line} prints\n{ran.stdout}"
            shown += bool(told.shown)
    assert shown >= PAGES[page]


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    file = ROOT / "docs" / page
    links = re.findall(r"\]\(([^)#:]+)\)", file.read_text(encoding="utf-8"))
    assert [link for link in links if not (file.parent / link).exists()] == []
