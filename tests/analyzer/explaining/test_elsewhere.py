"""Where else the names of a site are listed: the same list, one that differs, a registry; and what is no other list."""

import pytest
from explaining import explanations, one

from namebranch.analyzer.explaining.explanation import Lists

LIST = 'def load(cfg):\n    return cfg.model_type in ("jamba", "mamba", "dbrx")\n'


def told(files: dict[str, str], at: str) -> list[tuple[str, str, tuple[str, ...], tuple[str, ...]]]:
    """Return kind, place and differences of each other list."""
    others = one(files, at).elsewhere.others
    return [(other.what, f"{other.path}:{other.line}", other.only_here, other.only_there) for other in others]


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        pytest.param(
            'def f(cfg):\n    return cfg.model_type in {"dbrx", "mamba", "jamba"}\n',
            [("membership", "b.py:2", (), ())],
            id="the same in another order",
        ),
        pytest.param(
            'FAST = ("jamba", "mamba")\ndef f(cfg):\n    return cfg.model_type in FAST\n',
            [("nameset", "b.py:1", ("dbrx",), ())],
            id="a constant with fewer",
        ),
        pytest.param(
            'MAKERS = {"jamba": 1, "mamba": 2, "dbrx": 3, "qwen3_moe": 4}\ndef f(cfg):\n    return MAKERS[cfg.model_type]\n',
            [("table", "b.py:1", (), ("qwen3_moe",))],
            id="a table with more",
        ),
        pytest.param(
            'def f(cfg):\n    return cfg.model_type == "jamba" or cfg.model_type == "dbrx"\n',
            [("compare", "b.py:2", ("mamba",), ())],
            id="two comparisons of one decision are one list",
        ),
        pytest.param('def f(cfg):\n    return cfg.model_type == "jamba"\n', [], id="one name of three is no list"),
        pytest.param('def f(cfg):\n    return cfg.model_type in ("llama", "qwen3")\n', [], id="nothing in common"),
        pytest.param('def f(cfg):\n    return cfg.model_type in ("jamba", "llama", "qwen3", "phi3")\n', [], id="one in common"),
        pytest.param(
            'class Jamba: pass\nclass Mamba: pass\nR = {}\nR["jamba"] = Jamba\nR["mamba"] = Mamba\ndef f(cfg):\n    return R[cfg.model_type]\n',
            [("table", "b.py:4", ("dbrx",), ())],
            id="what is stored into one table is one list",
        ),
    ],
)
def test_another_list(other: str, expected: list[tuple[str, str, tuple[str, ...], tuple[str, ...]]]) -> None:
    assert told({"a.py": LIST, "b.py": other}, "a.py:2") == expected


def test_the_keys_of_a_registry_are_a_list() -> None:
    registry = "def register(key):\n    return lambda cls: cls\n"
    entries = "".join(f'@register("{key}")\nclass {key.title()}:\n    pass\n' for key in ("jamba", "mamba"))
    assert told({"a.py": LIST, "registry.py": registry, "b.py": f"from registry import register\n{entries}"}, "a.py:2") == [
        ("registry", "b.py:3", ("dbrx",), ())
    ]


def test_the_most_alike_come_first() -> None:
    files = {
        "a.py": LIST,
        "b.py": 'def f(cfg):\n    return cfg.model_type in ("jamba", "mamba", "llama", "qwen3")\n',
        "c.py": 'def f(cfg):\n    return cfg.model_type in ("jamba", "mamba")\n',
        "d.py": LIST,
    }
    assert [place for _, place, _, _ in told(files, "a.py:2")] == ["d.py:2", "c.py:2", "b.py:2"]


def test_one_name_is_alike_only_to_itself() -> None:
    files = {
        "a.py": 'def f(cfg):\n    return cfg.model_type == "jamba"\n',
        "b.py": 'def g(cfg):\n    return cfg.model_type != "jamba"\n',
        "c.py": LIST,
    }
    assert told(files, "a.py:2") == [("compare", "b.py:2", (), ())]


def test_who_asks_through_the_same_constant_is_a_user_and_no_copy() -> None:
    files = {
        "names.py": 'FAST = ("jamba", "mamba")\n',
        "a.py": "from names import FAST\ndef f(cfg):\n    return cfg.model_type in FAST\n",
        "b.py": "from names import FAST\ndef g(cfg):\n    return cfg.model_type not in FAST\n",
    }
    found = one(files, "a.py:3").elsewhere
    assert found.others == ()
    assert [(user.path, user.line) for user in found.users] == [("b.py", 3)]
    assert [(user.path, user.line) for user in one(files, "names.py:1").elsewhere.users] == [("a.py", 3), ("b.py", 3)]


def test_the_test_of_a_flag_is_no_other_list_of_its_use() -> None:
    files = {"a.py": 'def f(cfg):\n    fast = cfg.model_type in ("jamba", "mamba")\n    x = 1\n    if fast:\n        return x\n'}
    assert one(files, "a.py:4").elsewhere.others == ()


def test_the_names_of_a_decision_are_looked_for_together() -> None:
    files = {"a.py": 'def f(cfg):\n    return (cfg.model_type == "jamba"\n        or cfg.model_type == "mamba")\n', "b.py": LIST}
    found = one(files, "a.py:2").elsewhere
    assert (found.names, found.lists) == (("jamba", "mamba"), Lists.DECISION)
    assert [other.only_there for other in found.others] == [("dbrx",)]


def test_a_flag_and_its_uses_know_each_other() -> None:
    code = 'def f(cfg):\n    fast = cfg.model_type == "jamba"\n    x = 1\n    if fast:\n        x = 2\n    return x if fast else 3\n'
    flag, _ = explanations({"a.py": code}, "a.py:2")
    assert [user.line for user in flag.elsewhere.users] == [4, 6]
    assert [user.line for user in one({"a.py": code}, "a.py:4").elsewhere.users] == [6]


def test_what_one_model_owns_is_no_copy() -> None:
    owned = {f"pkg/models/{name}/a.py": LIST for name in ("jamba", "mamba", "dbrx", "llama", "qwen3")}
    assert told({"pkg/core/a.py": LIST, **owned}, "pkg/core/a.py:2") == []
