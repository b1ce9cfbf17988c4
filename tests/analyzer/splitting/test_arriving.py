"""Commits that brought a model's folder, in a history of a few commits, and those that did not."""

from pathlib import Path

import pytest
from histories import imported

from namebranch.analyzer.reading.log import read_history
from namebranch.analyzer.reading.revision import open_revision
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.settings.zones import Zoning
from namebranch.analyzer.splitting.arrival import Arrival
from namebranch.analyzer.splitting.arriving import arrivals
from namebranch.registry.universe.names import Names

BASE = {
    "namebranch.toml": b'[models]\nfolders = ["kit/models/*"]\n',
    "kit/models/llama/model.py": b"",
    "kit/loader.py": b"",
    "kit/plans.py": b"",
}


def found(root: Path, *commits: dict[str, bytes | None]) -> tuple[Arrival, ...]:
    """Return what arrives in these commits, which follow a first one."""
    folder = imported(root, [BASE, *commits])
    source = open_revision(str(folder), folder, "main")
    loaded = load(source)
    return arrivals(read_history(folder, tip="main"), Zoning(loaded.settings, source.paths(), Names.load().family))


def test_a_commit_that_brings_a_model_and_what_it_changed_beside(tmp_path: Path) -> None:
    (one,) = found(tmp_path, {"kit/models/gemma3/model.py": b"x = 1\n", "kit/loader.py": b"y = 1\n", "kit/new.py": b"", "README.md": b""})
    assert (one.models, one.files, one.subject) == (("gemma3",), ("kit/loader.py", "kit/new.py"), "change 2 (#2)")


def test_one_that_brings_two_is_one(tmp_path: Path) -> None:
    (one,) = found(tmp_path, {"kit/models/gemma3/model.py": b"", "kit/models/mixtral/model.py": b""})
    assert (one.models, one.files) == (("gemma3", "mixtral"), ())


@pytest.mark.parametrize(
    "commits",
    [
        pytest.param(({"kit/models/llama/patches.py": b""},), id="another file of a model that is there"),
        pytest.param(({"kit/loader.py": b"x = 1\n"},), id="shared code alone"),
        pytest.param(({"kit/models/gemma3/README.md": b""},), id="no Python file"),
        pytest.param(({"kit/models/llama/model.py": None, "kit/models/llama3/model.py": b""},), id="a folder that was renamed"),
        pytest.param((), id="what the first commit holds"),
    ],
)
def test_nothing_arrives_with(commits: tuple[dict[str, bytes | None], ...], tmp_path: Path) -> None:
    assert found(tmp_path, *commits) == ()


def test_a_model_that_left_and_came_back_arrived_once(tmp_path: Path) -> None:
    came = found(
        tmp_path, {"kit/models/gemma3/model.py": b""}, {"kit/models/gemma3/model.py": None}, {"kit/models/gemma3/model.py": b"x = 1\n"}
    )
    assert [one.models for one in came] == [("gemma3",)]
