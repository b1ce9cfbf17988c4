"""Audits of small trees that lie in memory."""

from collections.abc import Mapping, Sequence

import scanning

from namebranch.analyzer.auditing.audit import Audit, audit, known_rules
from namebranch.analyzer.auditing.audited import Audited
from namebranch.analyzer.auditing.rule import AuditRule
from namebranch.analyzer.inventory import Finding
from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.upstream.dependency import Dependency
from namebranch.analyzer.upstream.knowledge import upstream_of

LIBRARIES, NAMES = "site-packages/", "names.json"


def audited(files: Mapping[str, str | bytes]) -> Audited:
    """Return a tree of these files as rules see it; all of it must be readable.

    What lies under `site-packages/` is no part of the tree: it is a library that was given with `--dep`. `names.json` is a file of names.
    """
    tree = scanning.source({path: text for path, text in files.items() if not path.startswith(LIBRARIES) and path != NAMES})
    held = scanning.source({path.removeprefix(LIBRARIES): text for path, text in files.items() if path.startswith(LIBRARIES)})
    more = "".join(text for path, text in files.items() if path == NAMES and isinstance(text, str)).encode()
    loaded = load(tree)
    whole = program(tree, loaded, jobs=1, more=more)
    assert whole.unread == ()
    return Audited(whole, loaded.settings, upstream_of(tree, [Dependency(held)] if held.paths() else [], more))


def audit_of(files: Mapping[str, str | bytes], *, rules: Sequence[AuditRule] | None = None) -> Audit:
    """Return what rules find in these files."""
    found = audit(audited(files), known_rules() if rules is None else rules)
    assert found.failed == ()
    return found


def findings(files: Mapping[str, str | bytes], *, rules: Sequence[AuditRule] | None = None) -> tuple[Finding, ...]:
    """Return the findings of rules in these files."""
    return audit_of(files, rules=rules).findings
