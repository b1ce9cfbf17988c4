"""A table of owners in a module that calls itself a registry is what migrations lead to, and no branch; another table is one."""

import pytest
import scanning

from namebranch.analyzer.inventory import Kind

OWNERS = [
    pytest.param("pkg/registry.py", '{"jamba": jamba.Patches, "mamba": mamba.Patches}', id="classes"),
    pytest.param("pkg/registry.py", '{"jamba": "pkg.models.jamba", "mamba": "pkg.models.mamba"}', id="modules, by their full names"),
    pytest.param("pkg/registry/__init__.py", '{"jamba": "pkg.models.jamba", "mamba": "pkg.models.mamba"}', id="modules, in a package"),
    pytest.param("pkg/registry.py", '{"jamba": jamba.Patches, "mamba": "pkg.models.mamba"}', id="a class and a module"),
]
TABLES = [
    pytest.param("pkg/tables.py", '{"jamba": "pkg.models.jamba", "mamba": "pkg.models.mamba"}', id="in a module of another name"),
    pytest.param("pkg/registry.py", '{"jamba": "sdpa", "mamba": "eager"}', id="words that name no module"),
    pytest.param("pkg/registry.py", '{"jamba": "0.5", "mamba": "1.0"}', id="numbers as text"),
    pytest.param("pkg/registry.py", '{"jamba": "pkg.models.jamba", "mamba": 2}', id="a module and a number"),
]


def scanned(path: str, table: str) -> tuple[list[Kind], list[tuple[str, str]]]:
    """Return the kinds of the sites in a file with a table, and what is registered there."""
    found = scanning.inventory({path: f"from pkg.models import jamba, mamba\n\nOWNERS = {table}\n"})
    return [site.kind for site in found.sites], [(one.key, one.owner) for one in found.registrations]


@pytest.mark.parametrize(("path", "table"), OWNERS)
def test_a_table_of_owners_registers_them(path: str, table: str) -> None:
    kinds, registered = scanned(path, table)
    assert Kind.TABLE not in kinds
    assert [key for key, _ in registered] == ["jamba", "mamba"]
    assert all("." in owner for _, owner in registered)


@pytest.mark.parametrize(("path", "table"), TABLES)
def test_a_table_of_anything_else_is_a_table(path: str, table: str) -> None:
    kinds, registered = scanned(path, table)
    assert Kind.TABLE in kinds
    assert registered == []
