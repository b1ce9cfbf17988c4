"""A plugin of pytest: writes what became of each test and why, and from where the target was imported."""

import json
import os
import platform
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

_TOLD: dict[str, tuple[str, str]] = {}  # id → how it ended, and why
_ORDER = ("passed", "xfailed", "xpassed", "skipped", "failed", "error")  # the worst of the phases of a test counts
_ENVIRONMENT = os.environ
_AROUND = ("pytest", "torch", "transformers")


def _list(variable: str) -> frozenset[str] | None:
    file = _ENVIRONMENT.get(variable)
    return frozenset(json.loads(Path(file).read_text(encoding="utf-8"))) if file else None


_ONLY, _UNTIL = _list("NAMEBRANCH_ONLY"), _list("NAMEBRANCH_UNTIL")


def pytest_collection_modifyitems(items: list[Any], config: Any) -> None:
    """Keep only the tests that were asked for."""
    if _ONLY is not None:
        gone = [item for item in items if item.nodeid not in _ONLY]
        items[:] = [item for item in items if item.nodeid in _ONLY]
        config.hook.pytest_deselected(items=gone)


def pytest_collectreport(report: Any) -> None:
    """Note a file that cannot be collected."""
    if report.failed:
        _TOLD[f"{report.nodeid} (collected)"] = "error", _why(report)


def pytest_runtest_logreport(report: Any) -> None:
    """Note how a phase of a test ended."""
    ended = report.outcome
    if hasattr(report, "wasxfail"):
        ended = "xpassed" if report.passed else "xfailed"
    elif report.failed and report.when != "call":
        ended = "error"
    before = _TOLD.get(report.nodeid, ("passed", ""))
    if report.nodeid not in _TOLD or _ORDER.index(ended) > _ORDER.index(before[0]):
        _TOLD[report.nodeid] = ended, "" if ended == "passed" else f"{report.when}: {_why(report)}"


def pytest_runtest_teardown(item: Any) -> None:
    """End once a test failed that is known to pass, where that is all that is asked."""
    if _UNTIL is not None and item.nodeid in _UNTIL and _TOLD.get(item.nodeid, ("passed", ""))[0] not in {"passed", "xfailed", "skipped"}:
        item.session.shouldstop = "noticed"


def pytest_sessionfinish(session: Any, exitstatus: int) -> None:
    """Write all of it; of several processes each its own file."""
    packages = frozenset(_ENVIRONMENT["NAMEBRANCH_PACKAGES"].split(","))
    told = {
        "tests": _TOLD,
        "exit": int(exitstatus),
        "imported": import_module("namebranch_imported").imported(packages),
        "versions": _versions(),
    }
    Path(_ENVIRONMENT["NAMEBRANCH_REPORTS"], f"{os.getpid()}.json").write_text(json.dumps(told), encoding="utf-8")


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in _AROUND:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def _why(report: Any) -> str:
    """Return the message of a failure, or why a test was skipped."""
    long = report.longrepr
    if isinstance(long, tuple):
        return str(long[-1])
    crash = getattr(long, "reprcrash", None)
    return str(crash.message) if crash is not None else str(long or getattr(report, "wasxfail", ""))
