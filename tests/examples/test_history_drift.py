"""The drift of tinytrain's history: after each commit the count that expected.toml says, without a scan of that commit."""

import oracle
import pytest
from histories import steps

from namebranch.analyzer.judging.drift import Delta, Mark, drift
from namebranch.analyzer.judging.filters import Filters

COMMITS = oracle.commits()
every_commit = pytest.mark.parametrize("number", range(1, len(COMMITS) + 1), ids=[one["subject"] for one in COMMITS])


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Mark, Delta]]:
    """Return what each commit changed."""
    folder = tmp_path_factory.mktemp("history") / "tinytrain"
    oracle.history().build(folder)
    found = enumerate(steps(folder))
    return [(Mark(number=at, id=id_, date="", subject=COMMITS[at]["subject"]), delta) for at, (id_, delta) in found]


@every_commit
def test_the_decisions_after_a_commit(number: int, walked: list[tuple[Mark, Delta]]) -> None:
    found = drift(walked[:number], Filters(), target="tinytrain", preset="generic")
    assert found.points[-1].decisions == COMMITS[number - 1]["decisions"]
