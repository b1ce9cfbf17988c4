"""Where settings come from, which of them wins, and what is said about it."""

from pathlib import Path

import pytest
from memory import MemorySource, tree

from namebranch.analyzer.inventory import Zone
from namebranch.analyzer.settings.load import Loaded, load, said, stands_in
from namebranch.analyzer.settings.spelling import ConfigError

MARK = "axolotl/loaders/patch_manager.py"


def origin(loaded: Loaded, key: str) -> str:
    return {entry.key: entry.where for entry in loaded.origins}.get(key, "default")


def test_without_a_file_the_preset_holds() -> None:
    loaded = load(tree(MARK))
    assert (loaded.settings.preset, loaded.file, loaded.notes) == ("axolotl", None, ())
    assert said(loaded) == (f"preset axolotl: {MARK} lies in the tree",)


def test_the_own_file_wins_over_the_preset_key_by_key() -> None:
    loaded = load(tree(MARK, namebranch_toml='[zones]\nfrozen = ["axolotl/old.py"]\n'))
    assert loaded.settings.zones.frozen == ("axolotl/old.py",)
    assert loaded.settings.zones.model == ("axolotl/model_support/**",)
    assert origin(loaded, "zones.frozen") == "namebranch.toml: zones.frozen"
    assert origin(loaded, "zones.model") == "preset axolotl"
    assert origin(loaded, "zones.ignored") == "preset generic"
    assert origin(loaded, "budget") == "default"


def test_the_table_in_pyproject_is_taken_where_there_is_no_own_file() -> None:
    loaded = load(tree("a.py", pyproject_toml='[tool.namebranch.zones]\ndefault = "frozen"\n'))
    assert loaded.settings.zones.default is Zone.FROZEN
    assert origin(loaded, "zones.default") == "pyproject.toml: tool.namebranch.zones.default"


def test_the_own_file_hides_the_table_in_pyproject_and_says_so() -> None:
    loaded = load(tree("a.py", namebranch_toml='ignore = ["NB201"]', pyproject_toml='[tool.namebranch]\nignore = ["NB101"]\n'))
    assert loaded.settings.ignore == ("NB201",)
    assert loaded.notes == ("namebranch.toml is used; [tool.namebranch] in pyproject.toml is not looked at",)


def test_a_given_file_hides_both(tmp_path: Path) -> None:
    given = tmp_path / "mine.toml"
    given.write_text('ignore = ["NB3"]\n')
    loaded = load(tree("a.py", namebranch_toml='ignore = ["NB201"]'), given)
    assert (loaded.settings.ignore, loaded.file) == (("NB3",), str(given))


def test_a_given_pyproject_is_read_at_its_table(tmp_path: Path) -> None:
    given = tmp_path / "pyproject.toml"
    given.write_text('[project]\nname = "x"\n[tool.namebranch]\nignore = ["NB3"]\n')
    assert load(tree("a.py"), given).settings.ignore == ("NB3",)


def test_a_file_may_name_another_preset() -> None:
    loaded = load(tree(MARK, namebranch_toml='preset = "generic"'))
    assert (loaded.settings.preset, loaded.preset.because) == ("generic", "namebranch.toml names it")
    assert loaded.settings.zones.model == ()


def test_tables_are_joined_and_the_file_s_own_subsystems_are_asked_first() -> None:
    loaded = load(tree(MARK, namebranch_toml='[subsystems]\npatches = ["axolotl/loaders/patch_manager.py"]\nloaders = ["axolotl/x/"]\n'))
    assert [name for name, _ in loaded.settings.subsystems][:3] == ["patches", "loaders", "registry"]
    assert dict(loaded.settings.subsystems)["loaders"] == ("axolotl/x/",)


def test_a_byte_order_mark_is_no_mistake() -> None:
    assert load(MemorySource(files={"namebranch.toml": b'\xef\xbb\xbfignore = ["NB3"]'})).settings.ignore == ("NB3",)


WRONG = [
    pytest.param("zonse = 1", "namebranch.toml: zonse: unknown key; did you mean 'zones'?", id="an unknown key"),
    pytest.param(
        'preset = "axolotls"', "namebranch.toml: preset: there is no preset 'axolotls'; did you mean 'axolotl'?", id="an unknown preset"
    ),
    pytest.param("preset = 1", "namebranch.toml: preset: expected text, the name of a preset", id="a preset that is no text"),
    pytest.param("a = ", "namebranch.toml: not valid TOML: Invalid value (at end of document)", id="no TOML"),
    pytest.param('select = ["E501"]', "namebranch.toml: select[0]: 'E501' is no rule", id="another tool's rule"),
    pytest.param('[zones]\nmodel = ["a*b*c*d*e*f*g*h*i*j*"]', "namebranch.toml: zones.model[0]: 'a*b", id="a pattern of stars"),
    pytest.param('[zones]\nmodel = ["!"]', "namebranch.toml: zones.model: '!' is not a valid pattern", id="a pattern that is none"),
    pytest.param('[zones]\nmodel = ["# a"]', "namebranch.toml: zones.model[0]: '# a' matches nothing", id="a pattern that is a comment"),
    pytest.param(
        '[[budget]]\npaths = ["a"]\nmax = -1', "namebranch.toml: budget[0].max: -1 is less than nothing", id="a budget below zero"
    ),
    pytest.param(
        "[[budget]]\npaths = []\nmax = 1", "namebranch.toml: budget[0].paths: a budget needs at least one pattern", id="a budget of nothing"
    ),
    pytest.param(
        '[[tracker.rows]]\nsubsystem = "x"\npaths = []\ngate = "q"',
        "namebranch.toml: tracker.rows[0].gate: 'q' is no question's id",
        id="a gate that is no question",
    ),
    pytest.param("a = " + "[" * 20_000, "namebranch.toml: ", id="nested too deeply"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_wrong(text: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tree("a.py", namebranch_toml=text))
    assert str(caught.value).startswith(message)


def test_bytes_that_are_no_text_are_refused_with_their_place() -> None:
    with pytest.raises(ConfigError, match=r"namebranch\.toml: not UTF-8, at byte 4"):
        load(MemorySource(files={"namebranch.toml": b'# \xc3\xa4\xff"'}))


def test_a_file_that_lies_there_but_cannot_be_read_is_no_missing_file() -> None:
    with pytest.raises(ConfigError, match="could not be read"):
        load(MemorySource(files={"namebranch.toml": None}))


def test_a_given_file_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"gone\.toml: No such file"):
        load(tree("a.py"), tmp_path / "gone.toml")


def test_a_broken_pyproject_without_settings_of_ours_is_only_noted() -> None:
    loaded = load(tree("a.py", pyproject_toml="[project\n"))
    assert loaded.file is None
    assert loaded.notes[0].startswith("pyproject.toml: not valid TOML")


def test_a_broken_pyproject_with_settings_of_ours_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"pyproject\.toml: not valid TOML"):
        load(tree("a.py", pyproject_toml="[tool.namebranch\n"))


COMMANDS = '[prove]\nsuite = ["rm", "-rf", "/"]\nload = ["x"]\n[[prove.matrix]]\nname = "old"\n'


def test_commands_of_a_tree_that_is_not_trusted_are_left_out_with_a_note() -> None:
    loaded = load(tree("a.py", namebranch_toml=COMMANDS))
    assert (loaded.settings.prove.suite, loaded.settings.prove.load) == ((), ())
    assert [arm.name for arm in loaded.settings.prove.matrix] == ["old"]
    (note,) = loaded.notes
    assert note.startswith("namebranch.toml: prove.suite and namebranch.toml: prove.load: left out, since commands are taken only from")


def test_commands_of_a_trusted_tree_are_taken() -> None:
    loaded = load(tree("a.py", namebranch_toml=COMMANDS), trusted=True)
    assert (loaded.settings.prove.suite, loaded.notes) == (("rm", "-rf", "/"), ())


def test_commands_of_a_given_file_are_taken(tmp_path: Path) -> None:
    given = tmp_path / "mine.toml"
    given.write_text(COMMANDS)
    assert load(tree("a.py"), given).settings.prove.load == ("x",)


def test_no_note_where_nothing_was_left_out() -> None:
    assert load(tree("a.py", namebranch_toml='[[prove.matrix]]\nname = "old"\n')).notes == ()


def test_only_the_work_tree_around_us_is_the_one_we_stand_in(tmp_path: Path) -> None:
    inside = tmp_path / "repo" / "deep"
    inside.mkdir(parents=True)
    (tmp_path / "repo" / "a.zip").touch()
    assert stands_in("..", None, inside)
    assert stands_in(".", None, inside)
    assert not stands_in("..", "0" * 40, inside)
    assert not stands_in("deep", None, inside.parent)
    assert not stands_in("a.zip", None, inside.parent)
