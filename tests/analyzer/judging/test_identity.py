"""Identity: a site keeps its id through whatever leaves the decision as it is, and no two share one."""

from itertools import combinations
from textwrap import dedent

import pytest
import scanning
from hypothesis import given, settings
from hypothesis import strategies as st

from namebranch.analyzer.inventory import Kind, Site

PATCH = """
FUSED = ("qwen3", "qwen3_moe")

class Patches:
    def apply(self, cfg):
        if cfg.model_type == "jamba":
            return 1
        is_fused = cfg.model_type in FUSED
        if is_fused and cfg.fuse:
            return 2
        return {"mixtral": 3, "dbrx": 4}[cfg.model_type]
"""
A, B = "shared/a.py", "shared/deeper/b.py"


def sites(text: str, path: str = A, **others: str) -> tuple[Site, ...]:
    """Return the sites of a file."""
    rest = {f"shared/{name}.py": text for name, text in others.items()}
    return tuple(site for site in scanning.sites({path: text, **rest}) if site.path == path)


def ids(text: str, path: str = A, **others: str) -> list[str]:
    """Return the ids of the sites of a file."""
    return [site.id for site in sites(text, path, **others)]


SAME = [
    pytest.param(PATCH, "# a comment\n\nimport os\n\n" + PATCH, id="lines are shifted"),
    pytest.param(
        PATCH,
        PATCH.replace("(\n", "(").replace("if cfg.model_type == ", "if (cfg.model_type\n            ==  ").replace('"jamba":', "'jamba'):"),
        id="a test is laid out anew",
    ),
    pytest.param(PATCH, PATCH.replace("    ", "  "), id="the file is indented otherwise"),
    pytest.param(PATCH, PATCH.replace("\n", "\r\n"), id="line ends change"),
    pytest.param(PATCH, PATCH.replace("return 1", "log('x')\n            return f(1)"), id="the body of an arm changes"),
    pytest.param(PATCH, PATCH + "\n\ndef other(cfg):\n    return cfg.model_type == 'falcon'\n", id="something comes below"),
    pytest.param(PATCH, PATCH.replace("self, cfg", "self, config").replace("cfg.", "config."), id="the object that is asked is renamed"),
    pytest.param(
        "def f(cfg):\n    kind = cfg.model_type\n    return kind == 'jamba'\n",
        "def f(cfg):\n    mt = getattr(cfg, 'model_type', None)\n    return mt == 'jamba'\n",
        id="a local alias is renamed and made otherwise",
    ),
    pytest.param(
        "def f(cfg):\n    return cfg.model_type in ('jamba', 'dbrx')\n",
        "def f(cfg):\n    return cfg.model_type in ('dbrx', 'jamba')\n",
        id="names change places",
    ),
]

ONE = "def f(cfg):\n    act(cfg.model_type == 'jamba')\n"
ANOTHER = [
    pytest.param(ONE, ONE.replace("jamba", "dbrx"), id="another name"),
    pytest.param(ONE, ONE.replace("==", "!="), id="another operator"),
    pytest.param(ONE, ONE.replace("def f", "def g"), id="another function"),
    pytest.param(ONE, ONE.replace("model_type", "model_config_type"), id="another subject"),
    pytest.param(ONE, "class C:\n    def f(self, cfg):\n        act(cfg.model_type == 'jamba')\n", id="a class around it"),
    pytest.param(ONE.replace("== 'jamba'", "in ('jamba',)"), ONE.replace("== 'jamba'", "in ('jamba', 'dbrx')"), id="more names"),
    pytest.param(ONE.replace("== 'jamba'", "in FUSED"), ONE.replace("== 'jamba'", "in PACKED"), id="another constant"),
]
CONSTANTS = "FUSED = ('jamba', 'dbrx')\nPACKED = ('jamba', 'dbrx')\n"


@pytest.mark.parametrize(("before", "after"), SAME)
def test_ids_stay_where(before: str, after: str) -> None:
    assert ids(before)
    assert [one for one in ids(after) if one in ids(before)] == ids(before)


@pytest.mark.parametrize(("before", "after"), ANOTHER)
def test_ids_change_with(before: str, after: str) -> None:
    asked = [{site.id for site in sites(CONSTANTS + text) if site.kind in {Kind.COMPARE, Kind.MEMBERSHIP}} for text in (before, after)]
    assert [len(found) for found in asked] == [1, 1]
    assert asked[0] != asked[1]


def test_a_function_that_moves_to_another_file_keeps_its_ids() -> None:
    text = "def f(cfg):\n    if cfg.model_type == 'jamba':\n        return 1\n    return cfg.model_type in ('dbrx', 'mixtral')\n"
    assert ids(text, A) == ids("import os\n\n" + text, B)


def test_a_file_that_moves_keeps_the_ids_of_its_tables_sets_predicates_and_flags() -> None:
    text = PATCH + "\ndef is_moe(cfg):\n    return cfg.model_type in FUSED\n\ndef run(cfg):\n    if is_moe(cfg):\n        return 1\n"
    assert {site.kind for site in sites(text)} >= {Kind.NAMESET, Kind.PREDICATE, Kind.FLAG, Kind.FLAG_USE, Kind.TABLE_USE}
    assert ids(text, A) == ids(text, B)


def test_decisions_keep_their_ids_too() -> None:
    before, after = sites(PATCH), sites("\n\n" + PATCH.replace("    ", "  "))
    assert [site.decision for site in before] == [site.decision for site in after]


def test_a_set_that_grows_leaves_the_ids_of_what_asks_it() -> None:
    asking = "from .names import FUSED\n\ndef f(cfg):\n    return cfg.model_type in FUSED\n"
    few, many = 'FUSED = {"jamba", "dbrx"}\n', 'FUSED = {"jamba", "dbrx", "mixtral"}\n'
    found, grown = sites(asking, names=few), sites(asking, names=many)
    assert [site.id for site in found] == [site.id for site in grown]
    assert [len(site.names) for site in found if site.kind is Kind.MEMBERSHIP] == [2]
    assert [len(site.names) for site in grown if site.kind is Kind.MEMBERSHIP] == [3]


def test_a_flag_that_is_widened_leaves_the_ids_of_its_uses() -> None:
    using = "def run(cfg):\n    if cfg.is_moe:\n        return 1\n"
    narrow = 'def set(cfg):\n    cfg.is_moe = cfg.model_type == "mixtral"\n'
    wide = 'def set(cfg):\n    cfg.is_moe = cfg.model_type in ("mixtral", "qwen3_moe")\n'
    assert ids(using, flags=narrow) == ids(using, flags=wide) != []


def test_equal_tests_of_one_scope_are_told_apart_and_stay_so_when_other_code_moves() -> None:
    same = "    if cfg.model_type == 'jamba':\n        a()\n"
    between, after = "    b()\n", "    c = [1]\n"
    found = ids("def f(cfg):\n" + same + between + same + after)
    assert len(set(found)) == 2
    assert ids("def f(cfg):\n" + between + same + after + same) == found


@settings(max_examples=15, deadline=None)
@given(st.permutations(["jamba", "dbrx", "mixtral", "falcon"]), st.integers(0, 3))
def test_arms_that_change_places_keep_their_ids(order: list[str], blank: int) -> None:
    def chain(names: list[str]) -> str:
        return "def f(cfg):\n    x = 0\n" + "".join(f"    if cfg.model_type == '{name}':\n        x = 1\n" + "\n" * blank for name in names)

    assert sorted(ids(chain(order))) == sorted(ids(chain(sorted(order))))


def test_no_two_sites_share_an_id_or_a_place() -> None:
    text = "".join(f"def f{at}(cfg):\n" + "    x = cfg.model_type == 'jamba' or cfg.model_type == 'jamba'\n" * 3 for at in range(5))
    found = sites(text + dedent(PATCH))
    assert len({site.id for site in found}) == len(found)
    assert all((one.line, one.column, one.kind) != (other.line, other.column, other.kind) for one, other in combinations(found, 2))


def test_leaves_of_one_test_share_its_decision_and_no_other() -> None:
    text = "def f(cfg):\n    if cfg.model_type == 'jamba' or cfg.model_type in ('dbrx', 'mixtral'):\n        return 1\n    return cfg.model_type == 'falcon'\n"
    first, second, third = (site.decision for site in sites(text))
    assert first == second != third
