"""An earlier release as a snapshot."""

import pytest

from namebranch.registry.universe.difference import difference
from namebranch.registry.universe.earlier import release, snapshot_at
from namebranch.registry.universe.names import shipped
from namebranch.registry.universe.releases import ReleasesError


def test_the_newest_of_the_ladder_has_the_types_of_the_shipped_snapshot() -> None:
    assert snapshot_at("5.23").types == shipped().types


def test_what_came_later_is_not_there_and_what_went_is() -> None:
    found = snapshot_at("4.57.3")
    assert "qwen3_5" not in found.types
    assert "nezha" in found.types
    assert found.version == "4.57"
    assert all(name in found.types for table in found.tables.values() for name in table)


def test_from_one_to_the_next_types_come_and_go() -> None:
    found = difference(snapshot_at("4.57"), snapshot_at("5.0"))
    assert "nezha" in found.types_removed
    assert found.types_added


@pytest.mark.parametrize("version", ["3.1", "99", "main", ""])
def test_what_is_no_release_of_the_ladder_is_refused(version: str) -> None:
    with pytest.raises(ReleasesError, match="no release that is known here"):
        release(version)
