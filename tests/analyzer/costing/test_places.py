"""Which places a name has to be written in, and which ask what is written elsewhere."""

import pytest
from hypothesis import given, settings
from inventories import inventories
from scanning import inventory, names

from namebranch.analyzer.costing.belonging import belonging
from namebranch.analyzer.costing.places import Named, named
from namebranch.analyzer.inventory import Inventory

LOADER = "pkg/core/loader.py"


def found(text: str) -> Named:
    """Return what one file names."""
    return named(inventory({LOADER: text}), belonging((), names()))


def places(text: str, *, follows: bool) -> list[tuple[int, str]]:
    """Return the line and kind of each place that names jamba, and is written or follows."""
    held = found(text).models.get("jamba", ())
    return [(place.line, str(place.kind)) for place in held if place.follows is follows]


@pytest.mark.parametrize(
    ("text", "written", "follows"),
    [
        pytest.param(
            'def f(c):\n    return c.model_type == "jamba"\n',
            [(2, "compare")],
            [(1, "predicate")],
            id="a test, and the function that is it",
        ),
        pytest.param(
            'def is_it(c):\n    return c.model_type == "jamba"\n\n\ndef g(c):\n    if is_it(c):\n        return 1\n',
            [(2, "compare")],
            [(1, "predicate"), (6, "flag-use")],
            id="a use of the function",
        ),
        pytest.param(
            'def f(c):\n    is_it = c.model_type == "jamba"\n    if is_it:\n        return 1\n',
            [(2, "compare")],
            [(2, "flag"), (3, "flag-use")],
            id="a flag and its use",
        ),
        pytest.param(
            'SOME = ("jamba", "mixtral")\n\n\ndef f(c):\n    if c.model_type in SOME:\n        return 1\n',
            [(1, "nameset")],
            [(5, "membership")],
            id="a set of names and a test of it",
        ),
        pytest.param(
            'def f(c):\n    if c.model_type in ("jamba", "mixtral"):\n        return 1\n',
            [(2, "membership")],
            [],
            id="a set that stands in the test",
        ),
        pytest.param(
            'PLANS = {"jamba": 1, "mixtral": 2}\n\n\ndef f(c):\n    return PLANS[c.model_type]\n',
            [(1, "table")],
            [(5, "table-use")],
            id="a table and a look into it",
        ),
        pytest.param("def jamba_plan():\n    return 1\n", [(1, "per-model-def")], [], id="a function for one model"),
    ],
)
def test_a_name_is_written_where_it_stands(text: str, written: list[tuple[int, str]], follows: list[tuple[int, str]]) -> None:
    assert (places(text, follows=False), places(text, follows=True)) == (written, follows)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('def f(c):\n    if c.model_type.startswith("qwen2"):\n        return 1\n', id="the beginning of a name"),
        pytest.param('def f(c):\n    if "qwen2" in c.model_type:\n        return 1\n', id="a part of a name"),
        pytest.param("def qwen2_5_plan():\n    return 1\n", id="a function for another member of the family"),
    ],
)
def test_a_part_of_a_name_is_the_familys(text: str) -> None:
    held = found(text)
    assert list(held.families) == ["qwen2"]
    assert "qwen2" not in held.models


def test_an_entry_of_a_table_is_no_registration_beside_it() -> None:
    held = found(
        'from x import register\n\nPLANS = {"jamba": 1, "mixtral": 2}\nregister("jamba", 1)\n\n\ndef f(c):\n    return PLANS[c.model_type]\n'
    )
    assert [str(place.kind) for place in held.models["jamba"]] == ["table", "registration", "table-use"]


@settings(max_examples=40, deadline=None)
@given(whole=inventories())
def test_every_name_of_every_site_is_somewhere(whole: Inventory) -> None:
    held = named(whole, belonging((), names()))
    everything = [place for group in (held.models, held.families) for places in group.values() for place in places]
    listed = {(place.path, place.line, name) for place in everything for name in place.spelled}
    strangers = frozenset(held.strangers)
    assert all(name in strangers or (site.path, site.line, name) in listed for site in whole.sites for name in site.names)
    assert strangers <= {name for site in whole.sites for name in site.names}
    assert sum(place.kind == "registration" for place in everything) <= len(whole.registrations)
