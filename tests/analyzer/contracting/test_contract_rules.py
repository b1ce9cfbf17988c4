"""Each promise of the shelf by its own examples."""

import contracts
import pytest

from namebranch.analyzer.contracting.contract import known_rules
from namebranch.analyzer.contracting.rule import ContractRule

RULES = known_rules()
every_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
FINDS = [pytest.param(rule, example.code, id=f"{rule.name} finds {example.title}") for rule in RULES for example in rule.finds]
PASSES = [pytest.param(rule, example.code, id=f"{rule.name} passes {example.title}") for rule in RULES for example in rule.passes]


@pytest.mark.parametrize(("rule", "code"), FINDS)
def test_it_finds_what_its_examples_mark_and_nothing_else(rule: ContractRule, code: str) -> None:
    tree = contracts.files(code)
    found = contracts.contract_of(tree)
    assert found.registries
    assert {(one.path, one.line) for one in found.findings if one.rule == rule.rule} == contracts.marked(tree)
    assert contracts.marked(tree)
    assert {one.rule for one in found.findings} == {rule.rule}


@pytest.mark.parametrize(("rule", "code"), PASSES)
def test_it_leaves_alone_what_keeps_the_promise(rule: ContractRule, code: str) -> None:
    found = contracts.contract_of(contracts.files(code))
    assert found.registries
    assert found.findings == ()


@every_rule
def test_it_has_a_manual_and_examples_of_both(rule: ContractRule) -> None:
    assert rule.rule.startswith("NB5")
    assert rule.finds
    assert rule.passes
    assert "Promise:" in rule.doc
    assert "Leaves alone:" in rule.doc


def test_no_id_is_used_twice() -> None:
    assert len({rule.rule for rule in RULES}) == len(RULES)
