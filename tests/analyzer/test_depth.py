"""However much is read of models' own files, the same is found in shared code; and what is asked of those files is found when it is asked."""

from pathlib import Path

import pytest
import scanning

from namebranch.analyzer.inventory import Finding, Inventory, Kind, Registration, Site, Zone
from namebranch.analyzer.reading.source import Source
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import scan
from namebranch.analyzer.scanned import Depth
from namebranch.analyzer.settings.load import load
from published import Published

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests/cases"
PACKAGES = (("axolotl", "0.19.0"), ("liger-kernel", "0.8.5"), ("nemo-automodel", "0.5.0"), ("nvidia-modelopt", "0.47.0"))
SETTINGS = """
[zones]
model = ["pkg/models/*/**"]

[[registry.idioms]]
form = "decorator"
registry = "owners"
space = "model_type"
via = ["owns"]
key = "kinds"
"""


def read(source: Source, depth: Depth, jobs: int = 1) -> Inventory:
    """Return what is found in a tree."""
    return scan(source, load(source), jobs=jobs, names=scanning.names(), depth=depth)


def outside(found: Inventory) -> tuple[tuple[Site, ...], tuple[Registration, ...], tuple[Finding, ...]]:
    """Return what is found outside of models' own files, and what is registered and wrong anywhere."""
    return tuple(site for site in found.sites if site.zone is not Zone.MODEL), found.registrations, found.findings


def both(source: Source, jobs: int = 1) -> tuple[Inventory, Inventory]:
    """Return what is found if only what bears on shared code is read of models' own files, and if all is; no more is read than that."""
    lean, whole = read(source, Depth.BEARING, jobs), read(source, Depth.WHOLE, jobs)
    assert lean.units <= whole.units
    assert {site.id for site in lean.sites} <= {site.id for site in whole.sites}
    return lean, whole


@pytest.mark.parametrize(("name", "version"), PACKAGES, ids=[name for name, _ in PACKAGES])
def test_shared_code_of_a_published_framework_holds_the_same(published: Published, name: str, version: str) -> None:
    lean, whole = both(open_target(str(published(name, version)), cwd=ROOT), jobs=2)
    assert outside(lean) == outside(whole)
    assert any(site.zone is Zone.SHARED for site in lean.sites)


@pytest.mark.parametrize("folder", sorted(CASES.iterdir()), ids=lambda folder: folder.name.partition("_")[2].replace("_", " "))
def test_shared_code_of_a_small_tree_holds_the_same(folder: Path) -> None:
    lean, whole = both(open_target(str(folder), cwd=ROOT))
    assert outside(lean) == outside(whole)


def test_shared_code_of_the_example_holds_the_same() -> None:
    lean, whole = both(open_target("examples/tinytrain", cwd=ROOT))
    assert outside(lean) == outside(whole)


def test_what_lies_in_a_models_own_file_is_found_when_it_is_asked_for() -> None:
    owned = "class Gemma3Attention:\n    pass\n\n\ndef build():\n    from pkg.models.phi4 import Phi4Model\n\n    return Phi4Model\n"
    lean, whole = both(scanning.source({"pkg/models/gemma3/build.py": owned, "namebranch.toml": SETTINGS}))
    assert [site.kind for site in lean.sites] == []
    assert [site.kind for site in whole.sites] == [Kind.PER_MODEL_DEF, Kind.REACH_IN]


@pytest.mark.parametrize(
    ("zones", "depth"),
    [
        pytest.param((), Depth.BEARING, id="no zone"),
        pytest.param(("shared", "frozen"), Depth.BEARING, id="other zones"),
        pytest.param(("model",), Depth.WHOLE, id="models' own files"),
        pytest.param(("shared", "model"), Depth.WHOLE, id="all"),
    ],
)
def test_the_zones_that_are_asked_for_say_how_much_is_read(zones: tuple[str, ...], depth: Depth) -> None:
    assert Depth.of(zones) is depth


IMPORTED = "from pkg.models.gemma3.rules import {0}\n\n\ndef run(cfg):\n    if {1}:\n        return 1\n    return 0\n"
BEARS = [
    pytest.param(
        {"rules": 'def is_gated(cfg):\n    return cfg.model_type == "gemma3"\n', "use": IMPORTED.format("is_gated", "is_gated(cfg)")},
        [("flag-use", {"gemma3"})],
        id="a predicate that is imported",
    ),
    pytest.param(
        {"rules": 'def is_gated(name):\n    return "gemma3" in name\n', "use": IMPORTED.format("is_gated", "is_gated(cfg.name)")},
        [("flag-use", {"gemma3"})],
        id="a predicate on a name by any word",
    ),
    pytest.param(
        {
            "rules": 'def is_gated(name):\n    return name.lower() in (\n        "gemma3",\n        "phi4",\n    )\n',
            "use": IMPORTED.format("is_gated", "is_gated(cfg.name)"),
        },
        [("flag-use", {"gemma3", "phi4"})],
        id="a predicate over several lines",
    ),
    pytest.param(
        {"rules": 'KINDS = ("gemma3", "phi4")\n', "use": IMPORTED.format("KINDS", "cfg.model_type in KINDS")},
        [("membership", {"gemma3", "phi4"})],
        id="a constant that is imported",
    ),
    pytest.param(
        {"rules": 'kinds = ["gemma3", "phi4"]\n', "use": IMPORTED.format("kinds", "cfg.model_type in kinds")},
        [("membership", {"gemma3", "phi4"})],
        id="a constant in small letters that is imported",
    ),
    pytest.param(
        {
            "__init__": "from .rules import *\n",
            "rules": 'def is_gated(cfg):\n    return cfg.model_type == "gemma3"\n',
            "use": "from pkg.models.gemma3 import is_gated\n\n\ndef run(cfg):\n    if is_gated(cfg):\n        return 1\n    return 0\n",
        },
        [("flag-use", {"gemma3"})],
        id="a predicate that a package hands on with a star",
    ),
    pytest.param(
        {
            "__init__": "from .rules import kinds\n",
            "rules": 'kinds = ["gemma3", "phi4"]\n',
            "use": "from pkg.models.gemma3 import kinds\n\n\ndef run(cfg):\n    if cfg.model_type in kinds:\n        cfg.run()\n",
        },
        [("membership", {"gemma3", "phi4"})],
        id="a constant that a package hands on by name",
    ),
    pytest.param(
        {
            "rules": 'kinds = ["gemma3", "phi4"]\n',
            "use": "from pkg.models.gemma3 import rules\n\n\ndef run(cfg):\n    if cfg.model_type in rules.kinds:\n        cfg.run()\n",
        },
        [("membership", {"gemma3", "phi4"})],
        id="a constant of a module that is imported as a whole",
    ),
    pytest.param(
        {
            "rules": "class Gemma3Model:\n    def is_gated(self):\n        return self.config.model_type in ('gemma3', 'phi4')\n",
            "use": "def run(model):\n    if model.is_gated():\n        return 1\n    return 0\n",
        },
        [("flag-use", {"gemma3", "phi4"})],
        id="a method that is known by its name alone",
    ),
    pytest.param(
        {
            "rules": 'class Gemma3Config:\n    model_type = "gemma3"\n',
            "other": (
                "from pkg.models.gemma3.rules import Gemma3Config\n\n\n"
                "class Gemma3Model:\n    def is_gated(self, cfg):\n        return cfg.model_type == Gemma3Config.model_type\n"
            ),
            "use": "def run(model, cfg):\n    if model.is_gated(cfg):\n        return 1\n    return 0\n",
        },
        [("flag-use", {"gemma3"})],
        id="a method that asks for the name of a configuration",
    ),
    pytest.param(
        {
            "rules": (
                'class Gemma3Model:\n    kinds = ["gemma3"]\n\n    def is_gated(self, cfg):\n        return cfg.model_type in self.kinds\n'
            ),
            "use": "def run(model, cfg):\n    if model.is_gated(cfg):\n        return 1\n    return 0\n",
        },
        [("flag-use", {"gemma3"})],
        id="a method that asks for a member of its class",
    ),
    pytest.param(
        {
            "rules": 'class Gemma3Model:\n    def __init__(self, cfg):\n        self.is_gated = cfg.model_type == "gemma3"\n',
            "use": "def run(model):\n    if model.is_gated:\n        return 1\n    return 0\n",
        },
        [("flag-use", {"gemma3"})],
        id="a flag that is kept on an attribute",
    ),
    pytest.param(
        {
            "rules": "from pkg.base import Base\n\n\nclass Gemma3Plugin(Base):\n    kinds = ['gemma3', 'phi4']\n",
            "base": "class Base:\n    kinds = ()\n\n    def takes(self, cfg):\n        if cfg.model_type in self.kinds:\n            cfg.run()\n",
        },
        [("membership", {"gemma3", "phi4"})],
        id="a member that heirs set",
    ),
    pytest.param(
        {
            "rules": "class Gemma3Model:\n    pass\n",
            "use": IMPORTED.format("Gemma3Model", "isinstance(cfg, Gemma3Model)"),
        },
        [("classcheck", {"Gemma3Model"})],
        id="a class whose place is told",
    ),
    pytest.param(
        {
            "rules": "def family(cfg):\n    return cfg.model_type\n",
            "use": IMPORTED.format("family", 'family(cfg) == "gemma3"'),
        },
        [("compare", {"gemma3"})],
        id="a function that hands a name back",
    ),
    pytest.param(
        {
            "rules": 'class Gemma3Plugin:\n    def supported(self):\n        return ["gemma3", "phi4"]\n',
            "use": "def run(cfg, plugin):\n    if cfg.model_type in plugin.supported():\n        cfg.run()\n",
        },
        [],
        id="a method that hands names back, which nobody follows",
    ),
    pytest.param(
        {
            "rules": 'def is_new(cfg):\n    return cfg.model_type == "zeta9"\n',
            "use": 'def run(kind):\n    if kind == "zeta9":\n        kind.run()\n',
        },
        [("compare", {"zeta9"})],
        id="a name that a test teaches",
    ),
    pytest.param(
        {
            "rules": 'from pkg.owners import owns\n\n\n@owns\nclass Owner:\n    kinds = ("gemma3",)\n',
            "owners": "def owns(cls):\n    return cls\n",
        },
        [],
        id="a registration under a member of a class",
    ),
    pytest.param(
        {"rules": 'from pkg.hub import register_model\n\nNAME = "gemma3"\nregister_model("phi4", object)\nregister_model(NAME, object)\n'},
        [],
        id="a registration that is called",
    ),
    pytest.param(
        {"rules": "def is_gated(cfg):\n    return cfg.model_type == 'gemma3'  # namebranch: keep[NB101] its own\n"},
        [],
        id="a comment that speaks of what is found there",
    ),
]


@pytest.mark.parametrize(("files", "expected"), BEARS)
def test_what_a_models_own_file_says_is_heard_in_shared_code(files: dict[str, str], expected: list[tuple[str, set[str]]]) -> None:
    owned = {"__init__", "rules", "other"}
    tree = {f"pkg/models/gemma3/{name}.py" if name in owned else f"pkg/{name}.py": text for name, text in files.items()}
    source = scanning.source({"pkg/models/gemma3/__init__.py": "", **tree, "namebranch.toml": SETTINGS})
    lean, whole = both(source)
    assert outside(lean) == outside(whole)
    found = [(site.kind.value, set(site.names)) for site in lean.sites if site.zone is Zone.SHARED and site.kind is not Kind.REACH_IN]
    assert found == expected
