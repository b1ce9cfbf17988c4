"""The reports of published packages: one scan of each, and every page made of it."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from published import Published

Run = Callable[..., tuple[int, str, str]]
ROWS = Path(__file__).resolve().parents[2] / "examples" / "axolotl_tracker.toml"


@pytest.fixture
def report(here: Path, verb: Run) -> Callable[..., str]:
    """Return what makes a report, which must be whole."""

    def made(*arguments: str) -> str:
        code, page, _ = verb("report", *arguments, "-q")
        assert code == 0
        return page

    return made


def test_the_reports_of_axolotl(report: Callable[..., str], verb: Run, published: Published) -> None:
    wheel = str(published("axolotl", "0.19.0"))
    _has_the_count(report("tracker", wheel), wheel, verb)
    _has_rows_of_its_own(report("tracker", wheel, "--config", str(ROWS)))
    page = report("onboarding", wheel)
    assert "| `by_phase` |" in page
    assert "Not there yet: site hooks and facts." in page
    text = report("pr", wheel, "--model", "nemotron_h")
    assert '| `self.cfg.model_config_type == "nemotron_h"` | `axolotl/loaders/patch_manager.py:187` |' in text
    assert re.search(r"(?m)^\| `nemotron_h` \| model_type \| 2 \| `axolotl\.model_support\.nemotron_h` \|", text)


def test_the_reports_of_nemo_automodel(report: Callable[..., str], verb: Run, published: Published) -> None:
    wheel = str(published("nemo-automodel", "0.5.0"))
    _has_the_count(report("tracker", wheel), wheel, verb)
    assert "`checkpoint.should_skip_init_weights` (predicate, else `False`)" in report("onboarding", wheel)
    assert '`model_type == "nemotron_flash"`' in report("pr", wheel, "--model", "nemotron_flash")


def _has_the_count(page: str, wheel: str, verb: Run) -> None:
    found = re.search(r"\*\*(\d+) decisions\*\* in shared code", page)
    assert found is not None
    assert f'"drift": {found[1]}' in verb("scan", wheel, "-q", "--summary", "--format", "json")[1]


def _has_rows_of_its_own(page: str) -> None:
    """Six parts of axolotl as its maintainers might track them: what asks the registry is under way, what has no branch waits all the same."""
    rows = re.findall(r"(?m)^\| (\d) \| ([\w ]+) \| `axolotl/.*? \| \*\*([\w ]+)\*\*(?:; (\w+) decisions?)?", page)
    assert rows == [
        ("1", "Model branches", "partial", "39"),
        ("2", "Loss kernels", "partial", "14"),
        ("3", "Batches", "not started", "no"),
        ("4", "Adapters", "not started", "2"),
        ("5", "Optimizers", "not started", "no"),
        ("6", "Trainers", "not started", "4"),
    ]
    assert "(71 in no row below)" in page
