"""The presets that ship: each is valid, recognised by its own tree and by no other."""

import tomllib
from pathlib import Path

import pytest
from memory import tree

from namebranch.analyzer import presets as shelf
from namebranch.analyzer.settings.checking import check
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.settings.presets import choose, marks, names, take
from namebranch.analyzer.settings.spelling import ConfigError

NAMES = names()


def test_the_presets_that_ship() -> None:
    assert NAMES == ("automodel", "axolotl", "generic", "liger", "llamafactory", "modelopt", "ms_swift", "trl")


@pytest.mark.parametrize("name", NAMES)
def test_a_preset_is_valid(name: str) -> None:
    loaded = load(tree("a.py", namebranch_toml=f'preset = "{name}"'))
    assert loaded.settings.preset == name
    check(loaded.settings, name)


@pytest.mark.parametrize("name", NAMES)
def test_marks_are_the_whole_table_of_marks(name: str) -> None:
    text = (Path(next(iter(shelf.__path__))) / f"{name}.toml").read_text(encoding="utf-8")
    assert list(marks(name)) == tomllib.loads(text).get("recognise", {}).get("any", [])
    assert "recognise" not in take(name).tables


@pytest.mark.parametrize("name", [name for name in NAMES if name != "generic"])
@pytest.mark.parametrize("below", ["", "src/"], ids=["at the root", "below src"])
def test_each_mark_alone_chooses_its_preset(name: str, below: str) -> None:
    for mark in marks(name):
        assert choose([f"{below}{mark}", "README.md"]).preset == name


@pytest.mark.parametrize(
    "paths",
    [
        pytest.param([], id="an empty tree"),
        pytest.param(["a.py", "pkg/loaders/patch_manager.py"], id="a file of that name in another package"),
        pytest.param(["vendored/axolotl/loaders/patch_manager.py"], id="a copy further down"),
        pytest.param(["axolotl/loaders"], id="only a part of the path"),
    ],
)
def test_nothing_known_is_generic(paths: list[str]) -> None:
    assert choose(paths).preset == "generic"


def test_the_deepest_mark_wins_where_two_are_found() -> None:
    both = choose(["axolotl/prompters.py", "nemo_automodel/components/distributed/parallelizer.py"])
    assert both.preset == "automodel"
    assert both.because == "nemo_automodel/components/distributed/parallelizer.py lies in the tree"


def test_the_order_of_paths_does_not_matter() -> None:
    paths = ["trl/trainer/sft_trainer.py", "axolotl/loaders/model.py", "axolotl/loaders/patch_manager.py"]
    assert choose(paths) == choose(reversed(paths))


def test_an_unknown_preset_has_the_nearest() -> None:
    with pytest.raises(ConfigError, match="there is no preset 'axolot'; did you mean 'axolotl'"):
        take("axolot")
