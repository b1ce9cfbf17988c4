"""Two releases compared."""

from namebranch.registry.universe.difference import classes_of, difference
from namebranch.registry.universe.snapshot import ModelType, Snapshot

OLD = Snapshot(
    package="transformers",
    version="1",
    types={"ant": ModelType(config="AntConfig", module="ant"), "bee": ModelType(config="BeeConfig", module="bee")},
    tables={"MODEL_MAPPING_NAMES": {"ant": ("AntModel",), "bee": ("BeeModel",)}},
)
NEW = Snapshot(
    package="transformers",
    version="2",
    types={"ant": ModelType(config="AntConfig", module="ants"), "cat": ModelType(config="CatConfig", module="cat")},
    tables={"MODEL_MAPPING_NAMES": {"ant": ("AntModel",), "cat": ("CatModel",)}},
)


def test_what_came_went_and_changed() -> None:
    found = difference(OLD, NEW)
    assert found
    assert (found.types_added, found.types_removed, found.changed) == (("cat",), ("bee",), ("ant",))
    assert (found.classes_added, found.classes_removed) == (("CatConfig", "CatModel"), ("BeeConfig", "BeeModel"))


def test_a_release_does_not_differ_from_itself() -> None:
    assert not difference(OLD, OLD)


def test_the_other_way_round_what_came_went() -> None:
    there, back = difference(OLD, NEW), difference(NEW, OLD)
    assert (there.types_added, there.classes_added) == (back.types_removed, back.classes_removed)


def test_classes_are_those_of_tables_and_configurations() -> None:
    assert classes_of(OLD) == {"AntConfig", "AntModel", "BeeConfig", "BeeModel"}
