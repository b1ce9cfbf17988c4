"""Names that no release knows are known where the target itself spells them as a model's; what only looks like one teaches nothing."""

import pytest
import scanning

USE = """
def f(kind):
    if kind == "{}":
        return 1
"""
TYPE, CLASS = "zephyrus3", "ZephyrusForCausalLM"
TAUGHT = [
    pytest.param(TYPE, "pkg/a.py", 'TABLE = {"llama": 1, "qwen2": 2, "zephyrus3": 3}\n', id="the key of a table of models"),
    pytest.param(
        CLASS, "pkg/a.py", 'TABLE = {"LlamaForCausalLM": 1, "ZephyrusForCausalLM": 2}\n', id="a class that keys a table of models"
    ),
    pytest.param(TYPE, "pkg/a.py", 'def g(cfg):\n    return cfg.model_type == "zephyrus3"\n', id="what a strong subject is compared with"),
    pytest.param(TYPE, "pkg/models/zephyrus3/model.py", "", id="a folder among folders of models"),
    pytest.param("zephyrus_moe", "pkg/a.py", '@register_model("zephyrus_moe")\nclass Model: ...\n', id="the key of a registration"),
    pytest.param(TYPE, "pkg/a.py", 'register_model("zephyrus3", object)\n', id="the key that a call registers"),
    pytest.param(TYPE, "tests/test_a.py", 'CONFIG = Config(model_type="zephyrus3")\n', id="the type that a test gives to a configuration"),
    pytest.param(TYPE, "tests/a.py", 'CONFIG = {"model_type": "zephyrus3"}\n', id="the type in a dictionary of a test"),
    pytest.param(
        CLASS,
        "tests/test_a.py",
        'config.architectures = ["ZephyrusForCausalLM"]\n',
        id="the architecture that a test gives to a configuration",
    ),
]
SILENT = [
    pytest.param(TYPE, "pkg/a.py", "", id="nothing"),
    pytest.param(TYPE, "pkg/a.py", 'TABLE = {"adamw": 1, "lion": 2, "zephyrus3": 3}\n', id="the key of a table of other things"),
    pytest.param("custom", "pkg/a.py", 'TABLE = {"llama": 1, "qwen2": 2, "custom": 3}\n', id="a common word among models"),
    pytest.param(TYPE, "pkg/a.py", 'def g(cfg):\n    return cfg.optimizer == "zephyrus3"\n', id="what another subject is compared with"),
    pytest.param(TYPE, "pkg/zephyrus3/model.py", "", id="a folder that stands alone"),
    pytest.param("custom", "pkg/a.py", '@register_model("custom")\nclass Model: ...\n', id="one word that is registered"),
    pytest.param(TYPE, "pkg/a.py", '@register_loss("zephyrus3")\nclass Loss: ...\n', id="the key of another registry"),
    pytest.param(TYPE, "tests/test_a.py", 'CONFIG = Config(optimizer="zephyrus3")\n', id="another word of a test"),
    pytest.param(TYPE, "docs/a.py", 'CONFIG = Config(model_type="zephyrus3")\n', id="a page of documentation"),
    pytest.param("default", "tests/test_a.py", 'CONFIG = Config(model_type="default")\n', id="a word for no model in a test"),
]
SETTINGS = """
[[registry.idioms]]
registry = "models"
form = "{form}"
space = "model_type"
via = ["register_model"]
"""
ZOO = {f"pkg/models/{name}/model.py": "" for name in ("llama", "qwen2", "gemma3", "mistral", "phi3")}


def found(path: str, text: str, name: str) -> list[tuple[str, ...]]:
    """Return the names of the sites in a file that compares a bare local with *name*."""
    settings = "".join(SETTINGS.format(form=form) for form in ("decorator", "call"))
    files = ZOO | {"pkg/use.py": USE.format(name), "namebranch.toml": settings, path: text}
    return [site.names for site in scanning.sites(files) if site.path == "pkg/use.py"]


@pytest.mark.parametrize(("name", "path", "text"), TAUGHT)
def test_what_a_target_spells_as_a_name_is_one_elsewhere(name: str, path: str, text: str) -> None:
    assert found(path, text, name) == [(name,)]


@pytest.mark.parametrize(("name", "path", "text"), SILENT)
def test_what_it_does_not_spell_as_one_is_none(name: str, path: str, text: str) -> None:
    assert found(path, text, name) == []


def test_a_test_teaches_but_is_not_looked_at() -> None:
    text = 'def test(cfg):\n    assert cfg.model_type == "zephyrus3"\n'
    held = scanning.inventory({"tests/test_a.py": text, "pkg/use.py": USE.format(TYPE)})
    assert ([site.path for site in held.sites], held.files) == (["pkg/use.py"], 1)
