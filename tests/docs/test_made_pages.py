"""The pages of the verbs and rules are what `python docs/pages.py` makes of the code today, and each leads to something."""

import importlib.util
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from namebranch import commands
from namebranch.registry import shelf

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def made() -> Mapping[str, str]:
    """Return the pages that the code makes."""
    spec = importlib.util.spec_from_file_location("made_pages", DOCS / "pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Mapping[str, str] = module.pages()
    return found


def test_every_page_is_current(made: Mapping[str, str]) -> None:
    old = [path for path, text in made.items() if not (DOCS / path).is_file() or (DOCS / path).read_text(encoding="utf-8") != text]
    assert old == [], "run: python docs/pages.py"


def test_no_page_is_left_of_what_is_gone(made: Mapping[str, str]) -> None:
    assert {f"{folder}/{file.name}" for folder in ("verbs", "rules") for file in (DOCS / folder).iterdir()} == set(made)


def test_every_verb_and_report_has_a_page(made: Mapping[str, str]) -> None:
    assert {f"verbs/{verb}.md" for verb in shelf.names(commands)} <= set(made)
    assert {path for path in made if path.startswith("verbs/report-")} >= {"verbs/report-dashboard.md", "verbs/report-evidence.md"}


def test_no_option_is_without_a_word(made: Mapping[str, str]) -> None:
    silent = [(path, line) for path, text in made.items() for line in text.splitlines() if re.fullmatch(r"\| `-.*` \|  \|", line)]
    assert silent == []


def test_every_link_of_the_docs_leads_somewhere() -> None:
    pages = [*DOCS.rglob("*.md"), DOCS.parent / "README.md", DOCS.parent / "CONTRIBUTING.md"]
    links = [(page, link) for page in pages for link in re.findall(r"(?<!!)\[[^\]]*\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))]
    assert [(page.name, link) for page, link in links if "://" not in link and not (page.parent / link).exists()] == []


def test_every_picture_is_there_is_small_and_loads_nothing() -> None:
    shown = re.findall(r'(?:src|srcset)="([^"]+)"|!\[[^\]]*\]\(([^)]+)\)', (DOCS.parent / "README.md").read_text(encoding="utf-8"))
    files = [DOCS.parent / (one or other) for one, other in shown]
    assert len(files) > 4
    assert [file.name for file in files if not file.is_file() or file.stat().st_size > 200_000] == []
    drawn = "".join(file.read_text(encoding="utf-8") for file in files if file.suffix == ".svg").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|@import|<script", drawn)
