"""The contract as a whole: which registries are looked at, what is said, in which order, and what is left out."""

from pathlib import Path

import contracts
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from namebranch.analyzer.contracting.members import signature
from namebranch.analyzer.contracting.module import Module, Signature
from namebranch.analyzer.contracting.outlining import outline

REGISTRY = """
MODELS = {}


def register_model(kind):
    def put(owner):
        MODELS[kind] = owner
        return owner
    return put


def get(kind):
    return MODELS.get(kind)
"""
JAMBA = """
from kit.registry import register_model


@register_model("jamba")
class Jamba: ...
"""
LAYOUT = """
from kit.shared import registry


def layout(model_type):
    return registry.get(model_type)
"""
CLI = "from kit.shared.layout import layout\n{more}\n\ndef main(argv):\n    return [layout(each) for each in argv]\n"
WORKER = "from kit.shared.layout import layout\n\n\ndef answer(model_type):\n    return layout(model_type)\n"


def case_c03(more_in_cli: str, more_in_registry: str) -> dict[str, str]:
    """Return what vllm-project/vllm#18740 was about: models that the parent's command line registers, asked for by a spawned worker."""
    return {
        "kit/__init__.py": "",
        "kit/shared/__init__.py": "",
        "kit/shared/registry.py": REGISTRY.replace("    return MODELS.get(kind)", f"{more_in_registry}    return MODELS.get(kind)"),
        "kit/shared/layout.py": LAYOUT,
        "kit/models/jamba.py": JAMBA.replace("kit.registry", "kit.shared.registry"),
        "kit/cli.py": CLI.format(more=more_in_cli),
        "kit/worker.py": WORKER,
    }


# the case of a registry that is empty in a fresh process


def test_models_that_only_the_command_line_imports_are_missing_in_the_worker() -> None:
    (found,) = contracts.contract_of(case_c03("import kit.models.jamba", "")).findings
    assert (found.rule, found.path, found.names) == ("NB505", "kit/models/jamba.py", ("jamba",))
    assert "those that start at kit/worker.py never do; kit/cli.py may" in found.message
    assert found.witness == "kit/worker.py → kit/shared/layout.py → kit/shared/registry.py"
    assert found.places == ("kit/worker.py:1", "kit/shared/layout.py:1", "kit/shared/registry.py:1")


def test_models_that_nobody_imports_are_missing_everywhere() -> None:
    (found,) = contracts.contract_of(case_c03("", "")).findings
    assert "those that start at kit/cli.py, kit/worker.py never do" in found.message
    assert "may" not in found.message


@pytest.mark.parametrize(
    "imports",
    [
        pytest.param("    import kit.models.jamba\n", id="an import in the lookup"),
        pytest.param('    __import__("importlib").import_module("kit.models.jamba")\n', id="a text in the lookup"),
    ],
)
def test_models_that_the_registry_imports_are_there(imports: str) -> None:
    assert contracts.contract_of(case_c03("", imports)).findings == ()


def far_away(key: str) -> dict[str, str]:
    """Return a registry that asks something else, which in a function imports the model."""
    tree = case_c03("", "    from kit.tools import tune\n\n    tune.later()\n")
    tree["kit/tools/tune.py"] = "def later(): ...\n\n\ndef other():\n    import kit.models.jamba\n"
    tree["kit/models/jamba.py"] = tree["kit/models/jamba.py"].replace('"jamba"', key)
    return tree


def test_what_another_part_may_import_for_reasons_of_its_own_does_not_count() -> None:
    (found,) = contracts.contract_of(far_away('"jamba"')).findings
    assert (found.rule, found.names) == ("NB505", ("jamba",))


def test_whoever_asks_by_the_name_of_a_class_has_imported_it() -> None:
    assert contracts.contract_of(far_away('"JambaForCausalLM"')).findings == ()


# what is looked at


def test_a_target_without_a_registry_promises_nothing() -> None:
    found = contracts.contract_of({"kit/load.py": 'def load(kind):\n    if kind == "jamba":\n        return 1\n'})
    assert (found.registries, found.findings, found.dialect) == ((), (), None)


def test_what_is_registered_with_another_package_is_not_this_contract() -> None:
    code = 'from transformers import AutoConfig\n\nAutoConfig.register("jamba", Jamba)\nAutoConfig.register("jamba", Other)\n'
    assert contracts.contract_of({"kit/load.py": code}).registries == ()


def test_a_comment_keeps_what_is_meant() -> None:
    tree = case_c03("", "")
    tree["kit/models/jamba.py"] = tree["kit/models/jamba.py"].replace(
        "class Jamba: ...", "class Jamba: ...  # namebranch: keep[NB505] the plugin's loader imports it"
    )
    found = contracts.contract_of(tree)
    assert found.findings == ()
    assert [(one.rule, comment.reason) for one, comment in found.kept] == [("NB505", "the plugin's loader imports it")]


def test_what_a_function_registers_when_it_is_called_waits_for_nobody() -> None:
    tree = case_c03("", "")
    tree["kit/models/jamba.py"] = (
        'from kit.shared.registry import register_model\n\n\ndef setup(owner):\n    register_model("jamba")(owner)\n'
    )
    assert [one.rule for one in contracts.contract_of(tree).findings] == []


def test_a_file_that_is_not_python_is_said_and_the_others_are_looked_at() -> None:
    found = contracts.contract_of(case_c03("", "") | {"kit/broken.py": "def broken(:\n"})
    assert [unread.path for unread in found.unread] == ["kit/broken.py"]
    assert [one.rule for one in found.findings] == ["NB505"]


def test_the_cache_changes_nothing(tmp_path: Path) -> None:
    tree = case_c03("import kit.models.jamba", "") | {"kit/broken.py": "def (:\n"}
    cold, warm = contracts.contract_of(tree, tmp_path), contracts.contract_of(tree, tmp_path)
    assert cold == warm == contracts.contract_of(tree)
    assert contracts.contract_of(tree | {"kit/worker.py": "x = 1\n"}, tmp_path) != warm


@pytest.mark.parametrize(
    "owner", [pytest.param("tests.kite", id="a file of the tests"), pytest.param("kit.models.broken", id="a file that is not Python")]
)
def test_an_owner_that_was_not_looked_at_is_left_out(owner: str) -> None:
    tree = {
        "kit/registry.py": f'import importlib\n\nOWNERS = {{\n    "jamba": "{owner}",\n}}\n\n\ndef get(kind):\n    return importlib.import_module(OWNERS.get(kind))\n',
        "tests/kite.py": "x = 1\n",
        "kit/models/broken.py": "def (:\n",
        "namebranch.toml": '[[registry.idioms]]\nregistry = "OWNERS"\nform = "entry"\nspace = "model_type"\nvia = ["OWNERS"]\n',
    }
    found = contracts.contract_of(tree)
    assert [len(one.keys) for one in found.registries] == [1]
    assert found.findings == ()


def test_the_same_tree_gives_the_same_findings_in_the_same_order() -> None:
    tree = case_c03("", "") | {"kit/models/mamba.py": case_c03("", "")["kit/models/jamba.py"].replace('"jamba"', '"mamba"')}
    once, again = contracts.contract_of(tree), contracts.contract_of(dict(reversed(tree.items())))
    assert once.findings == again.findings
    assert [one.names for one in once.findings] == [("jamba",), ("mamba",)]


# one file


def outlined(code: str, *wanted: str) -> Module:
    found = outline("kit/models/a.py", code.encode(), frozenset(wanted))
    assert isinstance(found, Module)
    return found


@pytest.mark.parametrize(
    ("code", "target", "eager"),
    [
        pytest.param("import a.b", "a.b", True, id="a module"),
        pytest.param("from a import b", "a.b", True, id="a name"),
        pytest.param("from . import b", "kit.models.b", True, id="from the package itself"),
        pytest.param("from ..c import b", "kit.c.b", True, id="from the package above"),
        pytest.param("from a import *", "a", True, id="everything"),
        pytest.param("class K:\n    import a", "a", True, id="in the body of a class"),
        pytest.param("try:\n    import a\nexcept ImportError:\n    pass", "a", True, id="in a try"),
        pytest.param("def f():\n    import a", "a", False, id="in a function"),
        pytest.param("f = lambda: __import__('a.b')", "a.b", False, id="a text"),
        pytest.param("if __name__ == '__main__':\n    import a", "a", False, id="under a main guard"),
        pytest.param("X = '.b.c'", "kit.models.b.c", False, id="a text that begins with a dot"),
        pytest.param("X = 'a.b:C'", "a.b.C", False, id="a text with a colon"),
    ],
)
def test_an_import(code: str, target: str, eager: bool) -> None:
    assert (target, eager) in {(one.target, one.eager) for one in outlined(code).imports}


@pytest.mark.parametrize(
    "code",
    [
        pytest.param('"""a.b"""', id="a docstring"),
        pytest.param("x = 'a b'", id="a text that is no name"),
        pytest.param("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a.b", id="an import for a type checker"),
        pytest.param("x = a.b", id="an attribute"),
    ],
)
def test_no_import(code: str) -> None:
    assert not any(one.target == "a.b" and not one.typing_only for one in outlined(code).imports)


@pytest.mark.parametrize(
    ("code", "guarded"),
    [
        pytest.param("def f(k):\n    return T[k]", False, id="bare"),
        pytest.param("def f(k):\n    if k in T:\n        return T[k]", True, id="asked before"),
        pytest.param("def f(k):\n    if k not in T:\n        raise E\n    return T[k]", True, id="refused before"),
        pytest.param("def f(k):\n    try:\n        return T[k]\n    except KeyError:\n        return None", True, id="tried"),
        pytest.param("def f(k):\n    try:\n        return T[k]\n    finally:\n        g()", False, id="tried, and not caught"),
        pytest.param("def f(k):\n    if k in S:\n        return T[k]", False, id="another table asked"),
        pytest.param("def f(k):\n    return T[k] if k in T else None", True, id="asked in the same line"),
        pytest.param("def f(k):\n    if k not in T.keys():\n        return None\n    return T[k]", True, id="asked of its keys"),
        pytest.param("def f(k):\n    if k not in set(T):\n        return None\n    return T[k]", True, id="asked of the set of them"),
    ],
)
def test_a_lookup(code: str, guarded: bool) -> None:
    assert [one.guarded for one in outlined(code).lookups if one.table == "T"] == [guarded]


def test_a_lookup_by_a_written_key_is_none() -> None:
    assert outlined("T['a'], T[0], T[1:]").lookups == ()


@given(st.integers(0, 3), st.integers(0, 3), st.booleans())
@settings(max_examples=40)
def test_a_signature_takes_what_python_takes(places: int, defaults: int, rest: bool) -> None:
    import ast  # noqa: PLC0415  for this one

    defaults = min(places, defaults)
    parameters = [f"p{number}" for number in range(places - defaults)] + [f"d{number}=0" for number in range(defaults)] + ["*r"] * rest
    code = f"def f({', '.join(parameters)}): return 1"
    node = ast.parse(code).body[0]
    assert isinstance(node, ast.FunctionDef)
    found: Signature = signature(node, "f", bound=False)
    space: dict[str, object] = {}
    exec(code, space)  # noqa: S102  a function with those parameters
    for count in range(6):
        assert found.takes(count) is _runs(space["f"], count)


def _runs(function: object, count: int) -> bool:
    try:
        assert callable(function)
        function(*range(count))
    except TypeError:
        return False
    return True


def test_two_arms_exclude_each_other_and_two_lines_do_not() -> None:
    module = outlined("if a:\n    x = 1\nelif b:\n    x = 2\nelse:\n    x = 3\ny = 4\n")
    assert module.exclude(2, 4)
    assert module.exclude(2, 6)
    assert module.exclude(4, 6)
    assert not module.exclude(2, 2)
    assert not module.exclude(2, 7)
