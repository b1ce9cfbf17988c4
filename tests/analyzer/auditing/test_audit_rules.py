"""The examples in an audit rule's manual are its tests: what it finds is marked, what it passes is silent."""

from collections import Counter

import auditing
import pytest

from namebranch.analyzer.auditing.audit import known_rules
from namebranch.analyzer.auditing.rule import AuditRule
from namebranch.analyzer.finding.detector import Example

RULES = known_rules()
FINDS = [pytest.param(one, example, id=f"{one.name} finds {example.title}") for one in RULES for example in one.finds]
PASSES = [pytest.param(one, example, id=f"{one.name} passes {example.title}") for one in RULES for example in one.passes]


def files(example: Example) -> dict[str, str]:
    """Return the files of an example: `# file: path` begins another one."""
    found = {"shared/example.py": ""}
    at = "shared/example.py"
    for row in example.code.lstrip("\n").splitlines(keepends=True):
        if row.startswith("# file: "):
            at = row.removeprefix("# file: ").strip()
            found[at] = ""
        else:
            found[at] += row
    return found


def marked(example: Example) -> Counter[tuple[str, int]]:
    """Return how often each line says `# here`."""
    rows = [(path, number, row) for path, text in files(example).items() for number, row in enumerate(text.splitlines(), 1)]
    return Counter({(path, number): count for path, number, row in rows if (count := row.count("# here"))})


def found(rule: AuditRule, example: Example) -> Counter[tuple[str, int]]:
    """Return how many findings of one rule lie on each line."""
    return Counter((finding.path, finding.line) for finding in auditing.findings(files(example), rules=(rule,)))


@pytest.mark.parametrize(("rule", "example"), FINDS)
def test_a_fault(rule: AuditRule, example: Example) -> None:
    assert found(rule, example) == marked(example)
    assert marked(example)


@pytest.mark.parametrize(("rule", "example"), PASSES)
def test_no_fault(rule: AuditRule, example: Example) -> None:
    assert found(rule, example) == Counter()
    assert not marked(example)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_says_what_it_finds_and_what_it_leaves_alone(rule: AuditRule) -> None:
    assert rule.finds
    assert rule.passes
    assert rule.rule.startswith("NB4")
