"""The dashboard of a fleet in a real Chromium: it leads, sorts and searches, loads nothing, complains of nothing, and everybody can use it."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Seen, chromium
from fleets import fleet
from playwright.sync_api import Browser

from namebranch.__main__ import main

__all__ = ["chromium"]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page of a fleet whose names and commits are hostile, and of which two cannot be looked at."""
    root = tmp_path_factory.mktemp("fleet")
    out = root / "page.html"
    with out.open("w", encoding="utf-8") as file, contextlib.redirect_stdout(file):
        assert main(["report", "dashboard", "--repos", str(fleet(root)), "--quiet", "--no-cache", "--jobs", "1"]) == 4
    return out


@pytest.fixture
def seen(page: Path, chromium: Browser) -> Iterator[Seen]:
    """Return the page, opened; whatever was done with it, nothing left it and nothing was complained of."""
    opened = Seen(chromium, page)
    yield opened
    assert {request.partition("#")[0] for request in opened.requests} == {page.as_uri()}
    assert opened.words == []
    opened.page.context.close()


def names(seen: Seen) -> list[str]:
    """Return the repositories in the order in which they are compared."""
    return [cell.inner_text() for cell in seen.page.locator("#compared tbody th").all()]


def test_a_repository_leads_to_its_section_and_opens_it(seen: Seen) -> None:
    assert not seen.page.is_visible("#cards details .inside")
    seen.page.click("#compared tbody th a >> text=copy")
    (opened,) = seen.page.locator("#cards details[open]").all()
    assert opened.locator("summary b").inner_text() == "copy"
    assert "namebranch report dashboard" in opened.inner_text()


def test_a_click_sorts_the_repositories_by_a_number_and_by_name(seen: Seen) -> None:
    begun = names(seen)
    assert len(begun) == 4
    seen.page.click("#compared thead button >> text=repository")
    by_name = names(seen)
    assert sorted(by_name, key=str.casefold) != begun
    seen.page.click("#compared thead button >> text=decisions")
    assert names(seen)[-1] == "none"
    seen.page.click("#compared thead button >> text=decisions")
    assert names(seen)[0] == "none"


def test_a_word_chooses_repositories_by_their_names_and_models(seen: Seen) -> None:
    seen.page.fill("#seek", "zephyrus")
    assert sorted(card.inner_text() for card in seen.page.locator("#cards summary b:visible").all()) == ["copy", "trainer"]
    assert seen.page.inner_text("#cards-shown") == "2 of 4 repositories"
    seen.page.click("#compared tbody th a >> text=none")
    assert seen.page.locator("#cards details[open] summary b").inner_text() == "none"


def test_everything_works_from_the_keyboard(seen: Seen) -> None:
    seen.page.keyboard.press("Tab")
    assert seen.page.evaluate("document.activeElement.className") == "skip"
    seen.page.keyboard.press("/")
    seen.page.keyboard.type("trainer")
    assert seen.page.locator("#cards details:visible").count() == 1
    seen.page.locator("#cards summary:visible").focus()
    seen.page.keyboard.press("Enter")
    assert seen.page.locator("#cards details[open]").count() == 1
    seen.page.locator("#compared thead button").first.focus()
    seen.page.keyboard.press("Enter")
    assert seen.page.locator("#compared th[aria-sort]").count() == 1


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nobody_is_kept_out(dark: bool, page: Path, chromium: Browser) -> None:
    context = chromium.new_context(color_scheme="dark" if dark else "light", bypass_csp=True)  # the checker is a script of its own
    opened = context.new_page()
    opened.goto(page.as_uri())
    opened.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    found = Axe().run(opened)
    assert [(one["id"], one["nodes"][0]["html"]) for one in found.response["violations"]] == []
    context.close()


def test_without_script_every_repository_is_there_to_be_opened(page: Path, chromium: Browser) -> None:
    opened = Seen(chromium, page, script=False)
    assert len(names(opened)) == 4
    opened.page.locator("#cards summary").first.click()
    assert opened.page.locator("#cards .inside:visible").count() == 1
    opened.page.context.close()


def test_it_prints_with_every_section_opened_and_without_tools(seen: Seen) -> None:
    seen.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    seen.page.emulate_media(media="print")
    assert seen.page.locator("#cards .inside:visible").count() == 4
    assert not seen.page.is_visible("nav")
    assert not seen.page.is_visible("#seek")
    assert seen.page.pdf()[:5] == b"%PDF-"


def test_it_fits_a_narrow_screen(page: Path, chromium: Browser) -> None:
    opened = Seen(chromium, page)
    opened.page.set_viewport_size({"width": 380, "height": 800})
    assert opened.page.evaluate("document.documentElement.scrollWidth") == 380
    opened.page.context.close()


def test_hostile_names_and_commits_are_shown_and_do_nothing(seen: Seen) -> None:
    assert any("<img src=x" in name for name in names(seen))
    assert "<img src=x" in seen.page.inner_text("#failed")
    assert "<img src=x" in seen.page.inner_text("#trend")
    assert seen.page.locator("main img").count() == 0
    assert seen.page.locator("script").count() == 1
    assert "\u202e" not in seen.page.inner_text("body")
