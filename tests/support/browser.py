"""A real Chromium for the tests of a page: the system's, else the one that Playwright brought."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, sync_playwright

from published import NOT_RUN

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


def installed() -> str | None:
    """Return where the system's Chromium lies; None where there is none."""
    return next((found for name in CHROMIUM if (found := shutil.which(name))), None)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Return a browser; without one the tests are named at the end of the run as ones that did not run.

    `.ci/run` installs one, or says there that it could not.
    """
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        try:
            browser = playwright.chromium.launch(executable_path=installed(), args=arguments)
        except Error as error:
            pytest.skip(f"{NOT_RUN}there is no Chromium to open the page in ({error.message.splitlines()[0]})")
        yield browser
        browser.close()


class Seen:
    """A page that was opened from its file, and all that it asked for or complained of."""

    def __init__(self, browser: Browser, file: Path, *, dark: bool = False, script: bool = True) -> None:
        """Open *file*; a request that leaves the page fails, and is remembered."""
        context = browser.new_context(color_scheme="dark" if dark else "light", offline=True, bypass_csp=False, java_script_enabled=script)
        self.page: Page = context.new_page()
        self.requests: list[str] = []
        self.words: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.words.append(message.text))
        self.page.on("pageerror", lambda error: self.words.append(str(error)))
        self.page.goto(file.as_uri())

    def shown(self) -> list[str]:
        """Return the text of each branch that is shown."""
        return [row.inner_text() for row in self.page.locator("#sites tbody tr:visible").all()]
