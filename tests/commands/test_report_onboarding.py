"""The verb `report onboarding`: the page and the short form, for a target with a dialect, with a registry of its own, and with neither."""

import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import oracle
import pytest
import yaml
from repositories import Repository, repository
from syrupy.assertion import SnapshotAssertion

Run = Callable[..., tuple[int, str, str]]
LOADER = """
def load(cfg, model):
    if cfg.model_type == "gemma3":
        model.scale_embeddings(cfg.hidden_size)
    model.tied = cfg.model_type == "mixtral"
    return model
"""


@pytest.fixture
def tree(here: Path, verb: Run) -> Repository:
    """Return a repository with a branch `moved` on which models say it themselves."""
    made = repository(here / "tree")
    (made.root / "pkg").mkdir()
    (made.root / "pkg" / "__init__.py").write_text("")
    made.commit("Begin", pkg__loader_py=dedent(LOADER).lstrip("\n"), namebranch_toml='[registry]\ndialect = "vendored"\n')
    verb("migrate", "tree", "-q", "--branch", "moved")
    return made


@pytest.mark.parametrize("form", ["page", "skill"])
def test_a_target_whose_models_say_it_themselves(form: str, tree: Repository, verb: Run, snapshot: SnapshotAssertion) -> None:
    code, text, err = verb("report", "onboarding", "tree@moved", "-q", "--format", form)
    assert (code, err) == (0, "")
    assert text == snapshot


def test_the_example_can_be_followed_to_the_letter(tree: Repository, here: Path, verb: Run) -> None:
    """The files of the example and the entry of the list, put into the tree, are a registered model, and no new branch."""
    page = verb("report", "onboarding", "tree@moved", "-q", "--model", "jamba")[1]
    code = re.search(r"```python\n# (\S+)\n(.*?)```", page, re.DOTALL)
    entry = re.search(r"\| `(\S+)`, `MODEL_OWNERS` \| `(.*?)` \|", page)
    assert code is not None
    assert entry is not None
    tree.git("checkout", "--quiet", "moved")
    (tree.root / code[1]).write_text(code[2])
    registry = tree.root / entry[1]
    registry.write_text(
        registry.read_text().replace("MODEL_OWNERS: dict[str, str] = {\n", f"MODEL_OWNERS: dict[str, str] = {{\n    {entry[2]}\n")
    )
    tree.git("add", "--all")
    assert verb("check", "tree", "-q", "--against", "moved")[0] == 0
    assert verb("check", "tree", "-q", "--registry")[0] == 0
    assert '"key": "jamba"' in verb("scan", "tree", "-q", "--registrations", "--format", "json")[1]


def test_the_short_form_begins_as_it_is_found(tree: Repository, verb: Run) -> None:
    _, head, _ = verb("report", "onboarding", "tree@moved", "-q", "--format", "skill")[1].split("---\n", 2)
    assert set(yaml.safe_load(head)) == {"name", "description"}


def test_a_registry_of_its_own_is_told_by_its_classes_and_its_shortest_descriptor(here: Path, verb: Run) -> None:
    oracle.history().build(here / "tt")
    code, page, _ = verb("report", "onboarding", "tt", "-q")
    assert code == 0
    assert "# Add a model to tinytrain\n" in page
    assert "| `after_build` | `(model, cfg)` | nothing is done | Adjust the model that was just built. |" in page
    assert "# tinytrain/models/granitemoehybrid/support.py\n" in page
    assert "Nothing says how files are laid out here" in page
    assert "116 decisions of shared code still go by a model's name." in page


def test_a_target_without_a_registry(here: Path, verb: Run) -> None:
    (here / "plain").mkdir()
    (here / "plain" / "x.py").write_text("x = 1\n")
    code, page, _ = verb("report", "onboarding", "plain", "-q")
    assert code == 0
    assert "There is nothing to show: nobody is registered, and nothing is asked." in page
    assert "Nobody yet." in page
    assert "No decision of shared code goes by a model's name, and none should" in page


def test_a_registry_that_nobody_asks_is_none_of_models(tree: Repository, verb: Run) -> None:
    """Where the dialect's own registry is not there yet, the example is made, and not taken from a table for something else."""
    idiom = '[[registry.idioms]]\nregistry = "CONVERTERS"\nform = "entry"\nspace = "model_type"\nvia = ["CONVERTERS"]\n'
    tree.write(pkg__convert_py='CONVERTERS = {"gemma3": 1}\n', namebranch_toml=f'[registry]\ndialect = "vendored"\n{idiom}')
    tree.commit("Converters")
    page = verb("report", "onboarding", "tree", "-q")[1]
    assert "Nobody yet." in page
    assert "There is nothing to show: nobody is registered, and nothing is asked." in page
    assert "Not there yet: a registry of models." in page


def test_a_page_is_refreshed_in_place(tree: Repository, here: Path, verb: Run) -> None:
    verb("report", "onboarding", "tree", "-q", "--page", "page.md", "--write")
    text = (here / "page.md").read_text().replace("## Files\n", "## Files\n\nAsk Ines about these.\n")
    (here / "page.md").write_text(text)
    assert verb("report", "onboarding", "tree@moved", "-q", "--page", "page.md", "--write")[0] == 0
    after = (here / "page.md").read_text()
    assert "Ask Ines about these.\n" in after
    assert after != text
    assert verb("report", "onboarding", "tree@moved", "--page", "page.md", "--write")[2].endswith("page.md is as it should be\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(["--format", "skill", "--page", "page.md"], "--page is for people's page", id="a page of the short form"),
        pytest.param(["--write"], "--write needs a file to write to", id="nowhere to write to"),
        pytest.param(["--dialect", "axolotl"], "has no registry of the dialect axolotl", id="another dialect"),
    ],
)
def test_onboarding_is_refused(arguments: list[str], words: str, tree: Repository, verb: Run) -> None:
    code, out, err = verb("report", "onboarding", "tree", "-q", *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_hostile_text_of_a_target_does_nothing(tree: Repository, verb: Run) -> None:
    tree.git("checkout", "--quiet", "moved")
    evil = 'x = model_fact("a|<b>@team`\\n```\u202e", k, "<i>```")\n'
    tree.write(pkg__more_py=evil, namebranch_toml='[registry]\ndialect = "vendored"\nmodules = ["<b>/@x/"]\n')
    tree.git("add", "--all")
    tree.git("commit", "--quiet", "--message", "evil")
    for form in ("page", "skill"):
        code, text, _ = verb("report", "onboarding", "tree", "-q", "--format", form)
        assert code == 0
        assert not re.search("\u202e|<b>|<i>|@(?:team|x)\\b", re.sub(r"```python\n.*?\n```\n", "", text, flags=re.DOTALL))
        assert text.count("\n```\n") == text.count("\n```python\n")
