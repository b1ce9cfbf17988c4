"""The fixture `published`, and the words for tests that could not run because no package registry answered."""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from wheels import UnreachableError, fetch

Published = Callable[[str, str], Path]
NOT_RUN = "NOT RUN: "


@pytest.fixture(scope="session")
def published() -> Published:
    """Return what gives the path of a published wheel, for example `published("axolotl", "0.18.0")`.

    Where no registry answers the test fails in CI; elsewhere it is named at the end of the run as one that did not run.
    """

    @cache
    def attempt(name: str, version: str) -> Path | str:
        try:
            return fetch(name, version)
        except UnreachableError as error:
            return str(error)

    def wheel(name: str, version: str) -> Path:
        found = attempt(name, version)
        if isinstance(found, Path):
            return found
        if os.environ.get("CI"):
            pytest.fail(f"{NOT_RUN}{found}", pytrace=False)
        pytest.skip(f"{NOT_RUN}{found}")

    return wheel


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name each test that did not run for want of a wheel, or of a browser."""
    reports = terminalreporter.getreports("skipped")
    missed = [(report.nodeid, why) for report in reports if (why := reason(report)).startswith(NOT_RUN)]
    if missed:
        terminalreporter.write_sep("=", f"{len(missed)} NOT RUN for want of a package registry or a browser", yellow=True, bold=True)
        for test, why in sorted(missed):
            terminalreporter.write_line(f"{test}: {why.removeprefix(NOT_RUN)}")


def reason(report: pytest.TestReport) -> str:
    """Return why a test was skipped, in its own words."""
    return report.longrepr[2].removeprefix("Skipped: ") if isinstance(report.longrepr, tuple) else ""
