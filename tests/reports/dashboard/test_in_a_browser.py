"""The dashboard in a real Chromium: it filters, sorts and drills down, loads nothing, complains of nothing, and everybody can use it."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Seen, chromium
from playwright.sync_api import Browser
from repositories import repository
from zoo import FILES, TABLES

from namebranch.__main__ import main

__all__ = ["chromium"]

EVIL = "<img src=x onerror=alert(1)></script><script>alert(2)</script>\x1b[31m\u202e'\"{{7*7}}"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page of a small repository with a history, in which a commit and a name are hostile."""
    root = tmp_path_factory.mktemp("dashboard")
    kept = repository(root / "trainer")
    for path, text in FILES.items():
        (kept.root / path).parent.mkdir(parents=True, exist_ok=True)
        (kept.root / path).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    kept.commit("begin")
    evil = f"def odd(config):\n    return config.model_type in ({EVIL!r}, 'mixtral')\n"
    (kept.root / "tinytrain" / "core" / "odd.py").write_text(evil, encoding="utf-8")
    kept.commit(EVIL.replace("\x1b", ""))
    out = root / "page.html"
    with out.open("w", encoding="utf-8") as file, contextlib.redirect_stdout(file):
        assert main(["report", "dashboard", f"{kept.root}@HEAD", "--quiet", "--no-cache", "--jobs", "1"]) == 0
    return out


@pytest.fixture
def seen(page: Path, chromium: Browser) -> Iterator[Seen]:
    """Return the page, opened; whatever was done with it, nothing left it and nothing was complained of."""
    opened = Seen(chromium, page)
    yield opened
    assert opened.requests == [page.as_uri()]
    assert opened.words == []
    opened.page.context.close()


def test_words_a_part_a_kind_and_a_model_choose_branches(seen: Seen) -> None:
    everything = len(seen.shown())
    assert everything > 10
    seen.page.fill("#filters [name=search]", "gemma3")
    assert 0 < len(seen.shown()) < everything
    assert all("gemma3" in text.lower() for text in seen.shown())
    seen.page.select_option("#filters [name=kind]", "table")
    (row,) = seen.shown()
    assert f"{TABLES}:6" in row
    assert seen.page.inner_text("#shown") == f"1 of {everything} sites, 1 decisions"
    seen.page.click("#filters [type=reset]")
    seen.page.wait_for_function(f"document.querySelectorAll('#sites tbody tr:not([hidden])').length === {everything}")
    seen.page.fill("#filters [name=model]", "zephyrus")
    assert all("Zephyrus" in text for text in seen.shown())


def test_what_nothing_fits_is_said(seen: Seen) -> None:
    seen.page.fill("#filters [name=search]", "no such branch")
    assert seen.shown() == []
    assert seen.page.is_visible("#none")


def test_a_square_of_the_heat_map_leads_to_its_branches(seen: Seen) -> None:
    square = seen.page.locator(".heat button").first
    words = square.get_attribute("aria-label")
    assert words is not None
    square.click()
    model, _, rest = words.partition(", ")
    assert seen.page.input_value("#filters [name=model]") == model
    assert seen.page.input_value("#filters [name=subsystem]") == rest.partition(":")[0]
    assert len(seen.shown()) >= int(rest.rpartition(" ")[2])


def column(seen: Seen, number: int) -> list[str]:
    """Return the first line of each cell of a column of the branches."""
    return [cell.inner_text().partition("\n")[0] for cell in seen.page.locator(f"#sites tbody tr td:nth-child({number})").all()]


def test_a_click_on_numbers_puts_the_most_first_and_another_the_fewest(seen: Seen) -> None:
    head = seen.page.locator("#sites thead button", has_text="lines")
    head.click()
    numbers = list(map(int, column(seen, 5)))
    assert numbers == sorted(numbers, reverse=True)
    head.click()
    assert list(map(int, column(seen, 5))) == sorted(numbers)
    assert seen.page.locator("#sites th[aria-sort=ascending]").inner_text().startswith("lines")


def test_a_click_on_words_sorts_by_them_and_another_turns_it_round(seen: Seen) -> None:
    head = seen.page.locator("#sites thead button", has_text="subsystem")
    head.click()
    words = column(seen, 6)
    assert len(set(words)) > 1
    assert words == sorted(words)
    head.click()
    assert column(seen, 6) == sorted(words, reverse=True)
    assert seen.page.locator("#sites th[aria-sort]").count() == 1


def test_the_trend_turns_from_parts_to_kinds(seen: Seen) -> None:
    assert seen.page.is_visible("#trend-subsystem svg")
    seen.page.click("text=by kind")
    assert seen.page.is_visible("#trend-kind svg")
    assert not seen.page.is_visible("#trend-subsystem svg")


def test_a_model_is_found_and_opened(seen: Seen) -> None:
    seen.page.fill("#seek", "Zephyrus")
    (card,) = seen.page.locator("#cards details:visible").all()
    card.locator("summary").click()
    assert "tinytrain/core/loader.py" in card.inner_text()
    card.locator("text=Show its branches").click()
    assert seen.page.input_value("#filters [name=model]") == "zephyrus"


def test_everything_works_from_the_keyboard(seen: Seen) -> None:
    seen.page.keyboard.press("Tab")
    assert seen.page.evaluate("document.activeElement.className") == "skip"
    seen.page.keyboard.press("/")
    seen.page.keyboard.type("zephyrus")
    assert all("zephyrus" in text.lower() for text in seen.shown())
    seen.page.locator("#sites thead button").first.focus()
    seen.page.keyboard.press("Enter")
    assert seen.page.locator("#sites th[aria-sort]").count() == 1


def test_light_and_dark_at_a_click(seen: Seen) -> None:
    def back() -> str:
        return str(seen.page.evaluate("getComputedStyle(document.body).backgroundColor"))

    light = back()
    seen.page.click("#theme")
    assert back() != light
    seen.page.click("#theme")
    assert back() == light


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nobody_is_kept_out(dark: bool, page: Path, chromium: Browser) -> None:
    context = chromium.new_context(color_scheme="dark" if dark else "light", bypass_csp=True)  # the checker is a script of its own
    opened = context.new_page()
    opened.goto(page.as_uri())
    found = Axe().run(opened)
    assert [(one["id"], one["nodes"][0]["html"]) for one in found.response["violations"]] == []
    context.close()


def test_without_script_every_branch_is_still_there(page: Path, chromium: Browser) -> None:
    opened = Seen(chromium, page, script=False)
    assert len(opened.shown()) > 10
    assert not opened.page.is_visible("#theme")
    opened.page.context.close()


def test_it_prints_with_every_branch_and_without_tools(seen: Seen) -> None:
    seen.page.emulate_media(media="print")
    assert not seen.page.is_visible("nav")
    assert not seen.page.is_visible("#filters")
    assert seen.page.is_visible("#trend-kind svg")
    assert seen.page.pdf()[:5] == b"%PDF-"


def test_hostile_names_and_commits_are_shown_and_do_nothing(seen: Seen) -> None:
    assert "<img src=x" in seen.page.inner_text("#trend")
    assert seen.page.locator("main img").count() == 0
    assert seen.page.locator("script").count() == 1
    assert not set("\x1b\u202e") & set(seen.page.inner_text("body"))
