"""The schemas in the repository are those of the values, and real output obeys them."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from inventories import CLEAN, EMPTY, SMALL, hostile, inventories
from jsonschema import Draft202012Validator

from namebranch import reports
from namebranch.analyzer.inventory import Inventory
from namebranch.reports.format import Content, View
from namebranch.reports.rendering import find
from namebranch.reports.schemas import schemas

FOLDER = Path(str(reports.__file__)).parent / "schema"


def schema(name: str) -> Draft202012Validator:
    """Return the validator of one committed schema."""
    held: dict[str, Any] = json.loads((FOLDER / f"{name}-1.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(held)
    return Draft202012Validator(held)


SITE, REGISTRATION, SCAN = schema("site"), schema("registration"), schema("scan")


def rendered(name: str, whole: Inventory, content: Content) -> str:
    """Return the whole output of one format."""
    return "".join(find(name).render(whole, View(content=content)))


def test_the_committed_schemas_are_current(request: pytest.FixtureRequest) -> None:
    """`pytest tests/reports/test_schema.py --snapshot-update` writes them anew."""
    if request.config.option.update_snapshots:
        for name, text in schemas().items():
            (FOLDER / name).write_text(text, encoding="utf-8")
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json")} == schemas()


@pytest.mark.parametrize("content", list(Content))
@pytest.mark.parametrize(
    "whole",
    [
        pytest.param(SMALL, id="a small framework"),
        pytest.param(CLEAN, id="nothing found"),
        pytest.param(EMPTY, id="nothing to look at"),
        pytest.param(hostile(), id="hostile text"),
    ],
)
def test_the_document_obeys_its_schema(whole: Inventory, content: Content) -> None:
    SCAN.validate(json.loads(rendered("json", whole, content)))


@settings(max_examples=30, deadline=None)
@given(whole=inventories())
def test_any_output_obeys_the_schemas(whole: Inventory) -> None:
    SCAN.validate(json.loads(rendered("json", whole, Content.SITES)))
    for line in rendered("jsonl", whole, Content.SITES).splitlines():
        SITE.validate(json.loads(line))
    for line in rendered("jsonl", whole, Content.REGISTRATIONS).splitlines():
        REGISTRATION.validate(json.loads(line))


@pytest.mark.parametrize("key", ["id", "path", "names", "constant"])
def test_a_site_without_one_of_its_keys_is_refused(key: str) -> None:
    line = json.loads(rendered("jsonl", SMALL, Content.SITES).splitlines()[0])
    SITE.validate(line)
    assert not SITE.is_valid({name: value for name, value in line.items() if name != key})
    assert not SITE.is_valid({**line, "extra": 1})
