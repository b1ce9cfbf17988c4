"""Definitions of a model that move to its package (R10): what goes along, what is imported how, what stays, and that nobody notices."""

import ast
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest
import scanning
import spelled

from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.codemods.moving.previewing import Wanted, previewed
from namebranch.codemods.planning.plan import HookPlan
from namebranch.codemods.preview import Preview
from namebranch.registry.dialects.dialect import Dialect
from namebranch.registry.dialects.load import read, take

SETTINGS = """\
[zones]
model = ["framework/owners/**"]
[subsystems]
collators = ["framework/collate.py"]
"""
SIDE = '''\
[[owner.files]]
role = "collate"
path = "framework/owners/$package/collate.py"
part = "side"
subsystems = ["collators"]

[texts.side]
text = """
\\"\\"\\"$title.\\"\\"\\"

$imports
"""
'''
SHARED, OWN = "framework/collate.py", "framework/owners/jamba/collate.py"


@cache
def dialect() -> Dialect:
    """Return a dialect that keeps one file of a model's own."""
    text = spelled.DIALECT.replace("$package.py", "$package/__init__.py").replace('"fact"]', '"fact", "move"]')
    return read(text.replace("[[listings]]", SIDE + "\n[[listings]]", 1), "spelled")


def moved(shared: str, files: Mapping[str, str] | None = None, to: str | None = None) -> tuple[Preview, dict[str, str]]:
    """Return what becomes of a shared module, and all files as they are afterwards."""
    packages = {f"framework/{folder}__init__.py": "" for folder in ("", "owners/", "owners/jamba/", "owners/llama/")}
    source = scanning.source(
        {**packages, "framework/registry.py": spelled.REGISTRY, "namebranch.toml": SETTINGS, SHARED: shared, **(files or {})}
    )
    linked = program(source, load(source), jobs=1)
    found = previewed(source, linked, dialect(), "", Wanted(to=to))
    after = {path: (data or b"").decode() for path, data in source.files.items()}
    return found, after | {file.path: file.after.decode() for file in found.files}


def plan_of(found: Preview) -> HookPlan:
    """Return the one plan."""
    (plan,) = found.migration.plans
    assert found.migration.refused == ()
    return plan


def runs(files: Mapping[str, str], root: Path, code: str) -> None:
    """Run code where the files lie."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    ran = subprocess.run([sys.executable, "-B", "-c", dedent(code)], cwd=root, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


COLLATE = '''\
"""Collates."""

import logging
import json
from . import registry as reg
from .registry import ask

LOGGER = logging.getLogger(__name__)
SIZES = {"a": 1}
_ONLY = (2, 2)


def pad(rows):
    return [*rows, SIZES["a"]]


def _twice(rows):
    return rows * _ONLY[0]


# Jamba has rows.
def jamba_collate(rows, ask=ask):
    """Collate rows."""
    from .registry import run

    LOGGER.debug(json.dumps(rows))
    return pad(_twice(rows)), reg, ask, run


def other(rows):
    return pad(rows)


COLLATES = {"x": other}
'''
AFTER = '''\
"""jamba."""

import json
import logging
from framework import registry as reg
from framework.registry import ask


LOGGER = logging.getLogger(__name__)


_ONLY = (2, 2)


def _twice(rows):
    return rows * _ONLY[0]


# Jamba has rows.
def jamba_collate(rows, ask=ask):
    """Collate rows."""

    from framework.collate import pad

    from framework.registry import run

    LOGGER.debug(json.dumps(rows))
    return pad(_twice(rows)), reg, ask, run
'''
LEFT = '''\
"""Collates."""

import logging

LOGGER = logging.getLogger(__name__)
SIZES = {"a": 1}


def pad(rows):
    return [*rows, SIZES["a"]]


def other(rows):
    return pad(rows)


COLLATES = {"x": other}


# What moved, by where it is now; its old dotted name keeps working.
_MOVED = {
    "framework.owners.jamba.collate": "jamba_collate _twice _ONLY",
}


def __getattr__(name):
    for home, names in _MOVED.items():
        if name in names.split():
            from importlib import import_module

            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
'''


def test_a_function_moves_with_its_comment_its_helpers_and_its_logger_and_finds_the_rest() -> None:
    found, files = moved(COLLATE)
    assert files[OWN] == AFTER
    assert files[SHARED] == LEFT
    plan = plan_of(found)
    assert plan.rules == ("R10",)
    assert {one.kind for one in plan.differences} == {"module", "logger"}


ORDERS = [
    "import framework.collate as old, framework.owners.jamba.collate as new",
    "import framework.owners.jamba.collate as new, framework.collate as old",
]


@pytest.mark.parametrize("order", ORDERS, ids=["shared first", "owner first"])
def test_old_dotted_names_are_what_moved_and_patches_of_shared_helpers_still_reach_it(order: str, tmp_path: Path) -> None:
    _, files = moved(COLLATE)
    runs(
        files,
        tmp_path,
        f"""\
        {order}
        from unittest.mock import patch
        assert old.jamba_collate is new.jamba_collate and old._twice is new._twice
        assert new.jamba_collate([3])[0] == [3, 3, 1]
        with patch("framework.collate.pad", lambda rows: "patched"):
            assert new.jamba_collate([3])[0] == "patched"
        with patch("framework.collate.jamba_collate", 1):
            assert old.jamba_collate == 1
        assert old.jamba_collate is new.jamba_collate
        assert not hasattr(old, "nothing")
        """,
    )


TABLE = (
    "def pad(rows):\n    return rows\n\n\ndef jamba_collate(rows):\n    return pad(rows)\n\n\nTABLE = {'JambaProcessor': jamba_collate}\n"
)


@pytest.mark.parametrize("order", ORDERS, ids=["shared first", "owner first"])
def test_a_table_that_holds_it_holds_it_still(order: str, tmp_path: Path) -> None:
    found, files = moved(TABLE)
    assert files[SHARED].startswith("from framework.owners.jamba.collate import jamba_collate\n")
    assert "import" in {one.kind for one in plan_of(found).differences}
    runs(files, tmp_path, f"{order}\nassert old.TABLE == {{'JambaProcessor': new.jamba_collate}} and old.jamba_collate([1]) == [1]")


CALLS = "def jamba_collate(rows):\n    return rows\n\n\ndef collate(rows):\n    return jamba_collate(rows)\n"


@pytest.mark.parametrize("order", ORDERS, ids=["shared first", "owner first"])
def test_where_an_import_would_be_a_circle_a_caller_imports_when_it_is_called(order: str, tmp_path: Path) -> None:
    _, files = moved(CALLS, {"framework/owners/jamba/__init__.py": "from framework.collate import collate\n"})
    assert (
        "def collate(rows):\n    from framework.owners.jamba.collate import jamba_collate\n\n    return jamba_collate(rows)\n"
        in files[SHARED]
    )
    runs(files, tmp_path, f"{order}\nassert old.collate([1]) == [1] and old.jamba_collate is new.jamba_collate")


FILLED = """\
class Base:
    pass


class JambaCollator(Base):
    pass


class LlamaCollator(Base):
    pass


TABLE = {
    "x": Base(),
    "jamba": JambaCollator(),  # fast
    "llama": LlamaCollator(),
}
"""


@pytest.mark.parametrize("order", ORDERS, ids=["shared first", "owner first"])
def test_where_each_module_needs_the_other_the_owner_fills_the_table(order: str, tmp_path: Path) -> None:
    found, files = moved(FILLED)
    assert files[OWN].endswith('\n\n\nclass JambaCollator(Base):\n    pass\n\n\nTABLE["jamba"] = JambaCollator()  # fast\n')
    assert 'TABLE = {\n    "x": Base(),\n}\n' in files[SHARED]
    assert files[SHARED].count("# What fills the tables above is imported last") == 1
    assert {"order", "import", "module"} == {one.kind for plan in found.migration.plans for one in plan.differences}
    code = "assert set(old.TABLE) == {'x', 'jamba', 'llama'} and type(old.TABLE['jamba']) is new.JambaCollator is old.JambaCollator"
    runs(files, tmp_path, f"{order}\n{code}")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (FILLED.replace("JambaCollator(),  # fast", "(JambaCollator(), Base()),"), "needs more than JambaCollator"),
        (FILLED.replace('"x": Base(),\n    ', '"x": Base(), '), "shares its line"),
    ],
)
def test_an_entry_that_is_no_plain_one_stays_with_what_it_holds(text: str, words: str) -> None:
    found, files = moved(text)
    assert [words in one.reason for one in found.migration.refused] == [True]
    assert "class JambaCollator(Base)" in files[SHARED]


def test_a_package_that_needs_the_shared_module_cannot_fill_its_table() -> None:
    found, files = moved(FILLED, {"framework/owners/jamba/__init__.py": "from framework.collate import Base\n"})
    assert ["the package of framework.owners.jamba.collate needs framework.collate" in one.reason for one in found.migration.refused] == [
        True
    ]
    assert '    "jamba": JambaCollator(),  # fast\n' in files[SHARED]


def test_a_class_moves_with_imports_in_each_of_its_methods() -> None:
    text = "import abc\n\nSTATE = {'a': 1}\n\n\ndef own():\n    STATE.clear()\n\n\nclass JambaCollator(abc.ABC):\n    size = 3\n\n    def get(self):\n        return STATE\n\n    def none(self):\n        return self.size\n"
    _, files = moved(text)
    assert (
        "    def get(self):\n        from framework.collate import STATE\n\n        return STATE\n\n    def none(self):\n        return self.size\n"
        in files[OWN]
    )
    assert "import abc" not in files[SHARED]


def test_a_second_run_moves_nothing_and_other_models_join_the_same_table() -> None:
    _, once = moved("def jamba_collate(rows):\n    return rows\n")
    found, twice = moved(once[SHARED], {OWN: once[OWN]})
    assert found.files == ()
    assert twice[SHARED] == once[SHARED]
    _, more = moved(once[SHARED] + "\n\ndef llama_collate(rows):\n    return rows\n", {OWN: once[OWN]})
    assert '    "framework.owners.llama.collate": "llama_collate",\n}' in more[SHARED]
    assert more[SHARED].count("def __getattr__") == 1


def test_what_a_local_is_annotated_with_comes_along() -> None:
    text = "from typing import List, Dict\n\n\ndef jamba_collate(rows: Dict):\n    found: List = []\n    return found\n"
    _, files = moved(text)
    assert files[OWN].startswith('"""jamba."""\n\nfrom typing import Dict, List\n')


def test_an_owner_that_has_the_file_keeps_what_is_in_it() -> None:
    own = "import json\n\nX = 1\n"
    _, files = moved("import json\n\n\ndef jamba_collate(rows):\n    return json.dumps(rows)\n", {OWN: own})
    assert files[OWN] == own + "\n\ndef jamba_collate(rows):\n    return json.dumps(rows)\n"


def test_where_it_is_spelled_is_listed_with_what_it_would_say() -> None:
    found, files = moved(
        "import json\n\n\ndef jamba_collate(rows):\n    return json.dumps(rows)\n",
        {
            "conf/a.yaml": "collate:\n  _target_: framework.collate.jamba_collate\n",
            "docs/a.md": "see framework.collate.jamba_collate and framework.collate.jamba_collate_two\n",
            "tests/test_a.py": 'def test(monkeypatch):\n    monkeypatch.setattr("framework.collate.json", None)\n    x = "framework.collate.jamba_collate"\n',
        },
    )
    said = [f"{one.kind} {one.evidence}" for one in plan_of(found).obligations]
    own = "framework.owners.jamba.collate"
    assert said == [
        f"target conf/a.yaml:2: framework.collate.jamba_collate → {own}.jamba_collate",
        f"document docs/a.md:1: framework.collate.jamba_collate → {own}.jamba_collate",
        f"patch tests/test_a.py:2: framework.collate.json → {own}.json",
        f"string tests/test_a.py:3: framework.collate.jamba_collate → {own}.jamba_collate",
    ]
    assert "import json" in files[SHARED]  # a test patches it there


STAYS = [
    pytest.param(
        "from json import *\n\n\ndef jamba_collate(rows):\n    return dumps(rows)\n", {}, "R10", "imports `*`", id="names from anywhere"
    ),
    pytest.param(
        "def __getattr__(n):\n    return n\n\n\ndef jamba_collate(r):\n    return r\n",
        {},
        "R10",
        "`__getattr__` already",
        id="its own `__getattr__`",
    ),
    pytest.param(
        "def jamba_collate(rows):\n    return globals()\n", {}, "X5", "`globals` in line 2 of it", id="its module's own dictionary"
    ),
    pytest.param("import inspect\ndef jamba_collate(rows):\n    return inspect.currentframe()\n", {}, "X5", "currentframe", id="a frame"),
    pytest.param("def jamba_collate(rows):\n    return __file__\n", {}, "X5", "__file__", id="the path of its file"),
    pytest.param("N = 0\ndef jamba_collate(rows):\n    global N\n    N += 1\n", {}, "X5", "global N", id="a global that it sets"),
    pytest.param("def jamba_llama_collate(rows):\n    return rows\n", {}, "R10", "names several models", id="two models in its name"),
    pytest.param(
        "def jamba_collate(rows):\n    return rows\n\n\nT = {'ZambaForCausalLM': jamba_collate, 'MambaForCausalLM': jamba_collate}\n",
        {},
        "R10",
        "serves several models",
        id="two models in a table",
    ),
    pytest.param(
        "def gemma2_collate(rows):\n    return rows\n\n\ndef collate(rows):\n    return rows\n",
        {},
        "",
        "",
        id="no package, but a model's very name",
    ),
    pytest.param(
        "def qwen3_omni_collate(rows):\n    return rows\n",
        {"framework/owners/qwen3/__init__.py": ""},
        "R10",
        "no package of a model is called as qwen3_omni_collate says",
        id="the beginning of a longer name",
    ),
    pytest.param("def zamba_x_collate(rows):\n    return rows\n", {}, "R10", "no package of a model", id="a word more than the model"),
    pytest.param(
        "def jamba_collate(rows):\n    return rows\n", {OWN: "def jamba_collate():\n    pass\n"}, "R10", "already", id="its name is taken"
    ),
    pytest.param(
        "import json\ndef jamba_collate(r):\n    return json\n",
        {OWN: "json = 1\n"},
        "R10",
        "something else",
        id="a name means something else",
    ),
    pytest.param(
        "S = []\ndef jamba_collate(r): return S\ndef f():\n    S.pop()\n", {}, "R10", "on the line of its head", id="a body on one line"
    ),
    pytest.param(
        "class Base:\n    pass\n\n\nclass JambaCollator(Base):\n    pass\n\n\nT = [JambaCollator(), Base()]\n",
        {},
        "R11",
        "is no table",
        id="each needs the other",
    ),
]


GOES = [
    pytest.param("def jamba_collate(r):\n    return r\n", {}, "jamba", id="the package that its name spells"),
    pytest.param(
        "def qwen2_collate(r):\n    return r\n\n\nT = {'Qwen2ForCausalLM': qwen2_collate}\n",
        {"framework/owners/qwen2_moe/__init__.py": "", "framework/owners/qwen2_vl/__init__.py": ""},
        "qwen2",
        id="a new package of the one model that it serves, though others are called alike",
    ),
    pytest.param(
        "def qwen2_prefix_collate(r):\n    return r\n\n\nT = {'Qwen2ForCausalLM': qwen2_prefix_collate}\n",
        {"framework/owners/qwen2_moe/__init__.py": ""},
        "qwen2_moe",
        id="the more general package: the only one that begins so",
    ),
    pytest.param(
        "def jamba_collate(r):\n    return r\n\n\nT = {'JambaForCausalLM': jamba_collate, 'MambaForCausalLM': jamba_collate}\n",
        {},
        "jamba",
        id="several models share it: the one that its name spells",
    ),
    pytest.param(
        "from .owners.qwen2 import Qwen2ForCausalLM\n\n\ndef qwen_collate(r):\n    return r\n\n\n"
        "T = {Qwen2ForCausalLM: qwen_collate, 'Qwen3ForCausalLM': qwen_collate}\n",
        {"framework/owners/qwen2/__init__.py": "class Qwen2ForCausalLM:\n    pass\n"},
        "qwen2",
        id="several models share it, and its name says how all begin: the one that has a package",
    ),
    pytest.param(
        "def _wan_collate(r):\n    return r\n\n\nT = {'WanTransformer3DModel': _wan_collate}\n",
        {},
        "wan",
        id="a new package of a model that only the table knows",
    ),
    pytest.param(
        "def zamba_collate(r):\n    return r\n\n\nT = {'ZambaForCausalLM': zamba_collate}\n",
        {"framework/owners/zamba.py": "X = 1\n"},
        "zamba_model",
        id="a new package beside a module of its name, which it must not hide",
    ),
    pytest.param(
        "def check_for_nemotron_nas(r):\n    return r\n\n\ndef check(c):\n    return c.model_type == 'nemotron-nas'\n",
        {},
        "nemotron_nas",
        id="a new package of a model that only the target's own tests know",
    ),
]


@pytest.mark.parametrize(("text", "files", "package"), GOES)
def test_it_goes_to(text: str, files: Mapping[str, str], package: str) -> None:
    found, _ = moved(text, files)
    assert plan_of(found).point.name.startswith(f"framework.owners.{package}.collate.")


def test_what_stays_behind_is_no_table_of_names() -> None:
    _, files = moved("def jamba_collate(rows):\n    return rows\n\n\nclass MambaCollator:\n    pass\n")
    source = scanning.source(files)
    assert "MambaCollator" in files[SHARED]
    assert [site.kind for site, _ in program(source, load(source), jobs=1).sites if site.path == SHARED] == []


def test_whoever_shares_it_is_named() -> None:
    text = "def jamba_collate(r):\n    return r\n\n\nT = {'JambaForCausalLM': jamba_collate, 'MambaForCausalLM': jamba_collate}\n"
    found, _ = moved(text)
    assert [one.detail for one in plan_of(found).differences if one.kind == "owner"] == ["jamba keeps jamba_collate for mamba as well"]


@pytest.mark.parametrize(("text", "files", "code", "words"), STAYS)
def test_it_stays_because_of(text: str, files: Mapping[str, str], code: str, words: str) -> None:
    found, after = moved(text, files)
    if not code:
        assert found.migration.plans
        return
    (refused,) = found.migration.refused
    assert (refused.code, words in refused.reason) == (code, True), refused.reason
    assert refused.step
    assert found.files == ()
    assert after[SHARED] == text


def test_a_person_says_whose_it_is() -> None:
    found, files = moved("def jamba_llama_collate(rows):\n    return rows\n", to="llama")
    assert plan_of(found).point.name == "framework.owners.llama.collate.jamba_llama_collate"
    assert "def jamba_llama_collate" in files["framework/owners/llama/collate.py"]


def test_a_frozen_file_stays() -> None:
    found, _ = moved(
        "def jamba_collate(rows):\n    return rows\n",
        {"namebranch.toml": SETTINGS.replace("[subsystems]", f'frozen = ["{SHARED}"]\n[subsystems]')},
    )
    assert [one.code for one in found.migration.refused] == ["X9"]


def test_what_moved_is_the_same_tree() -> None:
    _, files = moved(COLLATE)
    before, after = (
        next(node for node in ast.parse(text).body if getattr(node, "name", "") == "jamba_collate") for text in (COLLATE, files[OWN])
    )
    assert isinstance(before, ast.FunctionDef)
    assert isinstance(after, ast.FunctionDef)
    assert ast.dump(before.args) == ast.dump(after.args)
    assert [ast.unparse(node) for node in before.body[-2:]] == [ast.unparse(node) for node in after.body[-2:]]


KEYED = """\
from framework.classes import JambaForCausalLM, JambaModel, LlamaForCausalLM


def _name(cls):
    return cls.__module__ + "." + cls.__qualname__


def jamba_collate(rows):
    return rows


def other(rows):
    return rows


# By whole names.
TABLE = {
    # All of Jamba:
    _name(JambaForCausalLM): jamba_collate,
    "framework.classes.JambaModel": jamba_collate,
    # other is for the rest, LlamaForCausalLM too.
    _name(LlamaForCausalLM): other,
    # JambaModel has no head.
    JambaModel: jamba_collate,
    "default": other,
}


def look(cls):
    return TABLE.get(_name(cls), TABLE["default"])
"""
CLASSES = "class JambaForCausalLM:\n    pass\n\n\nclass JambaModel:\n    pass\n\n\nclass LlamaForCausalLM:\n    pass\n"
FILLS = """
# All of Jamba:
TABLE[_name(JambaForCausalLM)] = jamba_collate
TABLE["framework.classes.JambaModel"] = jamba_collate
# JambaModel has no head.
TABLE[JambaModel] = jamba_collate
"""


def test_the_owner_fills_a_table_of_the_shared_module_and_its_comments_come_along() -> None:
    found, files = moved(KEYED, {"framework/classes.py": CLASSES})
    assert [plan.rules for plan in found.migration.plans] == [("R10", "R11")]
    assert files[OWN].endswith(FILLS)
    assert "# other is for the rest, LlamaForCausalLM too.\n    _name(LlamaForCausalLM): other,\n" in files[SHARED]
    assert "Jamba:" not in files[SHARED]
    assert "# By whole names.\nTABLE = {" in files[SHARED]


def test_the_table_and_its_lookups_are_part_of_the_plan() -> None:
    text = "def jamba_collate(r):\n    return r\n\n\nTABLE = {\n    'jamba': jamba_collate,\n    'default': 1,\n}\n\n\n"
    found, _ = moved(text + "def look(cfg):\n    return TABLE.get(cfg.model_type, TABLE['default'])\n")
    assert len(plan_of(found).branches) == 2
    assert len(found.migration.follows) == 1


@pytest.mark.parametrize("first", ["framework.collate", "framework.owners.jamba.collate"], ids=["shared first", "owner first"])
def test_the_table_is_the_same_object_and_holds_what_it_held(first: str, tmp_path: Path) -> None:
    _, files = moved(KEYED, {"framework/classes.py": CLASSES})
    runs(
        files,
        tmp_path,
        f"""
        import {first}
        from framework import collate
        from framework.classes import JambaForCausalLM, JambaModel, LlamaForCausalLM
        from framework.owners.jamba.collate import TABLE, jamba_collate

        assert collate.TABLE is TABLE
        keys = {{"framework.classes.JambaForCausalLM", "framework.classes.JambaModel", "framework.classes.LlamaForCausalLM", "default"}}
        assert set(TABLE) == keys | {{JambaModel}}
        assert collate.look(JambaForCausalLM) is collate.look(JambaModel) is collate.jamba_collate is jamba_collate
        assert collate.look(LlamaForCausalLM) is collate.look(int) is collate.other
        """,
    )


def test_what_no_file_is_for_goes_to_the_dialects_own_for_the_rest() -> None:
    text = "def nemotron_v3_helper(cfg):\n    return cfg\n"
    source = scanning.source(
        {
            "nemo_automodel/__init__.py": "",
            "nemo_automodel/_transformers/registry.py": "MODEL_ARCH_MAPPING = {}\n",
            "nemo_automodel/_transformers/utils.py": text,
            "nemo_automodel/_transformers/v4_patches/rotary.py": text.replace("helper", "rotary"),
            "nemo_automodel/components/models/nemotron_v3/__init__.py": "",
        }
    )
    found = previewed(source, program(source, load(source), jobs=1), take("automodel"), "", Wanted())
    homes = "nemo_automodel.components.models.nemotron_v3."
    assert [plan.point.name.removeprefix(homes) for plan in found.migration.plans] == [
        "misc.nemotron_v3_helper",
        "patches.nemotron_v3_rotary",
    ]


def test_a_package_that_one_definition_brings_is_there_for_the_others() -> None:
    text = "def patch_zamba_lines(rows):\n    return rows\n\n\ndef zamba_collate(rows):\n    return rows\n\n\nT = {'ZambaForCausalLM': zamba_collate}\n"
    found, once = moved(text)
    assert {plan.guard.key.subject for plan in found.migration.plans} == {"patch_zamba_lines", "zamba_collate"}
    assert found.migration.refused == ()
    again, _ = moved(once[SHARED], {path: text for path, text in once.items() if path.startswith("framework/owners/zamba/")})
    assert again.files == ()
