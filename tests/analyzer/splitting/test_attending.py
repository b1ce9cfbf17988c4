"""Functions that only run for one model, in small files, and those that do not."""

from textwrap import dedent

import pytest
from scanning import sites, source

from namebranch.analyzer.splitting.attending import attendants, parsed

GUARDED = """
    from .patches import fix

    def load(config, model):
        if config.model_type == "gemma3":
            fix(model)
    """


def found(files: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """Return the names of each attendant, by function."""
    texts = {path: (data or b"").decode() for path, data in source(files).files.items()}
    return {one.name: one.names for one in attendants(parsed(texts), {}, sites(files), lambda names: len(set(names)) == 1)}


@pytest.mark.parametrize(
    ("load", "names"),
    [
        pytest.param('if config.model_type == "gemma3":', ("gemma3",), id="the body of a test"),
        pytest.param('if config.model_type == "gemma3" and config.flash:', ("gemma3",), id="a test with another condition"),
        pytest.param('if config.x:\n            pass\n        elif config.model_type == "gemma3":', ("gemma3",), id="an elif"),
    ],
)
def test_what_a_test_guards_attends_to_its_model(load: str, names: tuple[str, ...]) -> None:
    text = f"def load(config, model):\n    {dedent(load).replace(chr(10) + '        ', chr(10) + '    ')}\n        fix(model)\n"
    assert found({"loader.py": f"def fix(model):\n    return model\n\n\n{text}"}) == {"fix": names}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param('if config.model_type != "gemma3":\n        fix(model)', id="guarded by the opposite"),
        pytest.param('if not config.model_type == "gemma3":\n        fix(model)', id="guarded by a negation"),
        pytest.param('if config.model_type == "gemma3" or config.flash:\n        fix(model)', id="guarded by something else as well"),
        pytest.param('if config.model_type == "gemma3":\n        pass\n    else:\n        fix(model)', id="in the other arm"),
        pytest.param('if config.model_type == "gemma3":\n        fix(model)\n    fix(None)', id="called without a test, too"),
        pytest.param('if config.model_type in ("gemma3", "mixtral"):\n        fix(model)', id="for two models"),
        pytest.param('if config.model_type == "gemma3":\n        fix(model)\n    hooks = [fix]', id="handed on somewhere else"),
        pytest.param("if config.flash:\n        fix(model)", id="guarded by no name"),
    ],
)
def test_what_others_may_run_attends_to_nobody(body: str) -> None:
    assert found({"loader.py": f"def fix(model):\n    return model\n\n\ndef load(config, model):\n    {body}\n"}) == {}


def test_what_only_an_attendant_calls_attends_too_and_what_others_call_does_not() -> None:
    patches = """
        def fix(model):
            return scale(model) + length(model)

        def scale(model):
            return 2

        def length(model):
            return len(model)

        def other(model):
            return length(model)
        """
    assert set(found({"loader.py": GUARDED, "patches.py": patches})) == {"fix", "scale"}


def test_what_only_a_per_model_definition_calls_attends_to_its_model() -> None:
    collates = """
        def gemma3_collate(batch):
            return pad(batch)

        def pad(batch):
            return batch
        """
    files = {"loader.py": GUARDED.replace("fix(model)", "pass"), "collates.py": collates}
    assert found(files) == {"pad": ("gemma3",)}


def test_a_function_that_a_models_own_file_uses_attends_to_nobody() -> None:
    files = {"loader.py": GUARDED, "patches.py": "def fix(model):\n    return model\n"}
    texts = {path: (data or b"").decode() for path, data in source(files).files.items()}
    owned = {"models/gemma3/model.py": "from ...patches import fix\n\nfix(None)\n"}
    assert attendants(parsed(texts), parsed(owned), sites(files), lambda _: True) == ()
    assert [one.name for one in attendants(parsed(texts), {}, sites(files), lambda _: True)] == ["fix"]


def test_two_functions_of_one_name_are_told_apart_by_nobody_and_left_alone() -> None:
    both = {
        "patches.py": "def fix(model):\n    if model.model_type == 'gemma3':\n        return 1\n",
        "other.py": "def fix(model):\n    if model.model_type == 'gemma3':\n        return 2\n",
    }
    assert "fix" not in found({"loader.py": GUARDED, **both})


def test_a_file_that_does_not_parse_holds_no_attendant() -> None:
    texts = {"loader.py": dedent(GUARDED), "patches.py": "def fix(model:\n"}
    assert attendants(parsed(texts), {}, sites({"loader.py": GUARDED}), lambda _: True) == ()
